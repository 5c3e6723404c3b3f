import Testing

@testable import TerminalGrid

struct TextWrappingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var columns: Int
    var limit = 9
    var lines: [String]
    var testDescription: String { "\(text) in \(columns)" }
  }

  @Test(
    "text is wrapped into lines",
    arguments: [
      Case(text: "", columns: 5, lines: []),
      Case(text: "  ", columns: 5, lines: []),
      Case(text: "one two three", columns: 7, lines: ["one two", "three"]),
      Case(text: "one  two\n three", columns: 20, lines: ["one two three"]),
      Case(text: "Interpreters", columns: 5, lines: ["Inter", "prete", "rs"]),
      Case(text: "an Interpreter", columns: 5, lines: ["an", "Inter", "prete", "r"]),
      Case(text: "one two three", columns: 7, limit: 1, lines: ["one tw…"]),
      Case(text: "one two three four", columns: 9, limit: 2, lines: ["one two", "three…"]),
      Case(text: "日本語の入門", columns: 5, lines: ["日本", "語の", "入門"]),
      Case(text: "終わり。次", columns: 6, lines: ["終わ", "り。次"]),
      Case(text: "日本語", columns: 4, limit: 1, lines: ["日…"]),
      Case(text: "日", columns: 1, lines: ["日"]),
      Case(text: "a日b", columns: 2, lines: ["a", "日", "b"]),
      Case(text: "यह देवनागरी है", columns: 8, lines: ["यह", "देवनागरी", "है"]),
      Case(text: "한국어 튜토리얼", columns: 10, lines: ["한국어", "튜토리얼"]),
      Case(text: "anything", columns: 0, lines: []),
      Case(text: "anything", columns: 4, limit: 0, lines: []),
      Case(text: "👨‍👩‍👦👨‍👩‍👦", columns: 2, lines: ["👨‍👩‍👦", "👨‍👩‍👦"]),
    ])
  func lines(_ sample: Case) {
    #expect(
      TextWrapping.lines(sample.text, columns: sample.columns, limit: sample.limit) == sample.lines)
  }

  @Test("no line is too wide, and no word is lost", arguments: 2...40)
  func fits(columns: Int) {
    let text = "Build 自分の compiler — über große Wörter 👍🏽 مرحبا بالعالم supercalifragilistic ok"
    let lines = TextWrapping.lines(text, columns: columns, limit: .max)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
    let letters = { (text: String) in text.filter { !$0.isWhitespace } }
    #expect(letters(lines.joined()) == letters(text))
  }

  @Test(
    "text is truncated to one line",
    arguments: [
      ("Interpreters", 6, "Inter…"), ("short", 6, "short"), ("日本語", 5, "日本…"),
      ("日本語", 4, "日…"), ("word and", 6, "word…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
  func truncates(text: String, columns: Int, expected: String) {
    #expect(TextWrapping.truncated(text, columns: columns) == expected)
  }
}
