import Foundation
import Markup

/// Writes CSV (RFC 4180) with Raindrop's column names, which other programs read too.
struct CSVEncoder: BookmarkEncoder {
  static let header = ["url", "title", "excerpt", "note", "tags", "created", "opened"]

  var opening: String { Self.line(Self.header) }
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    Self.line([
      bookmark.address.text, bookmark.title ?? "", bookmark.summary ?? "",
      bookmark.note ?? "", TagList.text(bookmark.tags),
      bookmark.savedAt.map(BookmarkDate.iso8601) ?? "",
      bookmark.openedAt.map(BookmarkDate.iso8601) ?? "",
    ])
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { field in
      let isPlain = !field.utf8.contains { "\",\r\n".utf8.contains($0) }
      return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
  }
}
