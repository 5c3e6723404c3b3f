import Localization
import Markup
import TerminalGrid

/// Draws the completions of a line above it.
struct CompletionView {
  private let completions: [Completion]
  private let selection: Int?
  private let appearance: Appearance
  private let layout: CompletionLayout

  /// Returns nil if there are none to show.
  init?(_ state: AppState) {
    guard let layout = CompletionLayout(of: state) else { return nil }
    self.layout = layout
    completions = ScreenTexts(state).completions
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
      let label = TextWrapping.truncated(
        completion.text, columns: labelColumns, ellipsis: appearance.symbols.ellipsis)
      grid.draw(label, x: row.x + 2, y: y, style: isSelected ? theme.accent : .plain, clip: row)
      let x = row.x + labelColumns + 4
      let detail = TextWrapping.truncated(
        completion.detail, columns: max(0, row.maxX - x), ellipsis: appearance.symbols.ellipsis)
      grid.draw(detail, x: x, y: y, style: theme.secondary, clip: row)
      if isSelected { grid.tint(row, background: theme.selectionBackground) }
    }
  }

  /// Draws the rule above the list, which says how to choose, and where the list is.
  private func drawRule(in grid: inout Grid) {
    let theme = appearance.theme
    let area = GridRect(x: layout.rows.x, y: layout.frame.y, columns: layout.rows.columns, rows: 1)
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

/// The layout of the completions above a line: a rule and rows.
struct CompletionLayout {
  let frame: GridRect
  let rows: GridRect
  /// The first completion on screen.
  let top: Int

  /// The most rows, so that the links that match stay in view.
  private static let limit = 10

  /// Returns nil if there are no completions to show.
  init?(of state: AppState) {
    guard let prompt = state.modals.top?.typedLine, prompt.purpose == .filter,
      prompt.offersCompletions
    else { return nil }
    let count = ScreenTexts(state).completions.count
    guard count > 0 else { return nil }
    let body = state.surroundings.body
    let visible = min(count, Self.limit, max(2, body.rows / 3))
    frame = GridRect(
      x: body.x, y: body.maxY - visible - 1, columns: body.columns, rows: visible + 1)
    rows = GridRect(
      x: body.x + 1, y: frame.y + 1, columns: max(0, body.columns - 2), rows: visible)
    top = max(0, (prompt.choice?.index ?? 0) - visible + 1)
  }

  /// Returns the index of the completion at a point.
  func completion(atX x: Int, y: Int) -> Int? {
    rows.contains(x: x, y: y) ? top + y - rows.y : nil
  }
}
