import Foundation
import LinkPreview

/// Writes a list: `- [title](address) — summary #tag`.
struct MarkdownForm: BookmarkForm {
  let opening = ""
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    // In angle brackets, where parentheses are nothing special.
    let link = bookmark.title.map { "[\(MarkdownEscape.escaped($0))](<\(address)>)" }
    let summary = bookmark.summary.map { " — \(MarkdownEscape.escaped($0))" }
    let tags = bookmark.tags.map { " #" + Self.tag($0) }.joined()
    return "- \(link ?? "<\(address)>")\(summary ?? "")\(tags)\n"
  }

  private static func tag(_ tag: String) -> String {
    let isOneWord = !tag.contains(" ") && !tag.allSatisfy(\.isNumber)
    return MarkdownEscape.escaped(tag) + (isOneWord ? "" : "#")
  }
}
