/// A fuzzy match: the letters of a word in order in a text, but not necessarily side by side.
///
/// Beginnings of words and letters side by side count most, and each skipped letter costs a point.
/// The best matches are therefore abbreviations and words with a missing letter.
///
///     FuzzyMatch(of: "crint", in: "Crafting Interpreters")?.ranges  // "Cr", "Int"
///     FuzzyMatch(of: "crna", in: "Crafting Interpreters")           // nil
public struct FuzzyMatch: Equatable, Sendable {
  /// The matching parts of the text, in order.
  public let ranges: [Range<String.Index>]
  /// The quality of the match. Higher is better.
  public let score: Int

  /// Returns nil if letters are missing or too far apart.
  public init?(of word: String, in text: String) {
    var folding = ScalarFolding()
    let letters = FoldedLetters(text, folding: &folding)
    guard var pattern = FuzzyPattern(word, folding: &folding),
      let match = pattern.match(in: letters)
    else { return nil }
    score = match.score
    var ranges: [Range<String.Index>] = []
    for position in match.positions {
      let start = letters.indices[position]
      let end = text.index(after: start)
      if let last = ranges.last, last.upperBound >= start {
        ranges[ranges.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        ranges.append(start..<end)
      }
    }
    self.ranges = ranges
  }
}
