import Markup

extension BlockBuilder {
  /// Adds a cell to a row, with empty cells where others span columns or rows, so that each cell is
  /// below the heading of its column (https://html.spec.whatwg.org/#forming-a-table).
  mutating func append(_ content: [ArticleInline], of node: Int32, toRow row: Int) {
    skipSpanned(row: row)
    let column = frames[row].cells.count
    frames[row].cells.append(content)
    guard let spans = tree.attributes(of: Int(node)), column < Self.columnsLimit else { return }
    let columns = min(max(1, Int(spans.width)), Self.columnsLimit - column)
    let rows = min(max(1, Int(spans.height)), Self.rowsLimit)
    frames[row].cells += Array(repeating: [], count: columns - 1)
    guard rows > 1, frames[row - 1].kind == .table else { return }
    for column in column..<column + columns { frames[row - 1].spans[column] = rows - 1 }
  }

  /// Adds an empty cell for each one that spans a row from above, up to the next one that's free.
  mutating func skipSpanned(row: Int) {
    guard frames[row - 1].kind == .table else { return }
    while let left = frames[row - 1].spans[frames[row].cells.count] {
      let column = frames[row].cells.count
      frames[row - 1].spans[column] = left > 1 ? left - 1 : nil
      frames[row].cells.append([])
    }
  }

  /// Pages can state any number. Wider and longer tables have no cells that span others.
  private static let columnsLimit = 30
  private static let rowsLimit = 100
}
