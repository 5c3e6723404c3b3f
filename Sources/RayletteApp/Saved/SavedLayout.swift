import TerminalGrid

/// Where the parts of the Saved tab stand: the list, and where there is room the selected link's card
/// at its right.
struct SavedLayout {
  let list: Rect
  /// Nil on narrow terminals.
  let card: Rect?
  /// Two lines of text and one of air; low terminals do without the air.
  let rowHeight: Int

  init(body: Rect, symbols: Symbols) {
    rowHeight = body.isSpacious ? 3 : 2
    let margin = body.isSpacious ? 1 : 0
    let isWide = body.columns >= 100 && symbols.hasColumns
    // The list gets the smaller half: titles are cut short better than summaries.
    let listColumns = isWide ? min(body.columns * 9 / 20, 72) : body.columns - 2
    list = Rect(
      x: body.x + 1, y: body.y + margin, columns: listColumns, rows: body.rows - margin)
    guard isWide else {
      card = nil
      return
    }
    let x = list.maxX + 2
    card = Rect(
      x: x, y: list.y, columns: min(body.maxX - 1 - x, 78), rows: max(0, list.rows - margin))
  }

  /// How many links fit. The air below the last one is not needed.
  var visibleRows: Int { max(1, (list.rows + (rowHeight - 2)) / rowHeight) }

  /// The index, from the first row on screen, of the row at a place.
  func row(atX x: Int, y: Int) -> Int? {
    list.contains(x: x, y: y) ? (y - list.y) / rowHeight : nil
  }
}

extension AppState {
  /// How many saved links fit on the screen.
  var visibleRows: Int {
    SavedLayout(body: ScreenLayout(self).body, symbols: appearance.symbols).visibleRows
  }
}
