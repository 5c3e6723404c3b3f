import TerminalGrid

/// The places of a list that typing narrows: a box with the typed text and the entries.
struct ChooserLayout {
  let frame: Rect
  /// The line with the typed text.
  let text: Rect
  let rows: Rect
  /// The first entry on screen.
  let top: Int

  init(_ chooser: Chooser, in surroundings: Surroundings) {
    self.init(
      entryCount: chooser.entries.count, selection: chooser.selection, columns: chooser.columns,
      in: surroundings)
  }

  /// - Parameter columns: The largest width of the box.
  init(entryCount: Int, selection: Int, columns: Int, in surroundings: Surroundings) {
    let body = surroundings.body
    let columns = min(body.columns - (body.columns < 50 ? 0 : 8), columns)
    // As tall as for all entries, so that the box stays while the list is narrowed.
    let height = min(body.rows, max(4, entryCount + 4))
    frame = Rect(
      x: body.x + (body.columns - columns) / 2, y: body.y + (body.rows - height) / 3,
      columns: columns, rows: height)
    let inner = frame.inset(columns: 2, rows: 1)
    text = Rect(x: inner.x, y: inner.y, columns: inner.columns, rows: 1)
    rows = Rect(
      x: inner.x, y: inner.y + 1, columns: inner.columns, rows: max(0, inner.rows - 1))
    top = max(0, selection - max(0, rows.rows - 1))
  }

  /// Returns the index of the entry at a point, among those that match.
  func entry(atX x: Int, y: Int) -> Int? {
    rows.contains(x: x, y: y) ? top + y - rows.y : nil
  }
}
