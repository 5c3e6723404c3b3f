import Markup

/// A line of a page's text around the words of a filter.
public struct Excerpt: Hashable, Sendable {
  /// One line of at most 160 characters, safe to show.
  public var text: String

  public init(text: String) { self.text = text }

  /// The most characters of an excerpt.
  static let limit = 160
  /// How many bytes of the text come before the first word.
  private static let lead = 48
  /// The most places of a word that are compared.
  private static let placesLimit = 16

  /// Takes an excerpt that begins shortly before the place where the most words are together, the
  /// first of several. Returns nil if the text has none of the words.
  package init?(of text: FoldedText, around words: [FoldedText.Needle]) {
    let places = words.map { text.places(of: $0, limit: Self.placesLimit) }
    var best: (place: Int, count: Int)?
    for place in places.joined().sorted() {
      let range = place..<place + Self.limit - Self.lead
      let count = places.count { $0.contains(where: range.contains) }
      if count > best?.count ?? 0 { best = (place, count) }
    }
    guard let place = best?.place, let line = Self.line(of: text.bytes, around: place) else {
      return nil
    }
    self.text = line
  }

  private static func line(of bytes: [UInt8], around place: Int) -> String? {
    var start = max(0, place - lead)
    if start > 0 {
      // Begins with a whole word, or at least a whole character.
      let isSpace = { (byte: UInt8) in byte <= 0x20 }
      start =
        bytes[start..<place].firstIndex(where: isSpace).map { $0 + 1 }
        ?? bytes[start...place].firstIndex { $0 & 0xC0 != 0x80 } ?? place
    }
    // Marks and what mustn't be shown take bytes, but no characters.
    let end = min(bytes.count, start + 16 * limit)
    let part = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let line = PlainText.folded(part, limit: 16 * limit) else { return nil }
    let room = limit - (start > 0 ? 1 : 0)
    let isCut = end < bytes.count || line.count > room
    let shown = isCut ? String(line.prefix(room - 1)) + "…" : line
    return start > 0 ? "…" + shown : shown
  }
}
