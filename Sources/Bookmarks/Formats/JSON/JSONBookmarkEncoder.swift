import Foundation
import Markup

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
      openedAt: bookmark.openedAt.map(BookmarkDate.iso8601))
    // Text and tags: there is nothing JSON can't hold.
    guard let json = try? encoder.encode(object) else { return "" }
    // JSON already. Of the keys, it is the first in order.
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
