import Foundation
import Markup

extension Bookmark {
  /// The same bookmark fit to show and to write: files come from anywhere, so every text is plain
  /// and bounded, and no date is beyond what calendars can hold.
  ///
  /// Readers give out nothing else, and writers write nothing else, which is why what was written
  /// reads back the same.
  var sanitized: Bookmark {
    var bookmark = self
    bookmark.sanitize()
    return bookmark
  }

  /// As ``sanitized``, in place.
  mutating func sanitize() {
    if let text = title { title = PlainText.folded(text) }
    if let text = title, isAddress(text) { title = nil }
    if let text = summary { summary = PlainText.folded(text, limit: 5_000) }
    if let text = note { note = PlainText.foldedLines(text, limit: 20_000) }
    if !tags.isEmpty { tags = Self.sanitized(tags: tags) }
    savedAt = savedAt.flatMap(BookmarkDate.sanitized)
    openedAt = openedAt.flatMap(BookmarkDate.sanitized)
    metadata = metadata.flatMap(Self.sanitized(metadata:))
  }

  /// Whether a title only repeats the address, in whichever spelling.
  private func isAddress(_ title: String) -> Bool {
    title == address.text
      || (title.prefix(4).lowercased() == "http" && WebAddress(title) == address)
  }

  package static let tagLimit = 100

  private static func sanitized(tags: [String]) -> [String] {
    var kept: [String] = []
    kept.reserveCapacity(min(tags.count, tagLimit))
    for tag in tags.prefix(tagLimit) {
      if let tag = PlainText.folded(tag, limit: 100), !kept.contains(tag) { kept.append(tag) }
    }
    return kept
  }

  /// On one line, as a file with one object a line needs it; nil where it is no object.
  private static func sanitized(metadata: Data) -> Data? {
    let isLine = !metadata.contains(UInt8(ascii: "\n"))
    if isLine, metadata.first == UInt8(ascii: "{"), metadata.last == UInt8(ascii: "}") {
      return metadata
    }
    guard let object = try? JSONSerialization.jsonObject(with: metadata) as? [String: Any] else {
      return nil
    }
    return try? JSONSerialization.data(withJSONObject: object)
  }
}
