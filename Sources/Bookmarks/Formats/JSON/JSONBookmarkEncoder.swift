import Markup

/// Writes an object with all fields per bookmark, one per line, with or without an array around
/// them. Keys are sorted, so that the same bookmarks give the same file, which suits version control.
struct JSONBookmarkEncoder: BookmarkEncoder {
  let isArray: Bool

  var opening: String { isArray ? "[" : "" }
  var closing: String { isArray ? "\n]\n" : "" }

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    var object = JSONWriter()
    if let metadata = bookmark.metadata { object.add("metadata", json: metadata) }
    let fields: [(String, (any JSONRepresentable)?)] = [
      ("note", bookmark.note), ("openedAt", bookmark.openedAt.map(BookmarkDate.iso8601)),
      ("savedAt", bookmark.savedAt.map(BookmarkDate.iso8601)), ("summary", bookmark.summary),
      ("tags", bookmark.tags.isEmpty ? nil : bookmark.tags), ("title", bookmark.title),
      ("url", bookmark.address.text),
    ]
    for case (let name, let value?) in fields { object.add(name, value.json) }
    return isArray ? (isFirst ? "\n" : ",\n") + object.line : object.line + "\n"
  }
}
