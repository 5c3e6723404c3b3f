/// The letters to find in order, with memory that's reused for many texts.
package struct FuzzyPattern {
  private let letters: [Unicode.Scalar]
  /// The letters in both cases, if all of them are ASCII.
  private let ascii: [(lower: UInt8, upper: UInt8)]?
  /// Memory for the best scores of the letters so far, by the position of the last letter in the
  /// text, and for those with one more letter.
  private var scores: [Int] = []
  /// For each letter except the first and each position, the position of the letter before it.
  private var origins: [Int] = []

  private static let letterScore = 3
  private static let startScore = 3
  private static let besideScore = 3
  private static let none = -1_000_000
  /// A longer word isn't an abbreviation.
  private static let limit = 40

  /// Returns nil if there are fewer than two letters, which occur nearly everywhere.
  package init?(_ word: String, folding: inout ScalarFolding) {
    letters = FoldedLetters(word, folding: &folding).scalars
    guard (2...Self.limit).contains(letters.count) else { return nil }
    ascii =
      letters.allSatisfy(\.isASCII)
      ? letters.map { letter in
        let lower = UInt8(truncatingIfNeeded: letter.value)
        return (lower, letter.properties.isLowercase ? lower & 0xDF : lower)
      } : nil
  }

  /// Whether a text in UTF-8 may contain the letters. Quick for ASCII.
  package func mayOccur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let ascii else { return true }
    // By index, because a slice would count references for each letter.
    var next = 0
    for byte in text {
      // Other scalars may be folded to ASCII.
      if byte >= 0x80 { return true }
      guard byte == ascii[next].lower || byte == ascii[next].upper else { continue }
      next += 1
      if next == ascii.count { return true }
    }
    return false
  }

  /// Returns the score of the best match, or nil if none is good enough.
  package mutating func score(in text: FoldedLetters) -> Int? {
    end(in: text, tracing: false)?.score
  }

  /// Returns the best match that's good enough, with the positions of its letters.
  mutating func match(in text: FoldedLetters) -> (score: Int, positions: [Int])? {
    guard let end = end(in: text, tracing: true) else { return nil }
    let width = text.scalars.count
    var positions = [end.position]
    for row in letters.indices.dropFirst().reversed() {
      positions.append(origins[row * width + positions[positions.count - 1]])
    }
    return (end.score, positions.reversed())
  }

  /// Returns the score of the best match and the position of its last letter.
  private mutating func end(
    in text: FoldedLetters, tracing: Bool
  ) -> (score: Int, position: Int)? {
    guard occurs(in: text) else { return nil }
    let width = text.scalars.count
    if scores.count < 2 * width { scores = Array(repeating: 0, count: 2 * width) }
    var origins = Array(repeating: 0, count: tracing ? width * letters.count : 0)
    let end = scores.withUnsafeMutableBufferPointer { [letters] memory in
      origins.withUnsafeMutableBufferPointer { origins in
        var last = UnsafeMutableBufferPointer(rebasing: memory[..<width])
        var next = UnsafeMutableBufferPointer(rebasing: memory[width..<2 * width])
        last.update(repeating: Self.none)
        for row in letters.indices {
          Self.addLetter(
            letters[row], isFirst: row == 0, in: text, to: last, next,
            origins: tracing ? UnsafeMutableBufferPointer(rebasing: origins[(row * width)...]) : nil
          )
          swap(&last, &next)
        }
        return last.indices.max { last[$0] < last[$1] }.map { (score: last[$0], position: $0) }
      }
    }
    self.origins = origins
    guard let end, end.score >= Self.letterScore * letters.count else { return nil }
    return end
  }

  /// Computes the best scores with one more letter.
  private static func addLetter(
    _ letter: Unicode.Scalar, isFirst: Bool, in text: FoldedLetters,
    to last: UnsafeMutableBufferPointer<Int>, _ next: UnsafeMutableBufferPointer<Int>,
    origins: UnsafeMutableBufferPointer<Int>?
  ) {
    // The best score at least two positions back, minus a point for each skipped letter.
    var distant = (score: none, position: 0)
    text.scalars.withUnsafeBufferPointer { scalars in
      for position in scalars.indices {
        if position >= 2, last[position - 2] >= distant.score {
          distant = (last[position - 2], position - 2)
        }
        distant.score -= 1
        next[position] = none
        guard scalars[position] == letter else { continue }
        let own = letterScore + (text.startsWord[position] ? startScore : 0)
        if isFirst {
          next[position] = own
          continue
        }
        var best = distant
        if position >= 1, last[position - 1] + besideScore >= best.score {
          best = (last[position - 1] + besideScore, position - 1)
        }
        guard best.score > none / 2 else { continue }
        next[position] = best.score + own
        origins?[position] = best.position
      }
    }
  }

  /// Whether the text contains the letters in order.
  private func occurs(in text: FoldedLetters) -> Bool {
    var next = 0
    for scalar in text.scalars where scalar == letters[next] {
      next += 1
      if next == letters.count { return true }
    }
    return false
  }
}

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
