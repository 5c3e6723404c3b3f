import Foundation

/// All words of the full-text index in one buffer. Searching a few megabytes of memory for a part
/// of a word takes a hundredth of the time that SQLite would need.
struct WordList: Sendable {
  /// Has a line break before, between and after the words.
  private let text: Data

  /// - Parameter words: the words, separated by line breaks.
  init(_ words: String) { text = Data("\n\(words)\n".utf8) }

  /// Returns the words that contain a text, at most as many as one query can hold.
  func words(containing part: String) -> [String] {
    let folded = Data(
      part.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).utf8)
    let lineBreak = Data("\n".utf8)
    var words: [String] = []
    var rest = text.startIndex..<text.endIndex
    guard !folded.isEmpty, !folded.contains(lineBreak[0]) else { return [] }
    while words.count < Self.limit, let found = text.range(of: folded, in: rest),
      let start = text.range(
        of: lineBreak, options: .backwards, in: text.startIndex..<found.lowerBound)?.upperBound,
      let end = text.range(of: lineBreak, in: found.upperBound..<text.endIndex)?.lowerBound
    {
      words.append(String(decoding: text[start..<end], as: UTF8.self))
      rest = end..<text.endIndex
    }
    return words
  }

  private static let limit = 200
}
