/// A picture made of cells, for ``Grid/draw(_:x:y:clip:)``.
///
/// Each cell has a glyph of one column, so that a picture can't shift what's next to it.
public struct Picture: Hashable, Sendable {
  public let size: Size
  private let cells: [Cell]

  /// - Parameter rows: cells with glyphs of one column. Short rows are padded with blanks.
  init(rows: [[Cell]]) {
    let columns = rows.map(\.count).max() ?? 0
    size = Size(columns: columns, rows: rows.count)
    cells = rows.flatMap { $0 + Array(repeating: .blank, count: columns - $0.count) }
  }

  /// The cell at a position inside ``size``.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }
}
