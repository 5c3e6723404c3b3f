import LinkPreview
import Links
import TerminalGrid

/// Draws the Saved tab: the list, and the card of the link at the cursor in full.
struct SavedView {
  private let state: AppState
  private let theme: Theme
  private let symbols: Symbols

  init(state: AppState) {
    self.state = state
    theme = state.appearance.theme
    symbols = state.appearance.symbols
  }

  func draw(in grid: inout Grid, body: Rect) {
    guard !state.saved.ids.isEmpty else {
      drawEmpty(in: &grid, body: body)
      return
    }
    let layout = SavedLayout(state.saved.view, in: state.surroundings)
    if layout.isListShown { drawList(in: &grid, layout: layout) }
    if let card = layout.card, let link = state.saved.linkAtCursor {
      if !layout.isListShown { grid.place(Cursor(x: card.x, y: card.y)) }
      SavedCard(link: link, state: state, rect: card).draw(in: &grid)
    }
  }

  private func drawList(in grid: inout Grid, layout: SavedLayout) {
    let saved = state.saved
    let columns = SavedRow.Columns(width: layout.list.columns, appearance: state.appearance)
    for (row, id) in saved.ids.dropFirst(saved.top).prefix(layout.visibleRows).enumerated() {
      let area = Rect(
        x: layout.list.x, y: layout.list.y + row * layout.rowHeight,
        columns: layout.list.columns, rows: layout.linkRows)
      SavedRow(state: state, area: area, columns: columns).draw(
        id, isAtCursor: saved.top + row == saved.cursor, in: &grid)
    }
  }

  private func drawEmpty(in grid: inout Grid, body: Rect) {
    let (headline, advice) = ScreenTexts(state).emptyListMessage
    let lines = [(headline, theme.title), (advice, theme.secondary)]
    for (offset, (text, style)) in lines.enumerated() {
      let shown = TextWrapping.lines(
        text, columns: body.columns - 4, limit: 2, ellipsis: symbols.ellipsis)
      for (row, line) in shown.enumerated() {
        let x = body.x + (body.columns - DisplayWidth.columns(of: line)) / 2
        let y = body.y + (body.rows - 3) / 2 + 2 * offset + row
        grid.draw(line, x: x, y: y, style: style)
        if offset == 0, row == 0 { grid.place(Cursor(x: x, y: y)) }
      }
    }
  }
}
