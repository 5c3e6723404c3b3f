import Localization
import Markup
import TerminalGrid

/// Draws the completions of a line above it.
struct CompletionView {
  private let completions: [Completion]
  private let selection: Int?
  private let appearance: Appearance
  private let layout: ChooserLayout

  /// Returns nil if there are none to show.
  init?(_ state: AppState) {
    guard let layout = ChooserLayout(completionsIn: state) else { return nil }
    self.layout = layout
    completions = state.completions
    selection = state.modals.top?.typedLine?.choice?.index
    appearance = state.surroundings.appearance
  }

  func draw(in grid: inout Grid) {
    let theme = appearance.theme
    grid.fill(layout.frame, style: .plain)
    drawRule(in: &grid)
    let visible = completions.enumerated().dropFirst(layout.top).prefix(layout.rows.rows)
    // The labels of those that scroll by are mostly as wide.
    let labels = (completions.prefix(100) + visible.map(\.element))
      .map { DisplayWidth.columns(of: $0.text) }.max()
    let labelColumns = min(labels ?? 0, layout.rows.columns / 2)
    for (index, completion) in visible {
      let y = layout.rows.y + index - layout.top
      let row = GridRect(x: layout.rows.x, y: y, columns: layout.rows.columns, rows: 1)
      let isSelected = index == selection
      if isSelected { grid.draw(appearance.symbols.selection, x: row.x, y: y, style: theme.accent) }
      let label = appearance.symbols.truncated(completion.text, columns: labelColumns)
      grid.draw(label, x: row.x + 2, y: y, style: isSelected ? theme.accent : .plain, clip: row)
      let x = row.x + labelColumns + 4
      let detail = appearance.symbols.truncated(completion.detail, columns: max(0, row.maxX - x))
      grid.draw(detail, x: x, y: y, style: theme.secondary, clip: row)
      if isSelected { grid.tint(row, background: theme.selectionBackground) }
    }
  }

  /// Draws the rule above the list, which says how to choose, and where the list is.
  private func drawRule(in grid: inout Grid) {
    let theme = appearance.theme
    let area = layout.text
    grid.drawRule(
      x: area.x, y: area.y, columns: area.columns, glyphs: appearance.symbols.box,
      style: theme.border)
    grid.draw(
      " \(localized("\(Key.tab.label) completes")) ", x: area.x + 1, y: area.y,
      style: theme.secondary, clip: area)
    guard completions.count > layout.rows.rows else { return }
    let last = min(layout.top + layout.rows.rows, completions.count)
    let index = (selection.map { $0 + 1 } ?? last).grouped
    let position = " \(localized("\(index) of \(completions.count.grouped)")) "
    let x = area.maxX - 1 - DisplayWidth.columns(of: position)
    grid.draw(position, x: x, y: area.y, style: theme.secondary, clip: area)
  }
}
