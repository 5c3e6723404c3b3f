import Markup

/// A line of a page's text around the words of a filter.
public struct Excerpt: Hashable, Sendable {
  /// One line of at most 160 characters, safe to show.
  public var text: String

  /// Creates an excerpt of a line that's safe to show.
  public init(text: String) { self.text = text }

  /// The most characters of an excerpt.
  static let limit = 160
  /// The bytes of text before the first word.
  private static let lead = 48
  /// The most positions of a word that are compared.
  private static let positionsLimit = 16

  /// Creates an excerpt that begins shortly before the first position with the most words together.
  /// Returns nil if the text has none of the words.
  package init?(of text: FoldedText, around words: [FoldedText.Needle]) {
    let positions = words.map { text.positions(of: $0, limit: Self.positionsLimit) }
    var best: (position: Int, count: Int)?
    for position in positions.joined().sorted() {
      let range = position..<position + Self.limit - Self.lead
      let count = positions.count { $0.contains(where: range.contains) }
      if count > best?.count ?? 0 { best = (position, count) }
    }
    guard let position = best?.position, let line = Self.line(of: text.bytes, around: position)
    else {
      return nil
    }
    self.text = line
  }

  private static func line(of bytes: [UInt8], around position: Int) -> String? {
    var start = max(0, position - lead)
    if start > 0 {
      // Begins with a whole word, or at least a whole character.
      let isSpace = { (byte: UInt8) in byte <= 0x20 }
      start =
        bytes[start..<position].firstIndex(where: isSpace).map { $0 + 1 }
        ?? bytes[start...position].firstIndex { $0 & 0xC0 != 0x80 } ?? position
    }
    // Combining marks and hidden characters take bytes, but no room.
    let end = min(bytes.count, start + 16 * limit)
    let part = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let line = PlainText.folded(part, limit: 16 * limit) else { return nil }
    let room = limit - (start > 0 ? 1 : 0)
    let isCut = end < bytes.count || line.count > room
    let excerpt = isCut ? String(line.prefix(room - 1)) + "…" : line
    return start > 0 ? "…" + excerpt : excerpt
  }
}
