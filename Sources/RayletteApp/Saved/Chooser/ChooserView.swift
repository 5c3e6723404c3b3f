import TerminalGrid

/// Draws a chooser over the list.
struct ChooserView {
  let chooser: Chooser
  let state: AppState
  let layout: ChooserLayout

  func draw(in grid: inout Grid) {
    let (theme, symbols) = (state.appearance.theme, state.appearance.symbols)
    grid.fill(layout.frame, style: .plain)
    grid.drawBox(layout.frame, glyphs: symbols.box, style: theme.border)
    grid.draw(
      " \(chooser.title) ", x: layout.frame.x + 2, y: layout.frame.y, style: theme.title,
      clip: layout.frame)
    let text = layout.text
    var x = grid.draw("> ", x: text.x, y: text.y, style: theme.accent, clip: text)
    x = grid.draw(
      String(chooser.text.text.prefix(chooser.text.cursor)), x: x, y: text.y, clip: text)
    grid.place(Cursor(x: min(x, text.maxX - 1), y: text.y, kind: .insertion))
    grid.draw(
      String(chooser.text.text.dropFirst(chooser.text.cursor)), x: x, y: text.y, clip: text)
    let matches = chooser.matches
    if matches.isEmpty {
      let message = chooser.isAwaited ? symbols.ellipsis : "No matches."
      grid.draw(message, x: text.x + 2, y: layout.rows.y, style: theme.secondary, clip: layout.rows)
    }
    for (row, entry) in matches.dropFirst(layout.top).prefix(layout.rows.rows).enumerated() {
      draw(entry, isSelected: layout.top + row == chooser.selection, in: &grid, row: row)
    }
  }

  private func draw(_ entry: Chooser.Entry, isSelected: Bool, in grid: inout Grid, row: Int) {
    let (theme, symbols) = (state.appearance.theme, state.appearance.symbols)
    let area = Rect(
      x: layout.rows.x, y: layout.rows.y + row, columns: layout.rows.columns, rows: 1)
    if isSelected { grid.draw(symbols.selection, x: area.x, y: area.y, style: theme.accent) }
    let detail = TextWrapping.truncated(
      entry.detail, columns: area.columns / 2, ellipsis: symbols.ellipsis)
    let detailX = area.maxX - DisplayWidth.columns(of: detail)
    let label = TextWrapping.truncated(
      entry.label, columns: max(0, detailX - area.x - 4), ellipsis: symbols.ellipsis)
    grid.draw(
      label, x: area.x + 2, y: area.y, style: isSelected ? theme.accent : .plain, clip: area)
    grid.draw(detail, x: detailX, y: area.y, style: theme.secondary, clip: area)
    if isSelected { grid.tint(area, background: theme.selectionBackground) }
  }
}
