import Links
import TerminalGrid

/// The places of the list on the Saved tab and of the card of the link at the cursor.
struct SavedLayout {
  /// The list. It isn't drawn while the pane covers it.
  let list: Rect
  let isListShown: Bool
  /// The card of the link at the cursor, or nil if it isn't shown.
  let card: Rect?
  /// The rows from one link to the next.
  let rowHeight: Int
  /// The rows that a link's text takes.
  let linkRows: Int

  init(_ view: ListView, in surroundings: Surroundings) {
    let body = surroundings.body
    let margin = body.isSpacious ? 1 : 0
    linkRows = min(2, view.density.rawValue)
    // Low terminals leave out the blank row.
    rowHeight = body.isSpacious ? view.density.rawValue : linkRows
    let whole = Rect(
      x: body.x + 1, y: body.y + margin, columns: body.columns - 2, rows: body.rows - margin)
    isListShown = view.pane != .zoomed
    switch view.pane {
    case .beside where Self.hasRoomBeside(in: surroundings):
      let columns = body.columns * (100 - view.paneShare) / 100 - 2
      list = Rect(x: whole.x, y: whole.y, columns: columns, rows: whole.rows)
      card = Rect(
        x: list.maxX + 2, y: whole.y, columns: whole.maxX - list.maxX - 2,
        rows: whole.rows - margin)
    case .beside, .hidden:
      list = whole
      card = nil
    case .zoomed:
      list = whole
      let columns = min(whole.columns, 150)
      card = Rect(
        x: whole.x + (whole.columns - columns) / 2, y: whole.y, columns: columns,
        rows: whole.rows - margin)
    }
  }

  static func hasRoomBeside(in surroundings: Surroundings) -> Bool {
    surroundings.body.columns >= 100 && surroundings.appearance.symbols.hasColumns
  }

  /// The number of links that fit. The last one needs no blank line below it.
  var visibleRows: Int { max(1, (list.rows + rowHeight - linkRows) / rowHeight) }

  /// Returns the row at a point, counted from the first row on screen.
  func row(atX x: Int, y: Int) -> Int? {
    isListShown && list.contains(x: x, y: y) ? (y - list.y) / rowHeight : nil
  }
}

extension SavedState {
  /// The number of links that fit on the screen.
  func visibleRows(in surroundings: Surroundings) -> Int {
    SavedLayout(view, in: surroundings).visibleRows
  }
}
