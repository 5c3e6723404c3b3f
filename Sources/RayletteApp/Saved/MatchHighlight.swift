import Foundation
import Links
import TerminalGrid

/// Finds the parts of a text that match the filter terms.
struct MatchHighlight {
  private let terms: [String]
  /// Whether the terms match fuzzily, letter by letter.
  private let isFuzzy: Bool

  init(terms: [String], isFuzzy: Bool = false) {
    self.terms = terms.map(\.widthFolded)
    self.isFuzzy = isFuzzy
  }

  init(_ query: SavedQuery) {
    self.init(terms: query.filter.highlights, isFuzzy: query.isFuzzy)
  }

  /// Splits the text into matches and the text between them.
  func pieces(of text: String) -> [(text: Substring, isMatch: Bool)] {
    var pieces: [(Substring, Bool)] = []
    var start = text.startIndex
    for match in matches(in: text) {
      if start < match.lowerBound { pieces.append((text[start..<match.lowerBound], false)) }
      pieces.append((text[match], true))
      start = match.upperBound
    }
    if start < text.endIndex { pieces.append((text[start...], false)) }
    return pieces
  }

  /// Cuts words off the beginning of a text that's too wide, so that its first match is visible.
  func beginning(of text: String, columns: Int, ellipsis: String) -> String {
    guard DisplayWidth.columns(of: text) > columns, let match = matches(in: text).first else {
      return text
    }
    // Leaves room for some words after the match.
    let room = columns * 2 / 3
    guard DisplayWidth.columns(of: String(text[..<match.upperBound])) > room else { return text }
    let lead = max(0, room - DisplayWidth.columns(of: ellipsis + text[match]))
    var start = match.lowerBound
    var taken = 0
    var position = start
    while position > text.startIndex {
      position = text.index(before: position)
      taken += DisplayWidth.columns(of: String(text[position]))
      if taken > lead { break }
      // A word begins after a space.
      if text[position] == " " { start = text.index(after: position) }
    }
    return ellipsis + text[start...]
  }

  private func matches(in text: String) -> [Range<String.Index>] {
    guard isFuzzy else {
      let text = WidthFoldedText(text)
      var matches: [Range<String.Index>] = []
      var start = text.folded.startIndex
      while let match = nextMatch(in: text.folded, from: start) {
        matches.append(text.originalRange(match))
        start = match.upperBound
      }
      return matches
    }
    var matches = RangeSet<String.Index>()
    for term in terms {
      let ranges = FuzzyMatch(of: term, in: text)?.ranges ?? []
      for range in ranges { matches.insert(contentsOf: range) }
    }
    return Array(matches.ranges)
  }

  /// Returns the first match, and the longest one if several terms match there. Prefers matches at
  /// the beginning of a word.
  private func nextMatch(in text: String, from start: String.Index) -> Range<String.Index>? {
    let found = terms.compactMap { term -> Range<String.Index>? in
      var from = start
      var inside: Range<String.Index>?
      while let range = text.range(
        of: term, options: [.caseInsensitive, .diacriticInsensitive], range: from..<text.endIndex),
        !range.isEmpty
      {
        let beginsWord =
          range.lowerBound == text.startIndex
          || !text[text.index(before: range.lowerBound)].isLetter
        if beginsWord { return range }
        inside = inside ?? range
        from = range.upperBound
      }
      return inside
    }
    return found.min { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
  }
}

extension Grid {
  /// Draws text on one line with its matches highlighted.
  /// - Returns: the column after the last glyph.
  @discardableResult
  mutating func draw(
    _ text: String, highlighting highlight: MatchHighlight, x: Int, y: Int, style: CellStyle,
    matchStyle: CellStyle, clip: GridRect
  ) -> Int {
    let spans = highlight.pieces(of: text).map { piece in
      StyledSpan(String(piece.text), style: piece.isMatch ? matchStyle : style)
    }
    return draw(spans, x: x, y: y, clip: clip)
  }
}
