import Foundation
import Links

/// The rank of a command for the typed words. Lower is better.
struct CommandRank: Comparable {
  enum Kind: Int {
    /// The word is a key of the command.
    case key
    /// The word begins a word of the title or the name.
    case start
    case inside
    /// The letters of the word occur in order.
    case fuzzy
  }

  /// The kind of match of the word with the worst match.
  private(set) var kind = Kind.key
  /// The sum of the scores of fuzzy matches. Higher is better.
  private var score = 0

  /// Returns nil if one of the words doesn't match.
  init?(of terms: [String], in entry: Palette.Entry) {
    for term in terms.map(\.widthFolded) {
      guard let (kind, score) = Self.rank(of: term, in: entry) else { return nil }
      if kind.rawValue > self.kind.rawValue { self.kind = kind }
      self.score += score
    }
  }

  private static func rank(of term: String, in entry: Palette.Entry) -> (Kind, score: Int)? {
    if entry.keys.contains(term) { return (.key, 0) }
    let texts = [entry.title.widthFolded, entry.command]
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    let words = texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
    // A typed name such as saved.remove spans several words.
    let starts = texts.map { $0[...] } + words
    if starts.contains(where: { $0.range(of: term, options: options.union(.anchored)) != nil }) {
      return (.start, 0)
    }
    if texts.contains(where: { $0.range(of: term, options: options) != nil }) {
      return (.inside, 0)
    }
    return texts.compactMap { FuzzyMatch(of: term, in: $0)?.score }.max().map { (.fuzzy, $0) }
  }

  static func < (a: CommandRank, b: CommandRank) -> Bool {
    (a.kind.rawValue, -a.score) < (b.kind.rawValue, -b.score)
  }
}
