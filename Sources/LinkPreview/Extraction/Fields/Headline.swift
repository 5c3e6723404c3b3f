/// The heading a page gives its content: the best evidence of where its title ends and the name of
/// its site begins.
struct Headline {
  let text: String

  /// Whether `title` is the headline with something before or after it: `A Story | The Site`.
  ///
  /// What stands at a colon belongs to the title more often than not (`Dune: Part Two`), unless it
  /// names the site or is the rubric above a headline of several words.
  /// - Parameter isSite: whether a text names the site.
  func isWhole(in title: String, isSite: (String) -> Bool) -> Bool {
    let headline = Self.key(text), title = Self.key(title)
    guard headline.count > 2 else { return false }
    if title.hasPrefix(headline) {
      let rest = title.dropFirst(headline.count)
      return Self.isSeparated(rest) || (rest.first == ":" && isSite(String(rest)))
    }
    guard title.hasSuffix(headline) else { return false }
    let rest = title.dropLast(headline.count).drop(while: \.isWhitespace)
    let mark = rest.last { !$0.isWhitespace }
    if mark == ":" { return headline.split(separator: " ").count > 2 || isSite(String(rest)) }
    return Self.isSeparated(rest.reversed())
  }

  /// Whether there is a mark in the title that a site's name could stand behind.
  static func mayBePart(of title: String) -> Bool { title.contains { separators.contains($0) } }

  /// - Parameter rest: what the title has beside the headline, beginning next to it.
  private static func isSeparated(_ rest: some Collection<Character>) -> Bool {
    let spaces = rest.prefix(while: \.isWhitespace).count
    let marked = rest.dropFirst(spaces)
    guard let mark = marked.first, separators.contains(mark) else { return false }
    // `Anti-Hero` is one word.
    let isSpaced = spaces > 0 && marked.dropFirst().first?.isWhitespace != false
    return isSpaced || !wordMarks.contains(mark)
  }

  /// Those that stand within words, too.
  private static let wordMarks: Set<Character> = ["-", "–", "—", "/", "·", ":"]

  /// Those that stand between a title and the name of its site.
  static let marks: [Character] = [
    "|", "-", "–", "—", "·", "•", ":", "»", "«", "›", "‹", "/", "｜",
  ]

  static let separators = Set(marks)

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
