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
      : "[\(Self.escaped(bookmark.title ?? address))](\(target.text))"
    let summary = bookmark.summary.map { " — \(Self.escaped($0))" }
    let tags = bookmark.tags.map { " #" + Self.tag($0) }.joined()
    return "- \(link)\(summary ?? "")\(tags)\n"
  }

  /// In text, `#` begins a tag, and some programs take any address for a link.
  private static func escaped(_ text: String) -> String {
    MarkdownEscape.escaped(text, others: "#:")
  }

  private static func tag(_ tag: String) -> String {
    let isOneWord = !tag.contains(" ") && !tag.allSatisfy(\.isNumber)
    return escaped(tag) + (isOneWord ? "" : "#")
  }
}
