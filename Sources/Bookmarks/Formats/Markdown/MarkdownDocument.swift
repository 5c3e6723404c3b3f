import CCmark
import Markup

/// A Markdown text as CommonMark's reference parser reads it.
final class MarkdownDocument {
  private let root: OpaquePointer

  /// Returns nil if there's no memory left.
  init?(_ bytes: [UInt8]) {
    let root = BoundedMarkdown.text(bytes).withUnsafeBytes { bytes in
      cmark_parse_document(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, CMARK_OPT_DEFAULT)
    }
    guard let root else { return nil }
    self.root = root
  }

  deinit { cmark_node_free(root) }

  /// Calls `body` for each node when it begins, and for those that contain others also when they
  /// end.
  func walk(_ body: (MarkdownNode, _ begins: Bool) -> Void) {
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      body(MarkdownNode(node: node), event == CMARK_EVENT_ENTER)
    }
  }
}

/// A node of a ``MarkdownDocument``, valid as long as the document exists.
struct MarkdownNode: Hashable {
  fileprivate let node: OpaquePointer

  var kind: cmark_node_type { cmark_node_get_type(node) }
  /// The text of a leaf.
  var text: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }
  /// The address of a link, with escapes and character references resolved.
  var address: String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }
  /// The text of a link, without that of images.
  var linkText: String {
    var text = ""
    var child = firstChild
    while let node = child {
      child = node.next
      if node.kind != CMARK_NODE_IMAGE { text += node.text + node.linkText }
    }
    return text
  }
  /// The level of a heading, from 1.
  var headingLevel: Int { Int(cmark_node_get_heading_level(node)) }
  var parent: MarkdownNode? { cmark_node_parent(node).map(MarkdownNode.init) }
  var next: MarkdownNode? { cmark_node_next(node).map(MarkdownNode.init) }
  var firstChild: MarkdownNode? { cmark_node_first_child(node).map(MarkdownNode.init) }

  /// Lines and columns count from 1, columns in bytes.
  var firstLine: Int { Int(cmark_node_get_start_line(node)) }
  var lastLine: Int { Int(cmark_node_get_end_line(node)) }
  var firstColumn: Int { Int(cmark_node_get_start_column(node)) }

  /// Returns the plain text of one line of Markdown, without markup and with escapes resolved.
  static func plainText(_ text: String) -> String {
    // Most texts have nothing that could be markup, which takes far less time to see.
    if text.utf8.allSatisfy({ isPlain($0) }) { return text }
    // After a word, nothing begins a block.
    guard let document = MarkdownDocument(Array("x \(text)".utf8)) else { return text }
    var plain = ""
    document.walk { node, begins in
      switch node.kind {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: plain += node.text
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: plain += " "
      case CMARK_NODE_HTML_INLINE where !node.text.hasPrefix("<!--"): plain += node.text
      default: break
      }
    }
    return String(plain.dropFirst(2))
  }
  /// Whether a byte never means anything but itself within a line.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "&"),
      UInt8(ascii: "!"), ..<0x20:
      false
    default: true
    }
  }
}
