import TestSupport
import Testing

@testable import Markup

/// The tokenizer in every state, in every piece, and with inputs that make others slow.
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

  /// Inputs that end in a state, and the tokens they have with and without what follows.
  private static let states: [(Tokenizer.State, String, String, rest: String, String)] = [
    (.data, "a", "a", "b", "ab"),
    (.rcdata, "<title>a", "<title>|a", "&lt;</b></title>", "<title>|a<</b>|</title>"),
    (.rawText, "<style>a", "<style>|a", "&lt;</style >", "<style>|a&lt;|</style>"),
    (.scriptData, "<script>a", "<script>|a", "</Script/>", "<script>|a|</script>"),
    (.plaintext, "<plaintext>a", "<plaintext>|a", "</plaintext>", "<plaintext>|a</plaintext>"),
    (.tagOpen, "a<", "a<", " b", "a< b"),
    (.endTagOpen, "a</", "a</", ">b", "ab"),
    (.tagName, "<I", "", "\u{0}>", "<i\u{FFFD}>"),
    (.rcdataLessThanSign, "<title><", "<title>|<", "b", "<title>|<b"),
    (.rcdataEndTagOpen, "<title></", "<title>|</", "1", "<title>|</1"),
    (.rcdataEndTagName, "<title></Tit", "<title>|</Tit", "x", "<title>|</Titx"),
    (.rawTextLessThanSign, "<style><", "<style>|<", "b", "<style>|<b"),
    (.rawTextEndTagOpen, "<style></", "<style>|</", "<", "<style>|</<"),
    (.rawTextEndTagName, "<style></style", "<style>|</style", "s>", "<style>|</styles>"),
    (.scriptDataLessThanSign, "<script><", "<script>|<", "b", "<script>|<b"),
    (.scriptDataEndTagOpen, "<script></", "<script>|</", ">", "<script>|</>"),
    (.scriptDataEndTagName, "<script></s", "<script>|</s", "cript\n>", "<script>|</script>"),
    (.scriptDataEscapeStart, "<script><!", "<script>|<!", "x", "<script>|<!x"),
    (.scriptDataEscapeStartDash, "<script><!-", "<script>|<!-", "x", "<script>|<!-x"),
    (
      .scriptDataEscaped, "<script><!--a", "<script>|<!--a", "</script>",
      "<script>|<!--a|</script>"
    ),
    (.scriptDataEscapedDash, "<script><!--a-", "<script>|<!--a-", "b", "<script>|<!--a-b"),
    (
      .scriptDataEscapedDashDash, "<script><!--a--", "<script>|<!--a--", "></script>",
      "<script>|<!--a-->|</script>"
    ),
    (.scriptDataEscapedLessThanSign, "<script><!--<", "<script>|<!--<", "1", "<script>|<!--<1"),
    (.scriptDataEscapedEndTagOpen, "<script><!--</", "<script>|<!--</", "1", "<script>|<!--</1"),
    (
      .scriptDataEscapedEndTagName, "<script><!--</scr", "<script>|<!--</scr", "ipt>",
      "<script>|<!--|</script>"
    ),
    (
      .scriptDataDoubleEscapeStart, "<script><!--<scr", "<script>|<!--<scr", "ipts></script>",
      "<script>|<!--<scripts>|</script>"
    ),
    (
      .scriptDataDoubleEscaped, "<script><!--<script>", "<script>|<!--<script>", "</script>",
      "<script>|<!--<script></script>"
    ),
    (
      .scriptDataDoubleEscapedDash, "<script><!--<script>-", "<script>|<!--<script>-", "x",
      "<script>|<!--<script>-x"
    ),
    (
      .scriptDataDoubleEscapedDashDash, "<script><!--<script>--", "<script>|<!--<script>--",
      "></script>", "<script>|<!--<script>-->|</script>"
    ),
    (
      .scriptDataDoubleEscapedLessThanSign, "<script><!--<script><", "<script>|<!--<script><", "x",
      "<script>|<!--<script><x"
    ),
    (
      .scriptDataDoubleEscapeEnd, "<script><!--<script></scrip", "<script>|<!--<script></scrip",
      "t></script>", "<script>|<!--<script></script>|</script>"
    ),
    (.beforeAttributeName, "<i ", "", "=a=1>", "<i =a=1>"),
    (.attributeName, "<i A", "", "\"<=1 a=2 A\"<=3>", "<i a\"<=1 a=2>"),
    (.afterAttributeName, "<i a ", "", "b = c>", "<i a= b=c>"),
    (.beforeAttributeValue, "<i a=", "", ">", "<i a=>"),
    (.attributeValueDoubleQuoted, "<i a=\"&not", "", "it;&noti\r\"b>", "<i a=&notit;&noti\n b=>"),
    (.attributeValueSingleQuoted, "<i a='&lt", "", ";\"'/>", "<i a=<\"/>"),
    (.attributeValueUnquoted, "<i a=b", "", "&amp;/>", "<i a=b&/>"),
    (.afterAttributeValueQuoted, "<i a=''", "", "b>", "<i a= b=>"),
    (.selfClosingStartTag, "<i/", "", "a/>", "<i a=/>"),
    (.bogusComment, "<?a", "<!--?a-->", "-->b", "<!--?a---->|b"),
    (.markupDeclarationOpen, "<!", "<!---->", "[CDATA[a]]>", "<!--[CDATA[a]]-->"),
    (.commentStart, "<!--", "<!---->", ">a", "<!---->|a"),
    (.commentStartDash, "<!---", "<!---->", ">a", "<!---->|a"),
    (.comment, "<!--<!", "<!--<!-->", "-->", "<!--<!-->"),
    (.comment, "<!--a\r", "<!--a\n-->", "\n\nb-->", "<!--a\n\nb-->"),
    (.commentEndDash, "<!--a-", "<!--a-->", "b-->", "<!--a-b-->"),
    (.commentEnd, "<!--a--", "<!--a-->", "->", "<!--a--->"),
    (.commentEndBang, "<!--a--!", "<!--a-->", "-->", "<!--a--!-->"),
    (.doctype, "<!DOCTYPE", "DOCTYPE(- - - quirks)", "html>", "DOCTYPE(html - -)"),
    (.beforeDoctypeName, "<!DOCTYPE ", "DOCTYPE(- - - quirks)", ">", "DOCTYPE(- - - quirks)"),
    (.doctypeName, "<!doctype HT", "DOCTYPE(ht - - quirks)", "ML>", "DOCTYPE(html - -)"),
    (.afterDoctypeName, "<!DOCTYPE a pub", "DOCTYPE(a - - quirks)", ">", "DOCTYPE(a - - quirks)"),
    (
      .afterDoctypePublicKeyword, "<!DOCTYPE a PUBLIC", "DOCTYPE(a - - quirks)", "'p'>",
      "DOCTYPE(a p -)"
    ),
    (
      .beforeDoctypePublicIdentifier, "<!DOCTYPE a PUBLIC ", "DOCTYPE(a - - quirks)", "\"p\">",
      "DOCTYPE(a p -)"
    ),
    (
      .doctypePublicIdentifierDoubleQuoted, "<!DOCTYPE a PUBLIC \"p", "DOCTYPE(a p - quirks)",
      ">", "DOCTYPE(a p - quirks)"
    ),
    (
      .doctypePublicIdentifierSingleQuoted, "<!DOCTYPE a PUBLIC 'p", "DOCTYPE(a p - quirks)",
      "\r\n'>", "DOCTYPE(a p\n -)"
    ),
    (
      .afterDoctypePublicIdentifier, "<!DOCTYPE a PUBLIC 'p'", "DOCTYPE(a p - quirks)", "'s'>",
      "DOCTYPE(a p s)"
    ),
    (
      .betweenDoctypePublicAndSystemIdentifiers, "<!DOCTYPE a PUBLIC 'p' ",
      "DOCTYPE(a p - quirks)", "x>", "DOCTYPE(a p - quirks)"
    ),
    (
      .afterDoctypeSystemKeyword, "<!DOCTYPE a SYSTEM", "DOCTYPE(a - - quirks)", "'s'>",
      "DOCTYPE(a - s)"
    ),
    (
      .beforeDoctypeSystemIdentifier, "<!DOCTYPE a SYSTEM ", "DOCTYPE(a - - quirks)", "x>",
      "DOCTYPE(a - - quirks)"
    ),
    (
      .doctypeSystemIdentifierDoubleQuoted, "<!DOCTYPE a SYSTEM \"", "DOCTYPE(a -  quirks)",
      "'\">", "DOCTYPE(a - ')"
    ),
    (
      .doctypeSystemIdentifierSingleQuoted, "<!DOCTYPE a SYSTEM '", "DOCTYPE(a -  quirks)",
      "\"'>", "DOCTYPE(a - \")"
    ),
    (
      .afterDoctypeSystemIdentifier, "<!DOCTYPE a SYSTEM '' ", "DOCTYPE(a -  quirks)", "x>",
      "DOCTYPE(a - )"
    ),
    (.bogusDoctype, "<!DOCTYPE a b", "DOCTYPE(a - - quirks)", "'>b", "DOCTYPE(a - - quirks)|b"),
    (.characterReference, "a&", "a&", "lt;", "a<"),
    (.namedCharacterReference, "&am", "&am", "p", "&"),
    (.numericCharacterReference, "&#", "&#", "x;", "&#x;"),
    (.hexadecimalCharacterReferenceStart, "&#X", "&#X", "1F600;", "😀"),
    (.hexadecimalCharacterReference, "&#xD8", "Ø", "00;", "\u{FFFD}"),
    (.decimalCharacterReferenceStart, "&#", "&#", "13;\r", "\r\n"),
    (.decimalCharacterReference, "&#14", "\u{E}", "6", "’"),
  ]

  /// The same within `<svg>`.
  private static let foreignStates: [(Tokenizer.State, String, String, rest: String, String)] = [
    (.markupDeclarationOpen, "<![CDA", "<!--[CDA-->", "TA[a]]>", "a"),
    (.cdataSection, "<![CDATA[a\r", "a\n", "\n&lt;\u{0}]]>", "a\n&lt;\u{0}"),
    (.cdataSectionBracket, "<![CDATA[]", "]", "x]]>", "]x"),
    (.cdataSectionEnd, "<![CDATA[]]", "]]", "]>&lt;", "]<"),
  ]

  /// Tokens in the notation of the table.
  private static func text(_ tokens: [TokenRecorder.Token]) -> String {
    tokens.map(\.description).joined(separator: "|")
  }

  @Test("every state goes on with the next piece, and knows what to do at the end")
  func everyState() {
    var seen: Set<Tokenizer.State> = []
    for (rows, isForeign) in [(Self.states, false), (Self.foreignStates, true)] {
      for (state, start, tokens, rest, tokensWithRest) in rows {
        var tokenizer = Tokenizer()
        var recorder = TokenRecorder()
        recorder.contents = Self.contents
        recorder.isInForeignContent = isForeign
        Array(start.utf8).withUnsafeBufferPointer { tokenizer.read($0, into: &recorder) }
        if state == tokenizer.state { seen.insert(state) }
        #expect(Self.text(Self.tokens(start, isForeign: isForeign)) == tokens, "\(state)")
        let whole = Self.tokens(start + rest, isForeign: isForeign)
        #expect(Array(Self.text(whole).utf8) == Array(tokensWithRest.utf8), "\(state)")
        let cut = Self.tokens(start + rest, cuts: [start.utf8.count], isForeign: isForeign)
        #expect(cut == whole, "\(state)")
      }
    }
    // No piece can end in this state, because it takes no byte.
    seen.insert(.decimalCharacterReferenceStart)
    #expect(Set(Tokenizer.State.allCases).subtracting(seen).isEmpty)
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
    let samples = Self.states.map { $0.1 + $0.rest }
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
