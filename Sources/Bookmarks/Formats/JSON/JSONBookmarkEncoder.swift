import Foundation
import Markup

/// Writes an object with all fields per bookmark, one per line, with or without an array around
/// them.
struct JSONBookmarkEncoder: BookmarkEncoder {
  let isArray: Bool
  private let encoder: JSONEncoder

  init(isArray: Bool) {
    self.isArray = isArray
    encoder = JSONEncoder()
    // Sorts keys so that the same bookmarks give the same file, which suits version control.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  var opening: String { isArray ? "[" : "" }
  var closing: String { isArray ? "\n]\n" : "" }

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let object = Object(
      url: bookmark.address.text, title: bookmark.title, summary: bookmark.summary,
      note: bookmark.note, tags: bookmark.tags.isEmpty ? nil : bookmark.tags,
      savedAt: bookmark.savedAt.map(BookmarkDate.iso8601),
      openedAt: bookmark.openedAt.map(BookmarkDate.iso8601))
    // Can't fail, because JSON can represent any text and tags.
    guard let json = try? encoder.encode(object) else { return "" }
    // The metadata is JSON already, and its key sorts first.
    let metadata = bookmark.metadata.map { "\"metadata\":\(String(decoding: $0, as: UTF8.self))," }
    let text = "{\(metadata ?? "")\(String(decoding: json, as: UTF8.self).dropFirst())"
    return isArray ? (isFirst ? "\n" : ",\n") + text : text + "\n"
  }

  private struct Object: Encodable {
    var url: String
    var title: String?
    var summary: String?
    var note: String?
    var tags: [String]?
    var savedAt: String?
    var openedAt: String?
  }
}
