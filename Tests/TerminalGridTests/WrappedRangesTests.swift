import TerminalGrid
import Testing

/// Lines as ranges of a text.
struct WrappedRangesTests {
  static let texts: [(text: String, columns: Int, lines: [String])] = [
    ("", 10, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("one  two", 8, ["one  two"]), ("  one two  ", 20, ["one two"]),
    ("one\ntwo", 20, ["one", "two"]), ("one\n\ntwo", 20, ["one", "", "two"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("x abcdefghij", 4, ["x", "abcd", "efgh", "ij"]),
    ("日本語の段落", 6, ["日本語", "の段落"]), ("日本語、段落", 6, ["日本", "語、段", "落"]),
    ("日本（語の段落）", 6, ["日本", "（語の", "段落）"]), ("「「日本」」", 6, ["「「日", "本」」"]),
    ("a日本語b c", 4, ["a日", "本語", "b c"]), ("naïve façade", 6, ["naïve", "façade"]),
    ("zero\u{A0}width\u{3000}spaces", 6, ["zero", "width", "spaces"]),
    ("e\u{301}e\u{301}e\u{301} x", 3, ["e\u{301}e\u{301}e\u{301}", "x"]),
    ("👨‍👩‍👦👨‍👩‍👦", 2, ["👨‍👩‍👦", "👨‍👩‍👦"]),
  ]

  @Test("lines break between words, at line feeds and around wide characters", arguments: texts)
  func lines(text: String, columns: Int, lines: [String]) {
    let utf8 = Array(text.utf8)
    let ranges = TextWrapping.ranges(of: text, columns: columns)
    #expect(ranges.map { String(decoding: utf8[$0], as: UTF8.self) } == lines)
  }

  @Test(
    "ranges are in order, fit, and leave out only white space", arguments: [1, 2, 3, 7, 19, 80])
  func complete(columns: Int) {
    let text = Self.texts.map(\.text).joined(separator: " \n") + String(repeating: "w", count: 300)
    let utf8 = Array(text.utf8)
    var end = 0
    for range in TextWrapping.ranges(of: text, columns: columns) {
      #expect(range.lowerBound >= end)
      let gap = String(decoding: utf8[end..<range.lowerBound], as: UTF8.self)
      #expect(gap.allSatisfy { $0.isWhitespace })
      let line = String(decoding: utf8[range], as: UTF8.self)
      // A wide character takes two columns even where there's only one.
      #expect(DisplayWidth.columns(of: line) <= max(2, columns))
      end = range.upperBound
    }
    #expect(end == utf8.count)
    #expect(TextWrapping.ranges(of: text, columns: 0).isEmpty)
  }
}
