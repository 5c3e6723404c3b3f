import TestSupport
import Testing

@testable import Markup

/// The lines of Markdown, which have to be what the parser takes them for.
@Suite struct MarkdownLinesTests {
  private static let options: MarkdownLines.Options = [.tables, .footnotes]

  private static func lines(_ text: [UInt8]) -> [MarkdownLines.Line] {
    var reader = MarkdownLines(text, options: options)
    var lines: [MarkdownLines.Line] = []
    while let line = reader.next() { lines.append(line) }
    return lines
  }

  /// A letter for each content: text, which begins with a capital, and the rest.
  private static func letters(_ text: String) -> String {
    lines(Array(text.utf8)).map { line in
      switch line.content {
      case .blank: "-"
      case .paragraph(let isFirst): isFirst ? "T" : "t"
      case .heading: "h"
      case .rule: "u"
      case .delimiterRow: "d"
      case .row: "r"
      case .fence: "f"
      case .code: "c"
      case .html: "x"
      }
    }.joined()
  }

  @Test(arguments: [
    ("a\nb\n\nc", "Tt-T"), ("# a\nb\n---\n---", "hTuu"), ("```\n# a\n~~~\n```\na", "fccfT"),
    ("    a\n\n    b\nc", "c-cT"), ("a\n    b", "Tt"), ("> a\nb\n> ```\n> c\nd", "TtfcT"),
    ("- a\n\n      b\n  c\n\nd", "T-cT-T"), ("- ```\n  a\nb", "fcT"), ("<div>\na\n\nb", "xx-T"),
    ("<!-- a\n\nb -->\nc", "x-xT"), ("a\n<b>\n<b>\n", "Ttt"), ("<b>\na\n\nb", "xx-T"),
    ("|a|b|\n|-|-|\n|c|\n\nd", "Tdr-T"), ("|a|\n|-|-|\nc", "Ttt"), ("a\rc|b\r\n-|-\n", "Ttd"),
    ("[^1]: a\n\n    b\n\nc", "T-T-T"), ("1. a\n2. b\n10) c\n\n   d", "TTT-T"),
    ("a\n2. b\n1. c\n-\n- d", "TtT-T"), ("\t- a", "c"), ("-\ta\n\n\tb", "T-T"),
    ("<https://a.example>\na", "Tt"), ("<script>\n\n</script>\na", "x-xT"),
    (":-:\n|\n", "Tt"), ("a\n:-\n|\n", "TdT"), ("~~~ `a`\nb\n~~~~\n", "fcf"), ("``` `a`\nb", "Tt"),
  ])
  func contents(text: String, letters: String) {
    // The blank lines of HTML are HTML.
    let read = Self.letters(text)
    #expect(read == letters || read == letters.replacing("x-x", with: "xxx"))
  }

  @Test("the content begins behind the marks around it")
  func starts() {
    for (text, start, column) in [
      ("> - a", 4, 4), ("  a", 2, 2), ("1.  a", 4, 4), ("-\ta", 2, 4), ("[^1]: a", 6, 6),
    ] {
      let line = Self.lines(Array(text.utf8))[0]
      #expect(line.start == start)
      #expect(line.column == column)
    }
  }

  private static let tokens = [
    "|-|\n", "|a|b|\n", "|-|-|\n", "-:\n", "\r", "|", "\n\n", "x ", "[", "]", "<b>", "<!--", "-->",
    "<?", "?>", "<div>", "</div>", "<pre>", "</pre>", "*", "``", "```\n", "~~~\n", "   ", "    ",
    "a", " ", "\n", "-", "[^1]: ", "#", "# ", "> ", "- ", "1. ", "2) ", "\t", "***\n", "=\n",
    "---\n", "<http://a>\n", "<a href='x'>\n", "b\n", "+ ", ">", "\r\n", "<a>x\n",
  ]

  @Test("random text has its code, HTML and paragraphs where the parser has them")
  func agreesWithTheParser() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...14, using: &random) {
        text += Self.tokens.randomElement(using: &random) ?? ""
      }
      let bytes = BoundedMarkdown.text(Array(text.utf8), options: Self.options)
      let lines = Self.lines(bytes)
      let document = try #require(MarkdownDocument(bytes, options: Self.options))
      document.walk { node, begins in
        guard begins, lines.indices.contains(node.firstLine - 1) else { return }
        let content = lines[node.firstLine - 1].content
        let isRight =
          switch node.kind {
          case .paragraph: content == .paragraph(isFirst: true)
          case .html: content == .html
          case .code: if case .fence = content { true } else { content == .code }
          default: true
          }
        #expect(isRight, "\(node.kind) is \(content) in \(text.debugDescription)")
      }
    }
  }
}
