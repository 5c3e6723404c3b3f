import Foundation
import TerminalGrid

/// What's searched for in an article, and where it stands.
struct ReaderSearch: Equatable, Sendable {
  let text: String
  /// The matches in order.
  let matches: [Match]
  /// The match that was gone to.
  var current: Int?
  /// The index of the line at the top when the search began.
  var origin = 0

  struct Match: Equatable, Sendable {
    /// The index of the text in ``ArticleLayout/texts``.
    let text: Int
    let range: Range<Int>
    /// The index of the line that it begins in.
    let line: Int
  }

  /// Finds a text in an article, whatever the case and the accents. Line breaks of the layout don't
  /// matter.
  init(_ text: String, in layout: ArticleLayout) {
    self.text = text
    guard !text.allSatisfy(\.isWhitespace) else {
      matches = []
      return
    }
    let found = layout.texts.map { $0.text.ranges(matching: text) }
    var matches: [Match] = []
    for (index, line) in layout.lines.enumerated() {
      for case .text(_, let text, let range) in line.parts {
        for match in found[text] where range.contains(match.lowerBound) {
          matches.append(Match(text: text, range: match, line: index))
        }
      }
    }
    self.matches = matches
  }

  /// Returns the matches in a part of a text, and whether each is the current one.
  func matches(in text: Int, _ range: Range<Int>) -> [(range: Range<Int>, isCurrent: Bool)] {
    // The matches are in the order of lines, not of texts, because of tables.
    matches.enumerated().compactMap { index, match in
      guard match.text == text, match.range.overlaps(range) else { return nil }
      return (match.range.clamped(to: range), index == current)
    }
  }
}

extension String {
  /// Returns the UTF-8 ranges of another text in this one, whatever the case and the accents.
  fileprivate func ranges(matching text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = startIndex
    while let range = range(
      of: text, options: [.caseInsensitive, .diacriticInsensitive], range: start..<endIndex),
      !range.isEmpty
    {
      let lower = utf8.distance(from: startIndex, to: range.lowerBound)
      let count = utf8.distance(from: range.lowerBound, to: range.upperBound)
      ranges.append(lower..<lower + count)
      start = range.upperBound
    }
    return ranges
  }
}

extension AppState {
  mutating func beginFind() {
    guard let page, page.shown != nil else { return }
    prompt = Prompt(.find, text: "")
    self.page?.search = nil
    self.page?.anchor = page.anchor
    findOrigin = page.top
  }

  /// Shows what's found so far, while it's typed.
  mutating func find(_ text: String) {
    guard let layout = page?.layout else { return }
    scrollReader(to: findOrigin)
    var search = ReaderSearch(text, in: layout)
    search.origin = findOrigin
    search.current =
      search.matches.firstIndex { $0.line >= findOrigin } ?? (search.matches.isEmpty ? nil : 0)
    page?.search = text.isEmpty ? nil : search
    if let current = search.current { reveal(line: search.matches[current].line) }
  }

  /// Ends the search where it began.
  mutating func cancelFind() {
    page?.search = nil
    scrollReader(to: findOrigin)
  }

  /// Ends typing.
  mutating func endFind() {
    guard let search = page?.search else { return }
    if search.matches.isEmpty { notice = .information("No match for \(search.text).") }
  }

  mutating func goToMatch(_ step: Int) {
    guard var search = page?.search, !search.matches.isEmpty else { return }
    let count = search.matches.count
    let next = (search.current ?? (step > 0 ? -1 : 0)) + step
    search.current = (next + count) % count
    page?.search = search
    if let current = search.current { reveal(line: search.matches[current].line) }
    if next >= count { notice = .information("Continued at the top.") }
    if next < 0 { notice = .information("Continued at the end.") }
  }
}
