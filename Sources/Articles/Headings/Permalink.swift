import Markup

/// Distinguishes a heading's permalink, a link to itself for readers who want to share its address,
/// from the heading's words.
enum Permalink {
  /// Whether the text of a link is a permalink's mark, such as `#` or `¶`, or its description.
  static func isLabel(_ text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self).inLowerCase
    let content = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\u{200B}" }
    // Some of these characters also mark notes.
    if content.allSatisfy({ !isWordOrNote($0) }) { return true }
    let label = text.drop { $0.isWhitespace }
    return phrases.contains { label.hasPrefix($0) } || label.filter(\.isLetter) == "link"
  }

  private static func isWordOrNote(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil && scalar != "#"
      || ["*", "†", "‡"].contains(scalar)
  }

  /// The descriptions that widely used generators add for people who can't see the mark.
  private static let phrases = [
    "permalink", "permanent link", "link to this", "link to heading", "link to section",
    "direct link", "section titled", "anchor", "copy link", "copy url", "copied", "link copied",
    "jump to heading", "lien permanent", "direkter link", "enlace permanente", "enlace directo",
    "link zu diesem", "link zum abschnitt",
  ]
}
