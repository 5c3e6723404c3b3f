/// A picture drawn in cells, as ``Grid/draw(_:x:y:clip:)`` shows it.
///
/// Every cell holds one glyph of one column, so that no picture can shift what stands beside it.
public struct Picture: Hashable, Sendable {
  public let size: Size
  private let cells: [Cell]

  /// - Parameter rows: of glyphs of one column; short rows end in blanks.
  init(rows: [[Cell]]) {
    let columns = rows.map(\.count).max() ?? 0
    size = Size(columns: columns, rows: rows.count)
    cells = rows.flatMap { $0 + Array(repeating: .blank, count: columns - $0.count) }
  }

  /// The cell at a place inside ``size``.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }
}
