import TestSupport
import Testing

@testable import Markup

/// The tokenizer with every token, in every piece, and with inputs that make others slow.
struct TokenizerTests {
  private static let contents: [String: Tokenizer.State] = [
    "title": .rcdata, "style": .rawText, "script": .scriptData, "plaintext": .plaintext,
  ]

  private static func tokens(
    _ html: String, cuts: [Int] = [], isForeign: Bool = false
  ) -> [TokenRecorder.Token] {
    var recorder = TokenRecorder()
    recorder.contents = contents
    recorder.isInForeignContent = isForeign
    recorder.read(Array(html.utf8), cuts: cuts)
    return recorder.tokens
  }

  /// Inputs that end in each of the standard's states, and the tokens they have with and without what
  /// follows.
  private static let inputs: [(String, String, rest: String, String)] = [
    ("a", "a", "b", "ab"),
    ("<title>a", "<title>|a", "&lt;</b></title>", "<title>|a<</b>|</title>"),
    ("<style>a", "<style>|a", "&lt;</style >", "<style>|a&lt;|</style>"),
    ("<script>a", "<script>|a", "</Script/>", "<script>|a|</script>"),
    ("<plaintext>a", "<plaintext>|a", "</plaintext>", "<plaintext>|a</plaintext>"),
    ("a<", "a<", " b", "a< b"),
    ("a</", "a</", ">b", "ab"),
    ("<I", "", "\u{0}>", "<i\u{FFFD}>"),
    ("<title><", "<title>|<", "b", "<title>|<b"),
    ("<title></", "<title>|</", "1", "<title>|</1"),
    ("<title></Tit", "<title>|</Tit", "x", "<title>|</Titx"),
    ("<style><", "<style>|<", "b", "<style>|<b"),
    ("<style></", "<style>|</", "<", "<style>|</<"),
    ("<style></style", "<style>|</style", "s>", "<style>|</styles>"),
    ("<script><", "<script>|<", "b", "<script>|<b"),
    ("<script></", "<script>|</", ">", "<script>|</>"),
    ("<script></s", "<script>|</s", "cript\n>", "<script>|</script>"),
    ("<script><!", "<script>|<!", "x", "<script>|<!x"),
    ("<script><!-", "<script>|<!-", "x", "<script>|<!-x"),
    (
      "<script><!--a", "<script>|<!--a", "</script>",
      "<script>|<!--a|</script>"
    ),
    ("<script><!--a-", "<script>|<!--a-", "b", "<script>|<!--a-b"),
    (
      "<script><!--a--", "<script>|<!--a--", "></script>",
      "<script>|<!--a-->|</script>"
    ),
    ("<script><!--<", "<script>|<!--<", "1", "<script>|<!--<1"),
    ("<script><!--</", "<script>|<!--</", "1", "<script>|<!--</1"),
    (
      "<script><!--</scr", "<script>|<!--</scr", "ipt>",
      "<script>|<!--|</script>"
    ),
    (
      "<script><!--<scr", "<script>|<!--<scr", "ipts></script>",
      "<script>|<!--<scripts>|</script>"
    ),
    (
      "<script><!--<script>", "<script>|<!--<script>", "</script>",
      "<script>|<!--<script></script>"
    ),
    (
      "<script><!--<script>-", "<script>|<!--<script>-", "x",
      "<script>|<!--<script>-x"
    ),
    (
      "<script><!--<script>--", "<script>|<!--<script>--",
      "></script>", "<script>|<!--<script>-->|</script>"
    ),
    (
      "<script><!--<script><", "<script>|<!--<script><", "x",
      "<script>|<!--<script><x"
    ),
    (
      "<script><!--<script></scrip", "<script>|<!--<script></scrip",
      "t></script>", "<script>|<!--<script></script>|</script>"
    ),
    ("<i ", "", "=a=1>", "<i =a=1>"),
    ("<i A", "", "\"<=1 a=2 A\"<=3>", "<i a\"<=1 a=2>"),
    ("<i a ", "", "b = c>", "<i a= b=c>"),
    ("<i a=", "", ">", "<i a=>"),
    ("<i a=\"&not", "", "it;&noti\r\"b>", "<i a=&notit;&noti\n b=>"),
    ("<i a='&lt", "", ";\"'/>", "<i a=<\"/>"),
    ("<i a=b", "", "&amp;/>", "<i a=b&/>"),
    ("<i a=''", "", "b>", "<i a= b=>"),
    ("<i/", "", "a/>", "<i a=/>"),
    ("<?a", "<!--?a-->", "-->b", "<!--?a---->|b"),
    ("<!", "<!---->", "[CDATA[a]]>", "<!--[CDATA[a]]-->"),
    ("<!--", "<!---->", ">a", "<!---->|a"),
    ("<!---", "<!---->", ">a", "<!---->|a"),
    ("<!--<!", "<!--<!-->", "-->", "<!--<!-->"),
    ("<!--a\r", "<!--a\n-->", "\n\nb-->", "<!--a\n\nb-->"),
    ("<!--a-", "<!--a-->", "b-->", "<!--a-b-->"),
    ("<!--a--", "<!--a-->", "->", "<!--a--->"),
    ("<!--a--!", "<!--a-->", "-->", "<!--a--!-->"),
    ("<!DOCTYPE", "DOCTYPE(- - - quirks)", "html>", "DOCTYPE(html - -)"),
    ("<!DOCTYPE ", "DOCTYPE(- - - quirks)", ">", "DOCTYPE(- - - quirks)"),
    ("<!doctype HT", "DOCTYPE(ht - - quirks)", "ML>", "DOCTYPE(html - -)"),
    ("<!DOCTYPE a pub", "DOCTYPE(a - - quirks)", ">", "DOCTYPE(a - - quirks)"),
    (
      "<!DOCTYPE a PUBLIC", "DOCTYPE(a - - quirks)", "'p'>",
      "DOCTYPE(a p -)"
    ),
    (
      "<!DOCTYPE a PUBLIC ", "DOCTYPE(a - - quirks)", "\"p\">",
      "DOCTYPE(a p -)"
    ),
    (
      "<!DOCTYPE a PUBLIC \"p", "DOCTYPE(a p - quirks)",
      ">", "DOCTYPE(a p - quirks)"
    ),
    (
      "<!DOCTYPE a PUBLIC 'p", "DOCTYPE(a p - quirks)",
      "\r\n'>", "DOCTYPE(a p\n -)"
    ),
    (
      "<!DOCTYPE a PUBLIC 'p'", "DOCTYPE(a p - quirks)", "'s'>",
      "DOCTYPE(a p s)"
    ),
    (
      "<!DOCTYPE a PUBLIC 'p' ",
      "DOCTYPE(a p - quirks)", "x>", "DOCTYPE(a p - quirks)"
    ),
    (
      "<!DOCTYPE a SYSTEM", "DOCTYPE(a - - quirks)", "'s'>",
      "DOCTYPE(a - s)"
    ),
    (
      "<!DOCTYPE a SYSTEM ", "DOCTYPE(a - - quirks)", "x>",
      "DOCTYPE(a - - quirks)"
    ),
    (
      "<!DOCTYPE a SYSTEM \"", "DOCTYPE(a -  quirks)",
      "'\">", "DOCTYPE(a - ')"
    ),
    (
      "<!DOCTYPE a SYSTEM '", "DOCTYPE(a -  quirks)",
      "\"'>", "DOCTYPE(a - \")"
    ),
    (
      "<!DOCTYPE a SYSTEM '' ", "DOCTYPE(a -  quirks)", "x>",
      "DOCTYPE(a - )"
    ),
    ("<!DOCTYPE a b", "DOCTYPE(a - - quirks)", "'>b", "DOCTYPE(a - - quirks)|b"),
    ("a&", "a&", "lt;", "a<"),
    ("&am", "&am", "p", "&"),
    ("&#", "&#", "x;", "&#x;"),
    ("&#X", "&#X", "1F600;", "😀"),
    ("&#xD8", "Ø", "00;", "\u{FFFD}"),
    ("&#", "&#", "13;\r", "\r\n"),
    ("&#14", "\u{E}", "6", "’"),
  ]

  /// The same within `<svg>`.
  private static let foreignInputs: [(String, String, rest: String, String)] = [
    ("<![CDA", "<!--[CDA-->", "TA[a]]>", "a"),
    ("<![CDATA[a\r", "a\n", "\n&lt;\u{0}]]>", "a\n&lt;\u{0}"),
    ("<![CDATA[]", "]", "x]]>", "]x"),
    ("<![CDATA[]]", "]]", "]>&lt;", "]<"),
  ]

  /// Tokens in the notation of the table.
  private static func text(_ tokens: [TokenRecorder.Token]) -> String {
    tokens.map(\.description).joined(separator: "|")
  }

  @Test("what's cut goes on with the next piece, and has its meaning at the end of the page")
  func everyState() {
    for (rows, isForeign) in [(Self.inputs, false), (Self.foreignInputs, true)] {
      for (start, tokens, rest, tokensWithRest) in rows {
        #expect(Self.text(Self.tokens(start, isForeign: isForeign)) == tokens, "\(start)")
        let whole = Self.tokens(start + rest, isForeign: isForeign)
        #expect(Array(Self.text(whole).utf8) == Array(tokensWithRest.utf8), "\(start)")
        let cut = Self.tokens(start + rest, cuts: [start.utf8.count], isForeign: isForeign)
        #expect(cut == whole, "\(start)")
      }
    }
  }

  @Test(
    "character references are the longest names, also in attributes",
    arguments: [
      ("&notin;&notit;&not", "∉¬it;¬", "∉&notit;¬"), ("&amp=&ampx;", "&=&x;", "&amp=&ampx;"),
      ("&NotEqualTilde;&acE;", "≂̸∾̳", "≂̸∾̳"), ("&;&A;&zzz;&1;&", "&;&A;&zzz;&1;&", "&;&A;&zzz;&1;&"),
      ("&CounterClockwiseContourIntegral;", "∳", "∳"), ("&zwnj;&AElig", "\u{200C}Æ", "\u{200C}Æ"),
      ("&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}", "\u{FFFD}\u{FFFD}"),
    ])
  func references(html: String, text: String, value: String) {
    #expect(Self.tokens(html) == [.text(.init(text))])
    #expect(
      Self.tokens("<a b='\(html)'>")
        == [.startTag(.init("a"), [.init("b"): .init(value)], isSelfClosing: false)])
  }

  @Test("any bytes give the same tokens in pieces of any size")
  func pieces() {
    let samples = Self.inputs.map { $0.0 + $0.rest }
    var mutations = Mutations(
      of: samples, tokens: ["<", "</", ">", "<!--", "-->", "&", "&#", "\"", "'", "=", "\r", "]]>"])
    var random = SeededRandom(seed: 7)
    for _ in 0..<3_000 {
      let bytes = mutations.next()
      let chance: Double = [0.05, 0.3, 1].randomElement(using: &random) ?? 1
      let cuts = Array(bytes.indices.dropFirst()).filter { _ in
        Double.random(in: 0...1, using: &random) < chance
      }
      let isForeign = Bool.random(using: &random)
      var whole = TokenRecorder()
      var cut = TokenRecorder()
      for contents in [[:], Self.contents] {
        (whole.contents, cut.contents) = (contents, contents)
        (whole.isInForeignContent, cut.isInForeignContent) = (isForeign, isForeign)
        whole.read(bytes)
        cut.read(bytes, cuts: cuts)
        #expect(cut.tokens == whole.tokens, "\(String(decoding: bytes, as: UTF8.self)) at \(cuts)")
      }
    }
  }

  @Test(
    "a token that's cut ends in a long piece",
    arguments: ["<a b='c' d>", "<!-- a -->", "</a b>", "&amp;", "é", "<title>a</title>", "\r"])
  func longPieces(token: String) {
    for lineBreak in ["\r\n", "\r", "a\r\n"] {
      let lines = String(repeating: lineBreak, count: 400)
      let bytes = Array((token + lines + token + lines).utf8)
      var whole = TokenRecorder()
      whole.contents = Self.contents
      let empty = whole
      whole.read(bytes)
      for place in 1...token.utf8.count + 2 {
        var cut = empty
        cut.read(bytes, cuts: [place])
        #expect(cut.tokens == whole.tokens, "\(token.debugDescription) at \(place)")
      }
    }
  }

  /// Takes far longer than the time limit if a byte is looked at again and again.
  @Test(
    "the time is linear in the input, in pieces of any size",
    arguments: [
      "<", "&", "&#", "&#1", "&zz", "<a ", "</", "</a", "<a b=\"", "<!", "<!-", "<!--", "--", "]]",
      "<title>", "<script><!--<", "<![CDATA[", "a", "é", "\r", "\u{0}", "=", "/", "'", "\"", " x=1",
    ], ["", "<a b='", "<!--", "<title>", "&#"])
  func hostile(repeated: String, start: String) {
    let count = 30_000 / repeated.utf8.count
    let bytes = Array(start.utf8) + Array(String(repeating: repeated, count: count).utf8)
    struct Counter: TokenSink {
      var length = 0
      var isInForeignContent: Bool { true }
      var wantsText: Bool { true }
      var wantsComments: Bool { true }
      mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
        length += tag.attributes["x"]?.utf8.count ?? 0
        return tag.name == "title" ? .rcdata : tag.name == "script" ? .scriptData : .data
      }
      mutating func endTag(_ name: TagName) {}
      mutating func text(_ text: TextToken) { length += text.string.utf8.count }
      mutating func comment(_ comment: TextToken) { length += comment.string.utf8.count }
    }
    for size in [1, 4_096, bytes.count] {
      var counter = Counter()
      var tokenizer = Tokenizer()
      bytes.withUnsafeBufferPointer { bytes in
        for start in stride(from: 0, to: bytes.count, by: size) {
          let end = min(start + size, bytes.count)
          tokenizer.read(UnsafeBufferPointer(rebasing: bytes[start..<end]), into: &counter)
        }
      }
      tokenizer.finish(into: &counter)
      #expect(counter.length <= 4 * bytes.count)
    }
  }
}
