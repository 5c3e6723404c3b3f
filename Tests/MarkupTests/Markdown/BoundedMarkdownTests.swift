import CCmark
import Foundation
import TestSupport
import Testing

@testable import Markup

/// Markdown that would take cmark more than linear time.
@Suite(.serialized) struct BoundedMarkdownTests {
  private static let options: MarkdownLines.Options = [.tables, .footnotes]

  private static func bounded(_ text: String) -> String {
    String(
      decoding: BoundedMarkdown.text(Array(text.utf8), options: options), as: UTF8.self)
  }

  private static func parse(_ text: String) {
    let bytes = BoundedMarkdown.text(Array(text.utf8), options: options)
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES)
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough"] {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    bytes.withUnsafeBytes { bytes in
      cmark_parser_feed(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    cmark_node_free(cmark_parser_finish(parser))
  }

  static let shapes: [[String]] = [
    ["a|b\n|-\n"], ["|a|b|\n-|-\n"], ["|-|-|\n-:\n|-|\n"], ["|a|b|\n|-|-|\n", "|-|-|\n"], ["|"],
    ["a\n", "-:\n"], ["a|b\n", "-|-\n"], ["|-"], ["a <? "], ["a <!A "], ["a <![CDATA["], ["<"],
    ["<a b='"], ["[a](b"], ["[a]("], ["[", "](b)"], ["![a", "[a](b)"], ["[a]"], ["![[]()"],
    ["*a _"], ["*a _", "**~~"], ["*a _", "[a](b)"], ["*a _**~"], ["~~a "], ["a~~"], ["_a*"],
    ["[^1]"], ["[^1]: "], ["[^1]: a\n\n", "[^1] "], ["[^=\n~~", "**+ (~"], ["[^a"],
    ["[a]: b\n"], ["[a]: bbbbbbbb", "\n\n[a]"], ["[a]: b \"", "c\n[x]: y\n", "\"\n\n", "[a]"],
    ["http://a.b "], ["http://"], ["www."], ["a@b.c "], ["`a"], ["``a`"], ["&#"], ["\\"],
    ["- a\n\n  "], ["> "], ["> ", "\n"], ["+ ", "\n"], ["1. ", "\n"], ["[^a]: ", "\n"], ["\r> a"],
    ["<div>\n"], ["```\n"], ["    a\n"], ["# a\n"], ["a\n=\n"], ["[a]: b\n=\n", "<? "],
    ["|a|\n|-|\n", "|\n", "<? \n"],
  ]

  @Test("four times the text takes about four times the work", arguments: shapes)
  func hostileShapes(parts: [String]) {
    cmark_gfm_core_extensions_ensure_registered()
    func text(_ length: Int) -> String {
      parts.map { String(repeating: $0, count: length / parts.count / $0.utf8.count) }.joined()
    }
    let (short, long) = (text(10_000), text(40_000))
    let time = ProcessorTime(short: { Self.parse(short) }, long: { Self.parse(long) })
    #expect(time.isInProportion, "\(time)")
  }

  @Test(arguments: [
    "Text with <?php and *emphasis*, [a](b) and [c][d].\n\n[d]: https://example.org \"Title\"\n",
    "| a | b |\n| --- | :-: |\n| c | `d` |\n| - | - |\n", "a\n---\nb\n\n---\n",
    "> [!note]\r\n> a\r\n",
    "```\n|a|b|\n|-\n```\n", "- [ ] a\n  - b\n    1. c\n", "[^1]: Note\n\n    More\n",
    "\u{FEFF}a\rb",
  ])
  func ordinaryTextStays(text: String) {
    #expect(Self.bounded(text) == text.replacing("\n| - |", with: "\n| \\- |"))
  }

  @Test(
    "what can't be a table for its size stays text",
    arguments: [
      ("a|b\n|-|\n", "a|b\n|\\-|\n"), ("a|b\n-|-\n-|-\n", "a|b\n-|-\n\\-|-\n"),
      (String(repeating: "|a", count: 201) + "\n" + String(repeating: "|-", count: 201), nil),
      (String(repeating: "a\n", count: 9) + "-:", nil),
    ] as [(String, String?)])
  func tablesWithinBounds(text: String, expected: String?) {
    let bounded = Self.bounded(text)
    if let expected {
      #expect(bounded == expected)
    } else {
      #expect(bounded != text)
      #expect(bounded.replacing("\\", with: "") == text)
    }
  }

  @Test("a long definition isn't one if there are many links by reference")
  func longDefinitions() {
    let address = String(repeating: "b", count: 200)
    for definition in [
      "[a]: \(address)", "[a]: b 'c\n[d]: e\n\(address)'", "[a]:\n\(address)",
      "[a\nb]: \(address)", "[a\\\\]: \(address)", "[a]: b\n(\(address))",
    ] {
      let few = "\(definition)\n\n[a]"
      #expect(Self.bounded(few) == few)
      let many = "\(definition)\n\n" + String(repeating: "[a]", count: 100_000)
      #expect(Self.bounded(many) == "\\" + many)
    }
  }

  @Test("a caret that's written as a reference isn't the mark of a note")
  func hiddenCarets() {
    for reference in ["&#94;", "&#x5E;", "&#X005e;", "&Hat;", "&#0094;"] {
      #expect(Self.bounded("a [\(reference)b]") == "a [\\^b]")
    }
    #expect(Self.bounded("[&#95;b] [&amp;b]") == "[&#95;b] [&amp;b]")
  }

  @Test("no line begins with more than twenty marks", arguments: ["> ", "- ", "1. ", "[^a]: "])
  func shallowLines(mark: String) {
    let line = String(repeating: mark, count: 50) + "a"
    let shallow = String(repeating: mark, count: 20).trimmingCharacters(in: .whitespaces)
    for lineBreak in ["\n", "\r", "\r\n"] {
      let bounded = Self.bounded(line + lineBreak + line)
      #expect(bounded.filter { $0 == mark.first }.count == 40)
      #expect(bounded.hasPrefix(shallow))
    }
  }
}
