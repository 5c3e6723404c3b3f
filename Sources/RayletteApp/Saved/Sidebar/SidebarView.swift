import Links
import Localization
import Markup
import TerminalGrid

/// The place of the sidebar: beside the list where there's room, or else over it.
struct SidebarLayout {
  /// The rows, without the space around them.
  let area: GridRect
  /// The column of the line between the sidebar and the list. Nil if the sidebar covers the list.
  let ruleX: Int?
  /// Whether the sidebar is over the list.
  let isOver: Bool

  /// Returns nil if the sidebar isn't shown.
  init?(_ saved: SavedState, in surroundings: Surroundings) {
    guard saved.hasSidebarEntries else { return nil }
    if let sidebar = SavedLayout(saved.view, in: surroundings).sidebar {
      area = sidebar
      ruleX = sidebar.maxX + 1
      isOver = false
      return
    }
    guard saved.sidebar.isFocused else { return nil }
    let body = surroundings.body
    let margin = body.isSpacious ? 1 : 0
    let isBeside = surroundings.symbols.hasColumns
    let columns = isBeside ? min(Self.columnsOver, body.columns - 3) : body.columns - 2
    area = GridRect(x: body.x + 1, y: body.y + margin, columns: columns, rows: body.rows - margin)
    ruleX = isBeside ? area.maxX + 1 : nil
    isOver = true
  }

  /// The width of the sidebar beside the list.
  static let columns = 24
  /// The width of the sidebar over the list.
  private static let columnsOver = 32

  /// The first row on screen.
  func top(of sidebar: Sidebar, rowCount: Int) -> Int {
    min(sidebar.top, max(0, rowCount - area.rows))
  }

}

extension SavedState {
  /// Whether there's anything to filter.
  var hasSidebarEntries: Bool { total > 0 || query.isTrash || !query.filter.isEmpty }
}

/// Draws the sidebar.
struct SidebarView {
  private let saved: SavedState
  private let appearance: Appearance
  private let layout: SidebarLayout
  private let body: GridRect
  private let rows: SidebarRows

  /// Returns nil if the sidebar isn't shown.
  init?(_ state: AppState) {
    guard let layout = SidebarLayout(state.saved, in: state.surroundings) else { return nil }
    self.layout = layout
    saved = state.saved
    appearance = state.surroundings.appearance
    body = state.surroundings.body
    rows = SidebarRows(state.saved, in: state.surroundings)
  }

  func draw(in grid: inout Grid) {
    let area = layout.area
    if layout.isOver {
      let columns = layout.ruleX.map { $0 + 2 - body.x } ?? body.columns
      grid.fill(GridRect(x: body.x, y: body.y, columns: columns, rows: body.rows), style: .plain)
    }
    if let x = layout.ruleX {
      for y in body.y..<body.maxY {
        grid.draw(appearance.symbols.box.vertical, x: x, y: y, style: appearance.theme.border)
      }
      let bar = Scrollbar(count: rows.rows.count, visible: area.rows, top: top)
      bar.draw(in: &grid, x: x, y: area.y, rows: area.rows, appearance: appearance)
    }
    let cursor = saved.sidebar.isFocused ? rows.entries[rows.index(of: saved.sidebar)].row : nil
    for (offset, row) in rows.rows.dropFirst(top).prefix(area.rows).enumerated() {
      let line = GridRect(x: area.x, y: area.y + offset, columns: area.columns, rows: 1)
      draw(row, isAtCursor: top + offset == cursor, in: &grid, line: line)
    }
  }

  private var top: Int { layout.top(of: saved.sidebar, rowCount: rows.rows.count) }

  /// Whether the sidebar covers a column of the screen.
  func covers(x: Int) -> Bool { x <= layout.ruleX ?? layout.area.maxX }

  /// Returns the entry at a point of the screen.
  func entry(atX x: Int, y: Int) -> SidebarEntry? {
    let index = top + y - layout.area.y
    guard layout.area.contains(x: x, y: y), rows.rows.indices.contains(index),
      case .entry(let entry, _) = rows.rows[index]
    else { return nil }
    return entry
  }

  private func draw(_ row: SidebarRows.Row, isAtCursor: Bool, in grid: inout Grid, line: GridRect) {
    let (theme, symbols) = (appearance.theme, appearance.symbols)
    switch row {
    case .blank: break
    case .heading(let text, let count):
      draw(text, style: theme.title, count: count, in: &grid, line: line)
    case .entry(let entry, let count):
      let isActive = rows.isActive(entry)
      if isActive { grid.draw(symbols.mark, x: line.x + 1, y: line.y, style: theme.accent) }
      let style = isActive || isAtCursor ? theme.accent : .plain
      draw(entry.label, style: style, count: count, in: &grid, line: line)
      guard isAtCursor else { return }
      grid.draw(symbols.selection, x: line.x, y: line.y, style: theme.accent)
      grid.highlight(line, in: appearance)
      grid.place(Cursor(x: line.x + Self.indent, y: line.y))
    }
  }

  /// Draws a text, and a number at the right.
  private func draw(
    _ text: String, style: CellStyle, count: Int?, in grid: inout Grid, line: GridRect
  ) {
    let number = count?.grouped ?? ""
    let numberX = line.maxX - number.count
    let label = appearance.symbols.truncated(
      text, columns: max(0, numberX - line.x - Self.indent - (number.isEmpty ? 0 : 1)))
    grid.draw(label, x: line.x + Self.indent, y: line.y, style: style, clip: line)
    grid.draw(number, x: numberX, y: line.y, style: appearance.theme.secondary, clip: line)
  }

  /// The columns of the cursor's bar and the mark, and a space.
  private static let indent = 3
}
