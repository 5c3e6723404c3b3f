import Foundation

/// A picture made of cells, or of pixels above blank cells, for ``Grid/draw(_:x:y:clip:)``.
///
/// Each cell has a glyph of one column, so that a picture can't shift the cells next to it.
package struct Picture: Hashable, Sendable {
  package let size: GridSize
  private let cells: [Cell]
  /// The picture in pixels. Nil if it's made of cells.
  package let image: PixelImage?

  /// - Parameter rows: cells with glyphs of one column. Short rows are padded with blanks.
  init(rows: [[Cell]]) {
    let columns = rows.map(\.count).max() ?? 0
    size = GridSize(columns: columns, rows: rows.count)
    image = nil
    cells = rows.flatMap { $0 + Array(repeating: .blank, count: columns - $0.count) }
  }

  /// Creates a picture in pixels.
  /// - Parameter cell: the size of a cell in pixels.
  package init(_ image: PixelImage, cell: PixelSize) {
    self.image = image
    size = image.size.cells(of: cell)
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The cell at a position inside ``size``.
  package subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }
}

extension Picture {
  /// Returns the middle of the picture, at most as large as a size.
  package func cropped(to limit: GridSize) -> Picture {
    let columns = min(limit.columns, size.columns)
    let rows = min(limit.rows, size.rows)
    guard columns < size.columns || rows < size.rows else { return self }
    if let image {
      let cell = PixelSize(
        width: image.size.width / size.columns, height: image.size.height / size.rows)
      let kept = GridSize(columns: columns, rows: rows)
      return image.cropped(to: PixelSize(kept, of: cell)).map { Picture($0, cell: cell) } ?? self
    }
    let x = (size.columns - columns) / 2
    let y = (size.rows - rows) / 2
    return Picture(
      rows: (y..<y + rows).map { row in (x..<x + columns).map { self[$0, row] } })
  }

  /// Returns the size at which an image fills a rectangle of cells, so that it can be cropped to
  /// that.
  ///
  /// An image with very different proportions would lose too much. The result is then the
  /// rectangle's size, for drawing the whole image inside.
  ///
  ///     Picture.size(ofPixels: (1200, 630), filling: GridSize(columns: 72, rows: 20))
  ///     // 77 x 20
  package static func size(ofPixels pixels: (width: Int, height: Int), filling place: GridSize)
    -> GridSize
  {
    guard pixels.width > 0, pixels.height > 0, place.columns > 0, place.rows > 0 else {
      return place
    }
    // Cells are twice as high as wide.
    let image = 2 * Double(pixels.width) / Double(pixels.height)
    let room = Double(place.columns) / Double(place.rows)
    guard (1 / mostCropped...mostCropped).contains(image / room) else { return place }
    return image > room
      ? GridSize(columns: Int((Double(place.rows) * image).rounded(.up)), rows: place.rows)
      : GridSize(columns: place.columns, rows: Int((Double(place.columns) / image).rounded(.up)))
  }

  /// The greatest ratio of the image's proportions to the rectangle's at which it's cropped.
  private static let mostCropped = 1.45
}
