import Foundation
import Markup

/// Converts a Markdown text to HTML for the page reader. HTML in the text stays, because the page
/// reader removes what a page wouldn't show.
struct MarkdownHTML {
  private var html: [UInt8] = []
  /// Text that isn't written yet, because it may contain a part of an address.
  private var text = ""
  private var linkDepth = 0
  /// The number of open images, and the alternative text of the outermost.
  private var pictureDepth = 0
  private var alternativeText = ""
  /// The bytes at the start of the next text that were written in another form.
  private var skippedLength = 0
  /// The end of the first line of a callout.
  private var titleEnd: MarkdownNode?
  private var isInHeader = false
  private var alignments: [MarkdownNode.ColumnAlignment?] = []
  private var column = 0
  private let source: MarkdownSource
  private let labels: [String]
  /// The number of written notes.
  private var noteCount = 0

  static func html(of text: ArraySlice<UInt8>) -> Data {
    let text = MarkdownFormulas.written(in: MarkdownCallouts.written(in: Array(text)))
    guard let document = MarkdownDocument(text, options: [.tables, .footnotes]) else {
      return Data()
    }
    let source = MarkdownSource(text)
    var writer = MarkdownHTML(source: source, labels: source.noteLabels(in: document))
    writer.html.reserveCapacity(2 * text.count)
    document.walk { node, begins in writer.add(node, begins: begins) }
    return Data(writer.html)
  }

  private init(source: MarkdownSource, labels: [String]) {
    self.source = source
    self.labels = labels
  }

  private mutating func add(_ node: MarkdownNode, begins: Bool) {
    let kind = node.kind
    if pictureDepth > 0, kind != .picture {
      alternativeText += kind == .softBreak ? " " : node.text
      return
    }
    if kind == .text {
      text += node.text.dropFirst(skippedLength)
      skippedLength = max(0, skippedLength - node.text.utf8.count)
      return
    }
    writeText()
    switch kind {
    case .text, .document, .other: if kind == .document, !begins { endNotes() }
    case .quote:
      put(begins ? "<blockquote>" : "</blockquote>")
      if begins { titleEnd = node.calloutTitleEnd }
    case .list: add(list: node, begins: begins)
    case .item: add(item: node, begins: begins)
    case .code: add(code: node)
    case .html, .inlineHTML: put(node.text)
    case .paragraph:
      let isTight = node.parent?.kind == .item && node.parent?.parent?.isTight == true
      put(isTight ? "\n" : begins ? "<p>" : "</p>")
    case .heading: put("<\(begins ? "" : "/")h\(node.headingLevel)>")
    case .rule: put("<hr>")
    case .note: add(note: node, begins: begins)
    case .noteReference: if begins { add(noteReference: node) }
    // Every table in Markdown is a data table.
    case .table:
      if begins { alignments = node.alignments }
      put(begins ? "<table role=\"table\">" : "</table>")
    case .row:
      isInHeader = node.isHeader
      column = 0
      put(begins ? "<tr>" : "</tr>")
    case .cell: addCell(begins: begins)
    case .softBreak: put(node == titleEnd ? "<br>" : "\n")
    case .lineBreak: put("<br>")
    case .inlineCode:
      put("<code>")
      MarkupEscape.append(text: node.text, to: &html)
      put("</code>")
    case .emphasis: put(begins ? "<em>" : "</em>")
    case .strong: put(begins ? "<strong>" : "</strong>")
    case .deleted: put(begins ? "<del>" : "</del>")
    case .link: add(link: node, begins: begins)
    case .picture: add(picture: node, begins: begins)
    }
  }

  // MARK: - Blocks

  private mutating func add(list: MarkdownNode, begins: Bool) {
    if let start = list.listStart {
      put(begins ? "<ol start=\"\(start)\">" : "</ol>")
    } else {
      put(begins ? "<ul>" : "</ul>")
    }
  }

  private mutating func add(item: MarkdownNode, begins: Bool) {
    put(begins ? "<li>" : "</li>")
    // A checkbox belongs to the first line
    // (https://github.github.com/gfm/#task-list-items-extension-).
    guard begins, let paragraph = item.firstChild, paragraph.kind == .paragraph else { return }
    let start = paragraph.textAtStart(4)
    guard start.utf8.count == 4, start.hasSuffix("] ") || start.hasSuffix("]\t") else { return }
    // Text that only looks like a checkbox begins with a backslash.
    guard ["[ ]", "[x]", "[X]"].contains(start.prefix(3)),
      source.byte(at: paragraph) == UInt8(ascii: "[")
    else { return }
    put("<input type=\"checkbox\"\(start.hasPrefix("[ ]") ? "" : " checked")>")
    skippedLength = 3
  }

  private mutating func add(code: MarkdownNode) {
    let caption = CodeCaption.stated(in: code.language)
    put("<pre\(caption.map { " data-title=\"\(MarkupEscape.attribute($0))\"" } ?? "")><code")
    // `js {1,3}`, `{.js .lines}` and `{r, echo=FALSE}`.
    let name = code.language.drop { "{. ".contains($0) }.prefix { !"{}, \t".contains($0) }
    if !name.isEmpty { put(" class=\"language-\(MarkupEscape.attribute(String(name)))\"") }
    put(">")
    MarkupEscape.append(text: code.text, to: &html)
    put("</code></pre>")
  }

  private mutating func addCell(begins: Bool) {
    let name = isInHeader ? "th" : "td"
    guard begins else { return put("</\(name)>") }
    let alignment = alignments.indices.contains(column) ? alignments[column] : nil
    put("<\(name)\(alignment.map { " align=\"\($0.rawValue)\"" } ?? "")>")
    column += 1
  }

  // MARK: - Notes

  private mutating func add(note: MarkdownNode, begins: Bool) {
    guard begins else { return put("</li>") }
    if noteCount == 0 { put("<section class=\"footnotes\"><ol>") }
    noteCount += 1
    put("<li id=\"fn-\(noteCount)\">")
  }

  private mutating func endNotes() {
    if noteCount > 0 { put("</ol></section>") }
  }

  private mutating func add(noteReference: MarkdownNode) {
    let number = Int(noteReference.text) ?? 0
    let label = labels.indices.contains(number - 1) ? labels[number - 1] : noteReference.text
    put("<sup><a href=\"#fn-\(number)\">\(label)</a></sup>")
  }

  // MARK: - Within lines

  private mutating func add(link: MarkdownNode, begins: Bool) {
    linkDepth += begins ? 1 : -1
    guard begins else { return put("</a>") }
    put("<a href=\"")
    MarkupEscape.append(attribute: link.address, to: &html)
    put("\">")
  }

  private mutating func add(picture: MarkdownNode, begins: Bool) {
    pictureDepth += begins ? 1 : -1
    guard pictureDepth == 0 else { return }
    put("<img src=\"")
    MarkupEscape.append(attribute: picture.address, to: &html)
    put("\" alt=\"")
    MarkupEscape.append(attribute: alternativeText, to: &html)
    put("\">")
    alternativeText = ""
  }

  /// Writes the text since the last mark, with links for bare addresses.
  private mutating func writeText() {
    guard !text.isEmpty else { return }
    defer { text = "" }
    guard linkDepth == 0, text.containsBytes("://") || text.containsBytes("www.") else {
      return MarkupEscape.append(text: text, to: &html)
    }
    let bytes = Array(text.utf8)
    var position = 0
    for address in BareAddress.all(in: bytes[...], withoutScheme: true) {
      MarkupEscape.append(
        text: String(decoding: bytes[position..<address.start], as: UTF8.self), to: &html)
      let visible = String(decoding: bytes[address.start..<address.end], as: UTF8.self)
      put("<a href=\"\(MarkupEscape.attribute(address.text))\">\(MarkupEscape.text(visible))</a>")
      position = address.end
    }
    MarkupEscape.append(text: String(decoding: bytes[position...], as: UTF8.self), to: &html)
  }

  private mutating func put(_ text: String) { html += text.utf8 }
}

extension MarkdownNode {
  /// Returns the first bytes of a paragraph's text.
  fileprivate func textAtStart(_ count: Int) -> String {
    var text = ""
    var child = firstChild
    while let node = child, node.kind == .text, text.utf8.count < count {
      text += node.text
      child = node.next
    }
    return String(decoding: text.utf8.prefix(count), as: UTF8.self)
  }

  /// The end of a quote's first line, if the quote is a callout in the syntax of GitHub
  /// (https://docs.github.com/en/get-started/writing-on-github#alerts) and Obsidian
  /// (https://help.obsidian.md/callouts): `[!note] Title`.
  fileprivate var calloutTitleEnd: MarkdownNode? {
    guard let paragraph = firstChild, paragraph.kind == .paragraph,
      paragraph.textAtStart(2) == "[!"
    else { return nil }
    var child = paragraph.firstChild
    while let node = child, node.kind != .softBreak { child = node.next }
    return child
  }
}

/// The source text of a document's nodes.
private struct MarkdownSource {
  private let text: [UInt8]
  private var lineStarts = [0]

  init(_ text: [UInt8]) {
    self.text = text
    for position in text.indices {
      let isPair = text[position] == 0x0D && position + 1 < text.count && text[position + 1] == 0x0A
      if text[position] == 0x0A || text[position] == 0x0D && !isPair {
        lineStarts.append(position + 1)
      }
    }
  }

  /// The first byte of a node.
  func byte(at node: MarkdownNode) -> UInt8? {
    guard let start = start(ofLineOf: node) else { return nil }
    let position = start + node.firstColumn - 1
    return text.indices.contains(position) ? text[position] : nil
  }

  private func start(ofLineOf node: MarkdownNode) -> Int? {
    lineStarts.indices.contains(node.firstLine - 1) ? lineStarts[node.firstLine - 1] : nil
  }

  /// The labels of the notes, in order. Numbers and single letters from the source stay. If some
  /// notes have other labels or share one, all are numbered.
  func noteLabels(in document: MarkdownDocument) -> [String] {
    var labels: [String?] = []
    document.walk { node, begins in
      if begins, node.kind == .note { labels.append(label(of: node)) }
    }
    let known = labels.compactMap(\.self)
    guard known.count < labels.count || Set(known).count < known.count else { return known }
    return labels.indices.map { "\($0 + 1)" }
  }

  private func label(of note: MarkdownNode) -> String? {
    guard let start = start(ofLineOf: note) else { return nil }
    let rest = text[start...].drop { $0 != UInt8(ascii: "^") && $0 != 0x0A && $0 != 0x0D }
    let label = rest.dropFirst().prefix(13).prefix { $0 != UInt8(ascii: "]") }
    let isNumber = label.allSatisfy { $0 &- 0x30 < 10 }
    guard (1...12).contains(label.count),
      isNumber || label.count == 1 && label.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 })
    else { return nil }
    return String(decoding: label, as: UTF8.self)
  }
}
