/// The size of a terminal, or of a part of it, in cells.
public struct GridSize: Hashable, Sendable {
  /// The number of cells across. Never negative.
  public var columns: Int
  /// The number of cells down. Never negative.
  public var rows: Int

  /// Creates a size. Negative values count as zero, because a terminal can report nonsense while
  /// it's being resized.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Returns whether `other` fits into this size.
  public func holds(_ other: GridSize) -> Bool {
    columns >= other.columns && rows >= other.rows
  }
}

/// A rectangle of cells. The origin (0, 0) is the top left cell of the grid.
public struct GridRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var size: GridSize

  public init(x: Int, y: Int, columns: Int, rows: Int) {
    self.x = x
    self.y = y
    self.size = GridSize(columns: columns, rows: rows)
  }

  public var columns: Int { size.columns }
  public var rows: Int { size.rows }
  /// The first column to the right of the rectangle.
  public var maxX: Int { x + columns }
  /// The first row below the rectangle.
  public var maxY: Int { y + rows }
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Returns whether a cell is inside the rectangle.
  public func contains(x cellX: Int, y cellY: Int) -> Bool {
    (x..<maxX).contains(cellX) && (y..<maxY).contains(cellY)
  }

  /// Returns the rectangle made smaller on each side; empty if nothing is left.
  ///
  ///     GridRect(x: 0, y: 0, columns: 10, rows: 4).inset(columns: 2, rows: 1)  // 6×2 at (2, 1)
  public func inset(columns dx: Int, rows dy: Int) -> GridRect {
    GridRect(x: x + dx, y: y + dy, columns: columns - 2 * dx, rows: rows - 2 * dy)
  }

  /// Returns the cells that are in both rectangles.
  public func intersection(_ other: GridRect) -> GridRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return GridRect(
      x: left, y: top, columns: min(maxX, other.maxX) - left, rows: min(maxY, other.maxY) - top)
  }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
