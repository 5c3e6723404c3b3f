import Foundation
import Markup

extension Bookmark {
  /// The same bookmark, made safe to show and to write. Files come from anywhere, so every text
  /// becomes plain and bounded, and dates beyond what calendars can hold are dropped.
  ///
  /// Readers return only sanitized bookmarks, and writers write only those, so that a written file
  /// reads back the same.
  var sanitized: Bookmark {
    var bookmark = self
    bookmark.sanitize()
    return bookmark
  }

  /// Sanitizes the bookmark in place. See ``sanitized``.
  mutating func sanitize() {
    if let text = title { title = PlainText.folded(text) }
    if let text = title, isAddress(text) { title = nil }
    if let text = summary { summary = PlainText.folded(text, limit: TextLimit.summary) }
    if let text = note { note = PlainText.foldedLines(text, limit: TextLimit.note) }
    if !tags.isEmpty { tags = Self.sanitized(tags: tags) }
    savedAt = savedAt.flatMap(BookmarkDate.sanitized)
    openedAt = openedAt.flatMap(BookmarkDate.sanitized)
    metadata = metadata.flatMap(Self.sanitized(metadata:))
  }

  /// Whether a title only repeats the address, in any spelling.
  private func isAddress(_ title: String) -> Bool {
    // The first letter rules out most titles.
    if let first = title.utf8.first, first | 0x20 != UInt8(ascii: "h") { return false }
    return title == address.text
      || (title.prefix(4).lowercased() == "http" && WebAddress(title) == address)
  }

  /// The maximum number of tags from a link's surroundings, such as folders and words.
  static let tagLimit = 100

  /// The maximum number of tags that a file lists for a link. Nobody reaches the limit, so every
  /// exported tag is imported again.
  package static let listedTagLimit = 10_000

  private static func sanitized(tags: [String]) -> [String] {
    var kept: [String] = []
    var known: Set<String> = []
    for tag in tags.prefix(listedTagLimit) {
      guard let tag = PlainText.folded(tag, limit: TextLimit.tag) else { continue }
      if known.insert(tag).inserted { kept.append(tag) }
    }
    return kept
  }

  /// Returns the metadata on one line, as a file with one object per line needs it, or nil if it
  /// isn't an object.
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
