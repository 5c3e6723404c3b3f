import TerminalGrid

/// The places of the list on the Saved tab and, if there's room, of the card to its right.
struct SavedLayout {
  let list: Rect
  /// The card of the link at the cursor, or nil on narrow terminals.
  let card: Rect?
  /// Two lines of text and a blank one, which low terminals leave out.
  let rowHeight: Int

  init(body: Rect, symbols: Symbols) {
    rowHeight = body.isSpacious ? 3 : 2
    let margin = body.isSpacious ? 1 : 0
    let isWide = body.columns >= 100 && symbols.hasColumns
    // The list gets the smaller half, because titles bear truncation better than summaries.
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

  /// The number of links that fit. The last one needs no blank line below it.
  var visibleRows: Int { max(1, (list.rows + (rowHeight - 2)) / rowHeight) }

  /// Returns the row at a point, counted from the first row on screen.
  func row(atX x: Int, y: Int) -> Int? {
    list.contains(x: x, y: y) ? (y - list.y) / rowHeight : nil
  }
}

extension AppState {
  /// The number of saved links that fit on the screen.
  var visibleRows: Int {
    SavedLayout(body: ScreenLayout(self).body, symbols: appearance.symbols).visibleRows
  }
}
