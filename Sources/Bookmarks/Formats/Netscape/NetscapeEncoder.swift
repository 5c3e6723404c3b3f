import Foundation
import Markup

/// Writes the HTML that every browser imports. Fields that the format lacks are in attributes that
/// other programs ignore: `SUMMARY` and `TAG_LIST` are ours alone. `<DD>` contains the note, as in
/// other programs.
struct NetscapeEncoder: BookmarkEncoder {
  let opening = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks</H1>
    <DL><p>

    """
  let closing = "</DL><p>\n"
  let folderClosing = "</DL><p>\n"

  func folderOpening(_ name: String) -> String {
    "<DT><H3>\(MarkupEscape.text(name))</H3>\n<DL><p>\n"
  }

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    var text = "<DT><A HREF=\"\(MarkupEscape.attribute(address))\""
    if let date = bookmark.savedAt { text += " ADD_DATE=\"\(BookmarkDate.seconds(date))\"" }
    if let date = bookmark.openedAt { text += " LAST_VISIT=\"\(BookmarkDate.seconds(date))\"" }
    if !bookmark.tags.isEmpty {
      // Other programs support neither commas nor quotation marks in tags.
      let plain = bookmark.tags.compactMap { PlainText.folded($0.replacing(",", with: " ")) }
      text += " TAGS=\"\(MarkupEscape.attribute(plain.joined(separator: ",")))\""
      if !bookmark.tags.allSatisfy(TagList.isPlain) {
        text += " TAG_LIST=\"\(MarkupEscape.attribute(TagList.text(bookmark.tags)))\""
      }
    }
    if let summary = bookmark.summary {
      text += " SUMMARY=\"\(MarkupEscape.attribute(summary))\""
    }
    text += ">\(MarkupEscape.text(bookmark.title ?? address))</A>\n"
    if let note = bookmark.note { text += "<DD>\(MarkupEscape.text(note))\n" }
    return text
  }
}
