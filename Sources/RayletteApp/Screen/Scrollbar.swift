import TerminalGrid

/// The part of a list or text that's on screen, as a bar at its right edge.
struct Scrollbar {
  /// The number of entries or lines.
  let count: Int
  /// The number of those that fit on the screen.
  let visible: Int
  /// The first one on screen.
  let top: Int

  /// The rows of the thumb in a bar of some height. Nil if everything is on screen.
  ///
  /// The thumb is at an end of the bar only if the end of the list is on screen.
  func thumb(rows: Int) -> Range<Int>? {
    let hidden = count - visible
    guard hidden > 0, visible > 0, rows > 1 else { return nil }
    let length = max(1, rows * visible / count)
    let room = rows - length
    let top = min(max(0, top), hidden)
    var start = (2 * room * top + hidden) / (2 * hidden)
    if room > 1 {
      if top > 0 { start = max(1, start) }
      if top < hidden { start = min(room - 1, start) }
    }
    return start..<start + length
  }

  /// Draws the bar, unless everything is on screen.
  func draw(in grid: inout Grid, x: Int, y: Int, rows: Int, appearance: Appearance) {
    guard let thumb = thumb(rows: rows) else { return }
    let (symbols, theme) = (appearance.symbols, appearance.theme)
    for row in 0..<rows {
      let isThumb = thumb.contains(row)
      grid.draw(
        isThumb ? symbols.thumb : symbols.box.vertical, x: x, y: y + row,
        style: isThumb ? theme.title : theme.border)
    }
  }

  /// Draws the bar at the right edge of the screen, beside a text.
  func draw(in grid: inout Grid, beside text: GridRect, of surroundings: Surroundings) {
    draw(
      in: &grid, x: surroundings.body.maxX - 1, y: text.y, rows: text.rows,
      appearance: surroundings.appearance)
  }
}
