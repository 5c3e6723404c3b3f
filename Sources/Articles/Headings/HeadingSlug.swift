import Markup

/// Distinguishes ids that generators make from headings, such as `id="related-work"`, from ids that
/// designers choose.
enum HeadingSlug {
  /// - Parameters:
  ///   - key: the letters and digits of the heading.
  ///   - isSection: whether it's the id of the heading's section. Designers name sections after
  ///     their content too, but in few words.
  static func isSlug(_ name: [UInt8], of key: [UInt8], isSection: Bool) -> Bool {
    let words = name.split { $0 == 0x2D || $0 == 0x5F }
    if isSection, words.count < 5 { return false }
    let whole = Self.key(name: name)
    guard whole.count >= 3, !key.isEmpty else { return false }
    // A second heading with the same words gets a number.
    if whole == key || whole.starts(with: key) && whole[key.count...].allSatisfy({ $0 < 0x3A }) {
      return true
    }
    // Long ids are cut off.
    if whole.count >= 20, key.starts(with: whole) { return true }
    return whole.count > key.count && key.count >= 3 && !isSection
      && prefixes.contains { whole == $0.utf8 + key }
  }

  private static func key(name: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    for byte in name { ArticleStatement.append(byte, to: &key) }
    return key
  }

  /// Prefixes that generators add.
  private static let prefixes = ["usercontent", "h", "heading", "section", "sec", "anchor", "toc"]
}

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
