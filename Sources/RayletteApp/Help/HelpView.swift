import TerminalGrid

/// Draws all keys, grouped by heading.
struct HelpView {
  let state: AppState
  let layout: HelpLayout

  func draw(in grid: inout Grid) {
    let (body, columns) = (layout.body, layout.columns)
    let width = min(HelpLayout.columnWidth, body.columns / columns.count)
    let start = max(2, (body.columns - width * columns.count) / 2)
    for (index, lines) in columns.enumerated() {
      let shown = lines.dropFirst(state.helpScroll ?? 0).prefix(layout.visibleRows)
      for (row, line) in shown.enumerated() {
        let (x, y) = (start + index * width, body.y + layout.topMargin + row)
        draw(line, in: &grid, x: x, y: y)
        if index == 0, row == 0 { grid.place(Cursor(x: x + line.indent, y: y)) }
      }
    }
  }

  private func draw(_ line: HelpLayout.Line, in grid: inout Grid, x: Int, y: Int) {
    let theme = state.appearance.theme
    switch line {
    case .heading(let text): grid.draw(text, x: x, y: y, style: theme.title)
    case .key(let label, let help):
      grid.draw(label, x: x + line.indent, y: y, style: theme.accent, clip: layout.body)
      grid.draw(help, x: x + 9, y: y, clip: layout.body)
    case .blank: break
    }
  }
}
