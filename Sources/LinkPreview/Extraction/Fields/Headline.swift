/// The heading a page gives its content: the best evidence of where its title ends and the name of
/// its site begins.
struct Headline {
  let text: String

  /// Whether `title` is the headline with something before or after it: `A Story | The Site`.
  func isWhole(in title: String) -> Bool {
    let headline = Self.key(text), title = Self.key(title)
    guard headline.count > 2 else { return false }
    if title.hasPrefix(headline) {
      return Self.isSeparated(title.dropFirst(headline.count))
    }
    return title.hasSuffix(headline) && Self.isSeparated(title.dropLast(headline.count).reversed())
  }

  /// Whether there is a mark in the title that a site's name could stand behind.
  static func mayBePart(of title: String) -> Bool { title.contains { separators.contains($0) } }

  private static func isSeparated(_ rest: some Sequence<Character>) -> Bool {
    rest.first { !$0.isWhitespace }.map { separators.contains($0) } ?? false
  }

  static let separators: Set<Character> = [
    "|", "-", "–", "—", "·", "•", ":", "»", "«", "›", "‹", "/", "｜",
  ]

  /// Case and the shape of quotation marks don't matter.
  private static func key(_ text: String) -> String {
    String(
      text.lowercased().map { character in
        switch character {
        case "’", "‘", "′": "'"
        case "“", "”", "„", "″": "\""
        default: character
        }
      })
  }
}
