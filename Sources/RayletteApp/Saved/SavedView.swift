import LinkPreview
import Links
import TerminalGrid

/// Draws the Saved tab: the list, and the complete card of the link at the cursor.
struct SavedView: StateView {
  let state: AppState

  func draw(in grid: inout Grid, body: GridRect) {
    let layout = SavedLayout(state.saved.view, in: surroundings)
    if state.saved.ids.isEmpty {
      let isBeside = layout.sidebar != nil && state.saved.hasSidebarEntries
      drawEmpty(in: &grid, body: isBeside ? layout.main : body)
    } else {
      drawLinks(in: &grid, layout: layout)
    }
    SidebarView(state)?.draw(in: &grid)
  }

  private func drawLinks(in grid: inout Grid, layout: SavedLayout) {
    if layout.isListVisible { drawList(in: &grid, layout: layout) }
    if let card = layout.card, let link = state.saved.linkAtCursor {
      if !layout.isListVisible { grid.place(Cursor(x: card.x, y: card.y)) }
      SavedCard(link: link, state: state, rect: card).draw(in: &grid)
    }
  }

  private func drawList(in grid: inout Grid, layout: SavedLayout) {
    let saved = state.saved
    let visible = saved.ids.dropFirst(saved.top).prefix(layout.visibleRows)
    let columns = SavedRow.Columns(layout, of: visible.compactMap(saved.link), in: state)
    for (row, id) in visible.enumerated() {
      let area = GridRect(
        x: layout.list.x, y: layout.list.y + row * layout.rowHeight,
        columns: layout.list.columns, rows: layout.rowHeight)
      SavedRow(state: state, area: area, columns: columns).draw(
        id, isAtCursor: saved.top + row == saved.cursor, in: &grid)
    }
    Scrollbar(count: saved.ids.count, visible: layout.visibleRows, top: saved.top).draw(
      in: &grid, x: layout.list.maxX, y: layout.list.y, rows: layout.list.rows,
      appearance: surroundings.appearance)
  }

  private func drawEmpty(in grid: inout Grid, body: GridRect) {
    let (headline, advice) = state.emptyListMessage
    let lines = [(headline, theme.title), (advice, theme.secondary)]
    for (offset, (text, style)) in lines.enumerated() {
      let lines = symbols.lines(text, columns: body.columns - 4, limit: 2)
      for (row, line) in lines.enumerated() {
        let x = body.x + (body.columns - DisplayWidth.columns(of: line)) / 2
        let y = body.y + (body.rows - 3) / 2 + 2 * offset + row
        grid.draw(line, x: x, y: y, style: style)
        if offset == 0, row == 0 { grid.place(Cursor(x: x, y: y)) }
      }
    }
  }
}

/// The layout of the Saved tab: the sidebar, the list, and the card of the link at the cursor.
struct SavedLayout {
  /// The sidebar beside the list, or nil if it isn't there.
  let sidebar: GridRect?
  /// The space for the list and the card.
  let main: GridRect
  /// The list. It isn't drawn while the pane covers it.
  let list: GridRect
  let isListVisible: Bool
  /// The card of the link at the cursor, or nil if it isn't shown.
  let card: GridRect?
  /// The number of rows of a link.
  let rowHeight: Int

  init(_ view: ListView, in surroundings: Surroundings) {
    let body = surroundings.body
    let margin = body.isSpacious ? 1 : 0
    rowHeight = view.density(in: surroundings).rawValue
    var whole = GridRect(
      x: body.x + 1, y: body.y + margin, columns: body.columns - 2, rows: body.rows - margin)
    isListVisible = view.pane != .zoomed
    if view.hasSidebar, isListVisible, Self.hasRoomForSidebar(in: surroundings) {
      sidebar = GridRect(x: whole.x, y: whole.y, columns: SidebarLayout.columns, rows: whole.rows)
      // A line with a space on each side is between them.
      whole.x += SidebarLayout.columns + 3
      whole.size.columns -= SidebarLayout.columns + 3
    } else {
      sidebar = nil
    }
    main = whole
    switch view.pane {
    case .beside where Self.hasRoomBeside(in: surroundings):
      let columns = (whole.columns + 2) * (100 - view.share(in: surroundings)) / 100 - 2
      list = GridRect(x: whole.x, y: whole.y, columns: columns, rows: whole.rows)
      card = GridRect(
        x: list.maxX + 2, y: whole.y, columns: whole.maxX - list.maxX - 2,
        rows: whole.rows - margin)
    case .beside, .hidden:
      list = whole
      card = nil
    case .zoomed:
      list = whole
      let columns = min(whole.columns, 150)
      card = GridRect(
        x: whole.x + (whole.columns - columns) / 2, y: whole.y, columns: columns,
        rows: whole.rows - margin)
    }
  }

  static func hasRoomForSidebar(in surroundings: Surroundings) -> Bool {
    surroundings.body.columns >= 150 && surroundings.symbols.hasColumns
  }

  static func hasRoomBeside(in surroundings: Surroundings) -> Bool {
    surroundings.body.columns >= 100 && surroundings.symbols.hasColumns
  }

  /// The number of links that fit.
  var visibleRows: Int { max(1, list.rows / rowHeight) }

  /// Returns the row at a point, counted from the first row on screen.
  func row(atX x: Int, y: Int) -> Int? {
    isListVisible && list.contains(x: x, y: y) ? (y - list.y) / rowHeight : nil
  }
}

extension SavedState {
  /// The number of links that fit on the screen.
  func visibleRows(in surroundings: Surroundings) -> Int {
    SavedLayout(view, in: surroundings).visibleRows
  }
}
