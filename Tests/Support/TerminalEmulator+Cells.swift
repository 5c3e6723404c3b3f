/// Writes, moves and erases cells.
extension TerminalEmulator {
  mutating func put(_ text: String) {
    if wraps {
      (cursor.x, wraps) = (0, false)
      if cursor.y + 1 < rows { cursor.y += 1 } else { scroll() }
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
    where placements[index].y >= top && placements[index].y + placements[index].rows <= bottom {
      placements[index].y -= count
    }
  }

  mutating func scroll() {
    complaints.append("the screen scrolled")
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
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
