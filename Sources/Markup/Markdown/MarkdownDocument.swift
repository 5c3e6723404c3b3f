import CCmark
import Foundation

/// A Markdown text, parsed by cmark-gfm.
package final class MarkdownDocument {
  private let root: OpaquePointer

  /// - Parameter options: the syntax to read beyond CommonMark.
  /// - Returns: nil if there's no memory left.
  package init?(_ bytes: [UInt8], options: MarkdownLines.Options = []) {
    var flags = CMARK_OPT_DEFAULT
    if options.contains(.footnotes) { flags |= CMARK_OPT_FOOTNOTES }
    let bounded = BoundedMarkdown.text(bytes, options: options)
    let root = Self.lock.withLock { () -> OpaquePointer? in
      cmark_gfm_core_extensions_ensure_registered()
      guard let parser = cmark_parser_new(flags) else { return nil }
      defer { cmark_parser_free(parser) }
      if options.contains(.tables) {
        for name in ["table", "strikethrough"] {
          cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
      }
      bounded.withUnsafeBytes { bytes in
        cmark_parser_feed(
          parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
      return cmark_parser_finish(parser)
    }
    guard let root else { return nil }
    self.root = root
  }

  deinit { cmark_node_free(root) }

  /// Guards cmark-gfm's global tables of extensions and memory.
  private static let lock = NSLock()

  /// Calls `body` for each node when it begins, and again when a node that can contain others ends.
  package func walk(_ body: (MarkdownNode, _ begins: Bool) -> Void) {
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
package struct MarkdownNode: Hashable {
  package enum Kind: Sendable {
    case document, quote, list, item, code, html, paragraph, heading, rule, note
    case table, row, cell
    case text, softBreak, lineBreak, inlineCode, inlineHTML, emphasis, strong, deleted, link
    case picture, noteReference
    case other
  }

  package enum ColumnAlignment: String { case left, center, right }

  fileprivate let node: OpaquePointer

  package var kind: Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .inlineCode
    case CMARK_NODE_HTML_INLINE: .inlineHTML
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .picture
    case CMARK_NODE_FOOTNOTE_REFERENCE: .noteReference
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .code
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .rule
    case CMARK_NODE_FOOTNOTE_DEFINITION: .note
    default: kindOfExtension
    }
  }

  private var kindOfExtension: Kind {
    switch cmark_node_get_type_string(node).map({ String(cString: $0) }) {
    case "strikethrough": .deleted
    case "table": .table
    case "table_row", "table_header": .row
    case "table_cell": .cell
    default: .other
    }
  }

  /// The text of a leaf, or the number of the referenced note.
  package var text: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }
  /// The address of a link, with resolved escapes and character references.
  package var address: String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }
  /// The text of a link, without the text of images.
  package var linkText: String {
    var text = ""
    var child = firstChild
    while let node = child {
      child = node.next
      if node.kind != .picture { text += node.text + node.linkText }
    }
    return text
  }
  /// The text after a code fence.
  package var language: String { cmark_node_get_fence_info(node).map { String(cString: $0) } ?? "" }
  /// The level of a heading, from 1.
  package var headingLevel: Int { Int(cmark_node_get_heading_level(node)) }
  /// The number of the first item of a list. Nil for an unnumbered list.
  package var listStart: Int? {
    cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(node)) : nil
  }
  package var isTight: Bool { cmark_node_get_list_tight(node) != 0 }
  /// Whether the row of a table is its header.
  package var isHeader: Bool { cmark_gfm_extensions_get_table_row_is_header(node) != 0 }
  /// The alignment of each column of a table.
  package var alignments: [ColumnAlignment?] {
    guard let signs = cmark_gfm_extensions_get_table_alignments(node) else { return [] }
    return (0..<Int(cmark_gfm_extensions_get_table_columns(node))).map { column in
      switch signs[column] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: nil
      }
    }
  }
  package var parent: MarkdownNode? { cmark_node_parent(node).map(MarkdownNode.init) }
  package var next: MarkdownNode? { cmark_node_next(node).map(MarkdownNode.init) }
  package var firstChild: MarkdownNode? { cmark_node_first_child(node).map(MarkdownNode.init) }

  /// The line and column where the node begins, from 1. Columns are counted in bytes.
  package var firstLine: Int { Int(cmark_node_get_start_line(node)) }
  package var lastLine: Int { Int(cmark_node_get_end_line(node)) }
  package var firstColumn: Int { Int(cmark_node_get_start_column(node)) }

  /// Returns the plain text of one line of Markdown, without markup and with resolved escapes.
  package static func plainText(_ text: String) -> String {
    // Most texts contain nothing that could be markup, which takes far less time to check.
    if text.utf8.allSatisfy({ isPlain($0) }) { return text }
    // After a word, no block can begin.
    guard let document = MarkdownDocument(Array("x \(text)".utf8)) else { return text }
    var plain = ""
    document.walk { node, begins in
      switch node.kind {
      case .text, .inlineCode: plain += node.text
      case .softBreak, .lineBreak: plain += " "
      case .inlineHTML where !node.text.hasPrefix("<!--"): plain += node.text
      default: break
      }
    }
    return String(plain.dropFirst(2))
  }

  /// Whether a byte never has a special meaning within a line.
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
