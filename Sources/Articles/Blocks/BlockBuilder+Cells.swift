import Markup

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
