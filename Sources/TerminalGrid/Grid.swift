/// A screen of cells that views draw into. Needs no terminal and does no I/O, so tests can compare
/// grids.
///
/// Everything is clipped to the grid, so a view can draw at any position. All text goes through
/// ``DisplayWidth/glyphs(of:)``, so that no escape sequence or bidi control ever reaches the
/// terminal. Views draw text in reading order; the grid reorders text from right to left.
public struct Grid: Hashable, Sendable {
  public let size: Size
  /// The order of text from right to left.
  let order: TextOrder
  private var cells: [Cell]
  /// The cursor, where the user's attention should be, or nil. Always inside ``bounds``.
  public private(set) var cursor: Cursor?
  /// The images in pixels. The cells below an image are blank: drawing over one removes it.
  public private(set) var images: [PlacedImage] = []
  /// The links, without those that were drawn over.
  public private(set) var links: [PlacedLink] = []

  public init(size: Size, order: TextOrder = .logical) {
    self.size = size
    self.order = order
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The whole grid as a rectangle.
  public var bounds: Rect { Rect(x: 0, y: 0, columns: size.columns, rows: size.rows) }

  /// The cell at a position inside ``bounds``.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }

  /// Returns the cells of a row, from left to right.
  public func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.columns..<(y + 1) * size.columns]
  }

  /// Draws text on one line from (x, y) to the right, clipped to the grid and to `clip`.
  ///
  /// Line breaks and tabs count as spaces. A wide glyph that would be half outside is left out.
  /// - Returns: the column after the last glyph.
  @discardableResult
  public mutating func draw(
    _ text: String, x: Int, y: Int, style: Style = .plain, clip: Rect? = nil
  ) -> Int {
    if order != .logical, text.mayReadRightToLeft, let line = visualLine(of: text) {
      return draw(line, x: x, y: y, clip: clip) { _ in (style, nil) }
    }
    let clip = bounds.intersection(clip ?? bounds)
    var column = x
    for glyph in DisplayWidth.glyphs(of: text) {
      if column >= clip.maxX { break }
      if column >= clip.x, column + glyph.width <= clip.maxX, y >= clip.y, y < clip.maxY {
        put(glyph, x: column, y: y, style: style)
      }
      column += glyph.width
    }
    return column
  }

  /// Draws a picture with its top left corner at (x, y), clipped to the grid and to `clip`.
  public mutating func draw(_ picture: Picture, x: Int, y: Int, clip: Rect? = nil) {
    let rect = Rect(x: x, y: y, columns: picture.size.columns, rows: picture.size.rows)
    let visible = bounds.intersection(clip ?? bounds).intersection(rect)
    for row in visible.y..<visible.maxY {
      for column in visible.x..<visible.maxX {
        let cell = picture[column - x, row - y]
        put(cell.glyph, x: column, y: row, style: cell.style)
      }
    }
    // A part of an image can't be shown, so a clipped image leaves blanks.
    if let image = picture.image, visible == rect {
      images.append(PlacedImage(image: image, place: rect))
    }
  }

  /// Removes the images in pixels, such as those below an overlay.
  public mutating func removeImages() { images = [] }

  mutating func add(_ link: PlacedLink) { links.append(link) }

  /// Fills a rectangle with spaces in a style, clipped to the grid.
  public mutating func fill(_ rect: Rect, style: Style) { fill(rect, with: .space, style: style) }

  /// Fills a rectangle with a narrow glyph, clipped to the grid.
  mutating func fill(_ rect: Rect, with glyph: Glyph, style: Style) {
    let visible = bounds.intersection(rect)
    for row in visible.y..<visible.maxY {
      for column in visible.x..<visible.maxX { put(glyph, x: column, y: row, style: style) }
    }
  }

  /// Gives another background to cells that have the terminal's default one, clipped to the grid.
  public mutating func tint(_ rect: Rect, background: Color) {
    let visible = bounds.intersection(rect)
    for row in visible.y..<visible.maxY {
      for index in row * size.columns + visible.x..<row * size.columns + visible.maxX
      where cells[index].style.background == .terminalDefault {
        cells[index].style.background = background
      }
    }
  }

  /// Puts a glyph at a position where all of it fits, and blanks wide glyphs that this cuts in
  /// half.
  mutating func put(_ glyph: Glyph, x: Int, y: Int, style: Style) {
    if !images.isEmpty {
      images.removeAll {
        $0.place.contains(x: x, y: y) || $0.place.contains(x: x + glyph.width - 1, y: y)
      }
    }
    if !links.isEmpty {
      links.removeAll {
        $0.place.contains(x: x, y: y) || $0.place.contains(x: x + glyph.width - 1, y: y)
      }
    }
    let start = y * size.columns
    if cells[start + x].isContinuation { blank(start + x - 1) }
    let last = x + glyph.width - 1
    if last + 1 < size.columns, cells[start + last + 1].isContinuation { blank(start + last + 1) }
    cells[start + x] = Cell(glyph, style: style)
    if glyph.width == 2 { cells[start + last] = .continuation(style: style) }
  }

  private mutating func blank(_ index: Int) {
    cells[index] = Cell(.space, style: cells[index].style)
  }

  /// Moves the cursor. Does nothing if the position is outside the grid.
  public mutating func place(_ cursor: Cursor) {
    if bounds.contains(x: cursor.x, y: cursor.y) { self.cursor = cursor }
  }

  /// The screen as lines of text without trailing blanks, as in golden frames.
  public var text: String {
    (0..<size.rows).map { y in
      var line = row(y).map(\.glyph.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
