import Foundation
import Markup

/// Writes OPML 2.0 (http://opml.org/spec2.opml): an outline of links.
struct OPMLEncoder: BookmarkEncoder {
  let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <opml version="2.0">
    <head><title>Bookmarks</title></head>
    <body>

    """
  let closing = "</body>\n</opml>\n"

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    let tags = TagList.text(bookmark.tags)
    let attributes: [(String, String?)] = [
      ("text", bookmark.title ?? address), ("type", "link"), ("url", address),
      ("description", bookmark.summary), ("_note", bookmark.note),
      ("category", tags.isEmpty ? nil : tags),
      ("created", bookmark.savedAt.map(BookmarkDate.rfc5322)),
    ]
    let text = attributes.compactMap { name, value in
      value.map { " \(name)=\"\(MarkupEscape.attribute($0))\"" }
    }.joined()
    return "<outline\(text)/>\n"
  }
}
