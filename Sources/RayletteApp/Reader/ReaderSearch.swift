import Foundation
import Links
import Localization
import TerminalGrid

/// The text of a search in an article, with its matches.
struct ReaderSearch: Equatable, Sendable {
  let text: String
  /// The matches in order.
  let matches: [ArticleLayout.TextSpan]
  /// The index of the selected match.
  var current: Int?
  /// The indices in ``matches`` by text, in order.
  private var matchesByText: [Int: [Int]] = [:]

  /// Finds a text in an article, ignoring case, accents, and the forms of ``WidthFolding``. Matches
  /// may span lines of the layout.
  init(_ text: String, in layout: ArticleLayout) {
    self.text = text
    guard !text.allSatisfy(\.isWhitespace) else {
      matches = []
      return
    }
    // Reverses the matches of each text, to take them from the end. The lines of a text are in the
    // text's order.
    let folded = text.widthFolded
    var found = layout.texts.map { Array($0.text.ranges(matching: folded).reversed()) }
    var matches: [ArticleLayout.TextSpan] = []
    for (index, line) in layout.lines.enumerated() {
      for case .text(_, let text, let range) in line.parts {
        while let match = found[text].last, match.lowerBound < range.upperBound {
          found[text].removeLast()
          guard match.lowerBound >= range.lowerBound else { continue }
          matchesByText[text, default: []].append(matches.count)
          matches.append(.init(text: text, range: match, line: index))
        }
      }
    }
    self.matches = matches
  }

  /// Returns the matches in a part of a text, and whether each is the selected one.
  func matches(in text: Int, _ range: Range<Int>) -> [(range: Range<Int>, isCurrent: Bool)] {
    let indices = matchesByText[text] ?? []
    let start = indices.partitioningIndex { matches[$0].range.upperBound > range.lowerBound }
    return indices[start...].prefix { matches[$0].range.lowerBound < range.upperBound }
      .map { (matches[$0].range.clamped(to: range), $0 == current) }
  }
}

extension String {
  /// Returns the UTF-8 ranges in this text where it matches a folded text.
  fileprivate func ranges(matching text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let own = WidthFoldedText(self)
    var start = own.folded.startIndex
    while let match = own.folded.range(
      of: text, options: [.caseInsensitive, .diacriticInsensitive],
      range: start..<own.folded.endIndex), !match.isEmpty
    {
      let range = own.originalRange(match)
      let lower = utf8.distance(from: startIndex, to: range.lowerBound)
      let count = utf8.distance(from: range.lowerBound, to: range.upperBound)
      ranges.append(lower..<lower + count)
      start = match.upperBound
    }
    return ranges
  }
}

extension ReaderState {
  mutating func beginSearch(in context: inout UpdateContext) {
    guard let page, page.content != nil else { return }
    context.open(.prompt(Prompt(.find, text: "")))
    self.page?.search = nil
    searchOrigin = page.top
  }

  /// Shows the matches so far while the user types.
  mutating func search(_ text: String, in surroundings: Surroundings) {
    guard let layout = page?.layout, text != page?.search?.text ?? "" else { return }
    scroll(to: searchOrigin, in: surroundings)
    var search = ReaderSearch(text, in: layout)
    search.current =
      search.matches.firstIndex { $0.line >= searchOrigin } ?? (search.matches.isEmpty ? nil : 0)
    page?.search = text.isEmpty ? nil : search
    if let current = search.current { reveal(search.matches[current], in: surroundings) }
  }

  /// Ends the search, and returns to the position before it.
  mutating func cancelSearch(in surroundings: Surroundings) {
    page?.search = nil
    scroll(to: searchOrigin, in: surroundings)
  }

  /// Ends typing the search.
  func endSearch(in context: inout UpdateContext) {
    guard let search = page?.search else { return }
    if search.matches.isEmpty {
      context.inform(localized("No match for \(search.text)."))
    }
  }

  mutating func goToMatch(_ step: Int, in context: inout UpdateContext) {
    guard var search = page?.search, !search.matches.isEmpty else { return }
    let count = search.matches.count
    let next = (search.current ?? (step > 0 ? -1 : 0)) + step
    search.current = (next + count) % count
    page?.search = search
    if let current = search.current { reveal(search.matches[current], in: context.surroundings) }
    if next >= count { context.inform(localized("Continued at the top.")) }
    if next < 0 { context.inform(localized("Continued at the end.")) }
  }
}
