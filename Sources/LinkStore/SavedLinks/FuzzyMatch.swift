/// The letters of a word, in order but not necessarily side by side, in a text.
///
/// Beginnings of words and letters side by side count most, and each skipped letter counts against
/// it. So the best matches are abbreviations and words with a letter too few.
///
///     FuzzyMatch(of: "crint", in: "Crafting Interpreters")?.ranges  // "Cr", "Int"
///     FuzzyMatch(of: "crna", in: "Crafting Interpreters")           // nil
public struct FuzzyMatch: Equatable, Sendable {
  /// The matching parts of the text, in order.
  public let ranges: [Range<String.Index>]
  /// How good the match is; more is better.
  public let score: Int

  /// Returns nil if the letters aren't there, or too far apart.
  public init?(of word: String, in text: String) {
    var folding = ScalarFolding()
    let letters = FoldedLetters(text, folding: &folding)
    guard let pattern = FuzzyPattern(word, folding: &folding),
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

/// The letters of a text, folded, without what's between them.
struct FoldedLetters {
  private(set) var scalars: [Unicode.Scalar] = []
  /// Whether the letter at the same place is the first one of a word.
  private(set) var startsWord: [Bool] = []
  /// Where the letter at the same place is in the text.
  private(set) var indices: [String.Index] = []

  /// Longer texts are cut off, because they'd match anything.
  static let limit = 300

  init(_ text: String, folding: inout ScalarFolding) {
    var isStart = true
    let unicode = text.unicodeScalars
    for index in unicode.indices {
      guard scalars.count < Self.limit else { return }
      switch folding.folded(unicode[index]) {
      case .letter(let letter):
        scalars.append(letter)
        startsWord.append(isStart)
        indices.append(index)
        isStart = false
      case .separator: isStart = true
      case .diacritic: continue
      }
    }
  }
}

/// The letters to find in order.
struct FuzzyPattern {
  private let letters: [Unicode.Scalar]

  private static let letterScore = 3
  private static let startScore = 3
  private static let besideScore = 3
  /// Longer words are no abbreviations.
  private static let limit = 40

  /// Returns nil if there are fewer than two letters, which occur nearly everywhere.
  init?(_ word: String, folding: inout ScalarFolding) {
    letters = FoldedLetters(word, folding: &folding).scalars
    guard (2...Self.limit).contains(letters.count) else { return nil }
  }

  /// Returns the best match that's good enough.
  func match(in text: FoldedLetters) -> (score: Int, positions: [Int])? {
    guard occurs(in: text) else { return nil }
    let width = text.scalars.count
    // The best score of the letters so far with the last of them here, and where the one before is.
    var scores = [Int?](repeating: nil, count: width)
    var before = [[Int]]()
    for (row, letter) in letters.enumerated() {
      var next = [Int?](repeating: nil, count: width)
      var origins = [Int](repeating: -1, count: width)
      // The best of the former letter's scores at least two places back, less what was skipped since.
      var apart: (score: Int, place: Int)?
      for place in 0..<width {
        if place >= 2, let score = scores[place - 2], score >= apart?.score ?? .min {
          apart = (score, place - 2)
        }
        apart?.score -= 1
        guard text.scalars[place] == letter else { continue }
        let own = Self.letterScore + (text.startsWord[place] ? Self.startScore : 0)
        if row == 0 {
          next[place] = own
          continue
        }
        if let apart { (next[place], origins[place]) = (apart.score + own, apart.place) }
        if place >= 1, let score = scores[place - 1],
          score + own + Self.besideScore >= next[place] ?? .min
        {
          (next[place], origins[place]) = (score + own + Self.besideScore, place - 1)
        }
      }
      scores = next
      before.append(origins)
    }
    guard let end = scores.indices.max(by: { scores[$0] ?? .min < scores[$1] ?? .min }),
      let score = scores[end], score >= Self.letterScore * letters.count
    else { return nil }
    var positions = [end]
    for row in letters.indices.dropFirst().reversed() {
      positions.append(before[row][positions[positions.count - 1]])
    }
    return (score, positions.reversed())
  }

  /// Whether the letters occur in order at all, which is quick to find out.
  private func occurs(in text: FoldedLetters) -> Bool {
    var next = 0
    for scalar in text.scalars where scalar == letters[next] {
      next += 1
      if next == letters.count { return true }
    }
    return false
  }
}
