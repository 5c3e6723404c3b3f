import Foundation
import LinkPreview
import Markup

/// Builds the blocks of an article from the kept parts of a page.
struct BlockBuilder {
  /// An open element with its content so far.
  struct Frame {
    var node: Int32
    var kind: Kind
    var inlines: [ArticleInline] = []
    var blocks: [ArticleBlock] = []
    var items: [[ArticleBlock]] = []
    var cells: [[ArticleInline]] = []
    /// The node of the last cell of a row, or -1.
    var lastCell: Int32 = -1
    /// The number of the next rows in which a cell from above takes a column, by column.
    var spans: [Int: Int] = [:]
    var header: [[ArticleInline]] = []
    var alignments = ColumnAlignments()
    var rows: [[[ArticleInline]]] = []
    var code: [UInt8] = []
    var caption: [ArticleInline] = []
    var isHeader = true
    /// The number of blocks after the last one became a list of loose items.
    var looseItems = 0
  }

  enum Kind {
    case root, list, item, quote, code, heading, table, row, cell, figure, caption, term,
      callout, calloutTitle
    case link, strong, emphasis, deleted, inlineCode, superscript, `subscript`

    var isInline: Bool {
      switch self {
      case .link, .strong, .emphasis, .deleted, .inlineCode, .superscript, .subscript: true
      default: false
      }
    }
  }

  let tree: ElementTree
  let page: Page
  let contexts: BlockContexts
  let footnotes: FootnoteLinks
  /// Whether captions stay without their pictures, because the article consists of captions.
  private(set) var captionsAreText = false
  var frames: [Frame] = [Frame(node: -1, kind: .root)]
  /// The innermost open element, or -1 for none. Nil if the open elements may not be those around a
  /// node.
  var entered: Int32?
  var lastIsSpace = true
  /// The run of the current paragraph. A different run begins another paragraph.
  var paragraph = Int.min

  /// The row of the layout table with the last formula, or -1.
  var formulaRow: Int32 = -1
  /// Whether the builder reads notes, and the nodes of the current note. Elements around those
  /// nodes don't count.
  var isInNotes = false
  var outside = 0..<0

  init(_ main: MainText, page: Page) {
    let tree = main.tree
    self.tree = tree
    footnotes = main.footnotes
    captionsAreText = main.captionsAreText
    self.page = page
    contexts = BlockContexts(tree)
  }

  /// Returns the blocks of the main text.
  static func blocks(of main: MainText, page: Page) -> [ArticleBlock] {
    var builder = BlockBuilder(main, page: page)
    builder.read(main)
    return builder.finish(with: notes(of: main, page: page))
  }

  private mutating func read(_ main: MainText) {
    let kept = main.runs.indices.filter { !main.runs[$0].isRemoved }
    guard let first = kept.first, let last = kept.last else { return }
    let start = Int(min(main.runs[first].start, Int32(main.start)))
    let end = max(Int(main.runs[last].end), main.pictureEnd)
    read(kept, in: start..<max(start, end), of: main)
  }

  /// - Parameter kept: the runs among the nodes that are in the article.
  mutating func read(_ kept: [Int], in nodes: Range<Int>, of main: MainText) {
    var next = 0
    var index = nodes.lowerBound
    var notes = isInNotes ? [] : footnotes.notes[...]
    while index < nodes.upperBound, !Task.isCancelled {
      if main.isDropped[index] {
        index = Int(tree.nodes[index].end)
        continue
      }
      while let note = notes.first, note.nodes.upperBound <= index { notes.removeFirst() }
      if let note = notes.first, note.nodes.contains(index) {
        index = note.nodes.upperBound
        continue
      }
      while next < kept.count, main.runs[kept[next]].end <= index { next += 1 }
      let isInRun = next < kept.count && main.runs[kept[next]].start <= index
      if let label = footnotes.references[index] {
        if isInRun { footnoteReference(label, at: index, in: kept[next]) }
        index = Int(tree.nodes[index].end)
        continue
      }
      if isInNotes && footnotes.backLinks.contains(index)
        || footnotes.repeatedNumbers.contains(index)
      {
        index = Int(tree.nodes[index].end)
        continue
      }
      let node = tree.nodes[index]
      if node.isText {
        if isInRun { text(index, in: kept[next]) }
      } else if node.element == .br {
        if isInRun { lineBreak(index, in: kept[next]) }
      } else if node.element == .img {
        if index >= main.start { picture(index, in: isInRun ? kept[next] : -1 - index) }
      } else if node.element == .video || node.element == .audio || node.element == .iframe {
        if index >= main.start { media(index) }
      } else if node.element == .input {
        task(
          index, before: next < kept.count ? main.runs[kept[next]] : nil,
          in: next < kept.count ? kept[next] : -1)
      } else if node.element == .hr, index > main.start {
        enter(index, paragraph: -1 - index)
        endParagraph()
        addBlock(.rule)
      }
      index += 1
    }
  }

  mutating func finish() -> [ArticleBlock] {
    endParagraph()
    while frames.count > 1 { closeFrame() }
    flush()
    return frames[0].blocks.withoutRepeatedPictures.withoutUselessRules
  }

  private mutating func finish(with notes: [ArticleBlock]) -> [ArticleBlock] {
    let blocks = finish()
    return notes.isEmpty ? blocks : blocks.withoutNotesHeading + notes
  }
}

extension BlockBuilder {
  /// Adds a cell to a row. First adds empty cells in place of spanned and empty ones, so that the
  /// cell is below its column's heading (https://html.spec.whatwg.org/#forming-a-table).
  mutating func append(_ content: [ArticleInline], of node: Int32, toRow row: Int) {
    appendEmptyCells(before: node, toRow: row)
    place(content, of: node, inRow: row)
    frames[row].lastCell = node
  }

  /// Adds a row's empty cells between its last cell and a node.
  mutating func appendEmptyCells(before node: Int32, toRow row: Int) {
    let last = frames[row].lastCell
    var index = last < 0 ? frames[row].node + 1 : tree.nodes[Int(last)].end
    while index < node, frames[row].cells.count < Self.columnsLimit {
      let next = tree.nodes[Int(index)]
      // An element that ends after the node is around it.
      guard !next.isText, next.end <= node else {
        index += 1
        continue
      }
      if next.element == .td || next.element == .th { place([], of: index, inRow: row) }
      index = max(next.end, index + 1)
    }
  }

  private mutating func place(_ content: [ArticleInline], of node: Int32, inRow row: Int) {
    if frames[row - 1].kind == .table {
      var cells = frames[row].cells
      frames[row - 1].skipSpanned(in: &cells)
      frames[row].cells = cells
    }
    let column = frames[row].cells.count
    frames[row].cells.append(content)
    guard column < Self.columnsLimit else { return }
    let spans = tree.attributes(of: Int(node))
    // Only cells of data count, because headings are often centered above columns that aren't.
    if !content.isEmpty, tree.nodes[Int(node)].element == .td, frames[row - 1].kind == .table {
      frames[row - 1].alignments.add(spans?.alignment, column: column)
    }
    guard let spans else { return }
    let columns = min(max(1, Int(spans.width)), Self.columnsLimit - column)
    let rows = min(max(1, Int(spans.height)), Self.rowsLimit)
    frames[row].cells += Array(repeating: [], count: columns - 1)
    guard rows > 1, frames[row - 1].kind == .table else { return }
    for column in column..<column + columns { frames[row - 1].spans[column] = rows - 1 }
  }

  /// Limits spans, because pages can state any number. Cells beyond the limits have no spans.
  private static let columnsLimit = 30
  private static let rowsLimit = 100
}

extension BlockBuilder.Frame {
  /// Adds an empty cell for each column that's taken by a cell from a row above, up to the next
  /// free column.
  mutating func skipSpanned(in cells: inout [[ArticleInline]]) {
    while spans[cells.count] != nil {
      endSpan(in: cells.count)
      cells.append([])
    }
  }

  /// Ends a row of this table, which may have fewer cells than other rows.
  mutating func endRow(_ cells: inout [[ArticleInline]]) {
    skipSpanned(in: &cells)
    for column in spans.keys where column >= cells.count { endSpan(in: column) }
  }

  private mutating func endSpan(in column: Int) {
    spans[column] = spans[column].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}

extension BlockBuilder {
  /// Adds the content of `sup` or `sub` to the line.
  mutating func closeScript(_ frame: Frame, into top: Int) {
    let (before, content, after) = frame.inlines.joined.separatingSpace
    // Links, pictures and references to notes aren't powers.
    let text =
      content.allSatisfy(\.isMarkedText)
      ? ScriptText.text(
        content.plainText, isAbove: frame.kind == .superscript, after: line(before: top),
        isNested: frames.contains { $0.kind == frame.kind }) : nil
    frames[top].inlines += (text.map { [.text($0)] } ?? before + content) + after
  }

  /// The end of the line so far, in a frame and in those around it.
  private func line(before top: Int) -> String {
    for frame in frames[...top].reversed() {
      if let last = frame.inlines.last { return last.plainText }
      if !frame.kind.isInline { break }
    }
    return ""
  }
}

extension ArticleInline {
  /// Whether it's text on one line, with or without emphasis.
  fileprivate var isMarkedText: Bool {
    switch self {
    case .text: true
    case .emphasis(let content), .strong(let content): content.allSatisfy(\.isMarkedText)
    default: false
    }
  }
}
