/// Writes, moves and erases cells.
extension TerminalEmulator {
  mutating func put(_ text: String) {
    if wraps {
      (cursor.x, wraps) = (0, false)
      lineFeed()
    }
    cells[cursor.y][cursor.x] = Cell(text: text, style: style, link: link)
    if cursor.x + 1 < columns { cursor.x += 1 } else { wraps = true }
  }

  /// Moves the rows of the scrolling region up, or down if `count` is negative, with their pictures.
  mutating func scroll(by count: Int) {
    let (top, bottom) = region
    var moved = cells
    for y in top..<bottom {
      let source = y + count
      let isInside = (top..<bottom).contains(source)
      moved[y] = isInside ? cells[source] : Array(repeating: Cell(), count: columns)
    }
    cells = moved
    for index in placements.indices
    where region == (0, rows)
      || placements[index].y >= top && placements[index].y + placements[index].rows <= bottom
    {
      placements[index].y -= count
    }
  }

  /// Moves the cursor down, and the scrolling region up if the cursor is in its last row.
  mutating func lineFeed() {
    guard cursor.y == region.1 - 1 else {
      cursor.y = min(rows - 1, cursor.y + 1)
      return
    }
    // The program places everything on the alternate screen.
    if isAlternate, region == (0, rows) { complaints.append("the screen scrolled") }
    scroll(by: 1)
  }

  mutating func reverseLineFeed() {
    if cursor.y == region.0 { scroll(by: -1) } else { cursor.y = max(0, cursor.y - 1) }
  }

  mutating func erase(_ y: Int, _ range: Range<Int>) {
    for x in range.clamped(to: 0..<columns) {
      cells[y][x] = Cell(style: Style(background: style.background))
    }
  }

  /// Marks the cells of a sixel picture.
  mutating func coverWithSixel(columns: Int, rows: Int) {
    if cursor.x + columns > self.columns || cursor.y + rows >= self.rows {
      complaints.append("a sixel picture beyond the screen")
    }
    for y in cursor.y..<min(self.rows, cursor.y + rows) {
      for x in cursor.x..<min(self.columns, cursor.x + columns) { cells[y][x].hasSixel = true }
    }
    cursor.y = min(self.rows - 1, cursor.y + rows)
  }
}
