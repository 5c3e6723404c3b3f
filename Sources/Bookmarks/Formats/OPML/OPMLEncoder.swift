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
      ("text", bookmark.title.map(Self.outlineText) ?? address), ("type", "link"), ("url", address),
      ("description", bookmark.summary), ("_note", bookmark.note),
      ("category", tags.isEmpty ? nil : tags),
      ("created", bookmark.savedAt.map(BookmarkDate.rfc5322)),
    ]
    let text = attributes.compactMap { name, value in
      value.map { " \(name)=\"\(MarkupEscape.attribute($0))\"" }
    }.joined()
    return "<outline\(text)/>\n"
  }

  /// Escapes a title that would be read as markup, because the text of an outline may be HTML.
  private static func outlineText(_ title: String) -> String {
    let isPlain = FeedText(title, .unknown).plain(limit: TextLimit.title) == title
    return isPlain ? title : MarkupEscape.text(title)
  }
}
