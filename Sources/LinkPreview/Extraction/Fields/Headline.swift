import Markup

/// The heading of a page's content. It's the best evidence of the border between the title and the
/// site's name.
struct Headline {
  let text: String

  /// Whether `title` is the headline with something before or after it, as in `A Story | The Site`.
  ///
  /// Text separated by a colon usually belongs to the title (`Dune: Part Two`), unless it names the
  /// site or is the section label above a headline of several words.
  /// - Parameters:
  ///   - isOnlyAtStart: whether the title has to begin with the headline, unless it begins with the
  ///     name of the site.
  ///   - isSite: whether a text names the site.
  func isWhole(
    in title: String, isOnlyAtStart: Bool = false, isSite: (String) -> Bool
  ) -> Bool {
    guard text.utf8.count > 2, mayBeginOrEnd(title) else { return false }
    let headline = Self.key(text)
    let title = Self.key(title)
    guard headline.utf8.count < title.utf8.count, headline.count > 2 else { return false }
    if title.hasPrefix(headline) {
      let suffix = title.dropFirst(headline.count)
      return Self.isSeparated(suffix) || (suffix.first == ":" && isSite(String(suffix)))
    }
    guard title.hasSuffix(headline) else { return false }
    let prefix = title.dropLast(headline.count).drop(while: \.isWhitespace)
    if isOnlyAtStart, !isSite(String(prefix)) { return false }
    let mark = prefix.last { !$0.isWhitespace }
    if mark == ":" { return headline.split(separator: " ").count > 2 || isSite(String(prefix)) }
    return Self.isSeparated(prefix.reversed())
  }

  /// Whether the title contains a separator that a site's name could follow.
  static func mayBePart(of title: String) -> Bool { title.contains { separators.contains($0) } }

  /// - Parameter text: the title without the headline, starting next to the headline.
  private static func isSeparated(_ text: some Collection<Character>) -> Bool {
    let spaces = text.prefix(while: \.isWhitespace).count
    let marked = text.dropFirst(spaces)
    guard let mark = marked.first, separators.contains(mark) else { return false }
    // A mark without spaces may be part of a word, as in `Anti-Hero`.
    let isSpaced = spaces > 0 && marked.dropFirst().first?.isWhitespace != false
    return isSpaced || !wordMarks.contains(mark)
  }

  /// Rules out most headlines by the first and the last letter.
  private func mayBeginOrEnd(_ title: String) -> Bool {
    let areEqual = { (one: UInt8?, other: UInt8?) in
      guard let one, let other, one < 0x80, other < 0x80 else { return true }
      return one.asciiLowercased == other.asciiLowercased
    }
    return text != title
      && (areEqual(text.utf8.first, title.utf8.first) || areEqual(text.utf8.last, title.utf8.last))
  }

  /// Separators that also occur inside words.
  private static let wordMarks: Set<Character> = ["-", "–", "—", "/", "·", ":"]

  /// Separators between a title and its site's name.
  static let marks: [Character] = [
    "|", "-", "–", "—", "·", "•", ":", "»", "«", "›", "‹", "/", "｜",
  ]

  static let separators = Set(marks)
  static let separatorBytes = marks.compactMap(\.asciiValue)

  /// Normalises a text for comparison, because case and the shape of quotation marks don't matter.
  private static func key(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in text.inLowerCase.unicodeScalars {
      switch scalar {
      case "’", "‘", "′": scalars.append("'")
      case "“", "”", "„", "″": scalars.append("\"")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
