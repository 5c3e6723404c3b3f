/// The size of a terminal, or of a part of it, in cells.
package struct GridSize: Hashable, Sendable {
  /// The number of cells across. Never negative.
  package var columns: Int
  /// The number of cells down. Never negative.
  package var rows: Int

  /// Creates a size. Negative values count as zero, because a terminal can report nonsense while
  /// it's being resized.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Returns whether `other` fits into this size.
  package func holds(_ other: GridSize) -> Bool {
    columns >= other.columns && rows >= other.rows
  }
}

/// A rectangle of cells. The origin (0, 0) is the top left cell of the grid.
package struct GridRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var size: GridSize

  package init(x: Int, y: Int, columns: Int, rows: Int) {
    self.x = x
    self.y = y
    self.size = GridSize(columns: columns, rows: rows)
  }

  package var columns: Int { size.columns }
  package var rows: Int { size.rows }
  /// The first column to the right of the rectangle.
  package var maxX: Int { x + columns }
  /// The first row below the rectangle.
  package var maxY: Int { y + rows }
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Returns whether a cell is inside the rectangle.
  package func contains(x cellX: Int, y cellY: Int) -> Bool {
    (x..<maxX).contains(cellX) && (y..<maxY).contains(cellY)
  }

  /// Returns the rectangle made smaller on each side; empty if nothing is left.
  ///
  ///     GridRect(x: 0, y: 0, columns: 10, rows: 4).inset(columns: 2, rows: 1)  // 6×2 at (2, 1)
  package func inset(columns dx: Int, rows dy: Int) -> GridRect {
    GridRect(x: x + dx, y: y + dy, columns: columns - 2 * dx, rows: rows - 2 * dy)
  }

  /// Returns the cells that are in both rectangles.
  package func intersection(_ other: GridRect) -> GridRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return GridRect(
      x: left, y: top, columns: min(maxX, other.maxX) - left, rows: min(maxY, other.maxY) - top)
  }
}

/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
