/// A picture made of cells, or of pixels above blank cells, for ``Grid/draw(_:x:y:clip:)``.
///
/// Each cell has a glyph of one column, so that a picture can't shift the cells next to it.
public struct Picture: Hashable, Sendable {
  public let size: Size
  private let cells: [Cell]
  /// The picture in pixels. Nil if it's made of cells.
  public let image: PixelImage?

  /// - Parameter rows: cells with glyphs of one column. Short rows are padded with blanks.
  init(rows: [[Cell]]) {
    let columns = rows.map(\.count).max() ?? 0
    size = Size(columns: columns, rows: rows.count)
    image = nil
    cells = rows.flatMap { $0 + Array(repeating: .blank, count: columns - $0.count) }
  }

  /// Creates a picture in pixels.
  /// - Parameter cell: the size of a cell in pixels.
  public init(_ image: PixelImage, cell: PixelSize) {
    self.image = image
    size = image.size.cells(of: cell)
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The cell at a position inside ``size``.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }
}
