import Foundation
import LinkPreview

/// Writes objects with all that is known, one a line, in an array or not.
struct JSONBookmarkEncoder: BookmarkEncoder {
  let isArray: Bool
  private let encoder: JSONEncoder

  init(isArray: Bool) {
    self.isArray = isArray
    encoder = JSONEncoder()
    // The same bookmarks give the same file, which is kind to version control.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  var opening: String { isArray ? "[" : "" }
  var closing: String { isArray ? "\n]\n" : "" }

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let object = Object(
      url: bookmark.address.text, title: bookmark.title, summary: bookmark.summary,
      note: bookmark.note, tags: bookmark.tags.isEmpty ? nil : bookmark.tags,
      savedAt: bookmark.savedAt.map(BookmarkDate.iso8601),
      openedAt: bookmark.openedAt.map(BookmarkDate.iso8601), metadata: bookmark.metadata)
    // Text, tags and metadata of text and whole numbers: there is nothing JSON can't hold.
    guard let json = try? encoder.encode(object) else { return "" }
    let text = String(decoding: json, as: UTF8.self)
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
    var metadata: LinkMetadata?
  }
}
