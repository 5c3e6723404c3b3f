import Foundation
import Markup

/// Writes a list: `- [title](address) — summary #tag`.
struct MarkdownEncoder: BookmarkEncoder {
  let opening = ""
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    let target = MarkdownTarget(address)
    let link =
      bookmark.title == nil && target.isPlain
      ? "<\(address)>"
      : "[\(MarkdownEscape.escaped(bookmark.title ?? address))](\(target.text))"
    let summary = bookmark.summary.map { " — \(MarkdownEscape.escaped($0))" }
    let tags = bookmark.tags.map { " #" + Self.tag($0) }.joined()
    return "- \(link)\(summary ?? "")\(tags)\n"
  }

  private static func tag(_ tag: String) -> String {
    let isOneWord = !tag.contains(" ") && !tag.allSatisfy(\.isNumber)
    return MarkdownEscape.escaped(tag) + (isOneWord ? "" : "#")
  }
}
