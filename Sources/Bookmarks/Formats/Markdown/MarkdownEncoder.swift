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

/// An address escaped for the parentheses of a link.
struct MarkdownTarget {
  /// The escaped address. In angle brackets only if its parentheses would end it too early.
  let text: String
  /// Whether the address needs no escapes.
  let isPlain: Bool

  init(_ address: String) {
    // Some parsers resolve a character reference even after a backslash.
    let references = address.replacing(
      /&(?=(?:[A-Za-z][A-Za-z0-9]*|#[A-Za-z0-9]+);)/, with: "&amp;")
    var escaped: [UInt8] = []
    // Code and HTML take precedence over links.
    for byte in references.utf8 {
      if "\\`<>".utf8.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    let text = String(decoding: escaped, as: UTF8.self)
    isPlain = text == address
    self.text = Self.isBalanced(address) ? text : "<\(text)>"
  }

  private static func isBalanced(_ address: String) -> Bool {
    var depth = 0
    for byte in address.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      // CommonMark doesn't ask every parser to support more than three levels.
      if depth < 0 || depth > 3 { return false }
    }
    return depth == 0
  }
}
