import TerminalGrid

/// All keys by heading, made from the key map.
struct HelpView {
  private let state: AppState
  private let body: Rect

  init(state: AppState) {
    self.state = state
    body = ScreenFrame(state: state).body
  }

  private enum Line {
    case heading(String)
    case key(String, String)
    case blank

    var indent: Int { if case .key = self { 2 } else { 0 } }
  }

  private static let columnWidth = 44

  /// Side by side where that fits, so that most terminals show all of it at once.
  private var columns: [[Line]] {
    let left = Self.lines(of: [.spin, .share, .everywhere])
    let right = Self.lines(of: [.saved, .help])
    let isWide =
      body.columns >= 2 * Self.columnWidth - 10 && state.appearance.symbols.hasColumns
    return isWide ? [left, right] : [left + right]
  }

  private static func lines(of sections: [KeyBinding.Section]) -> [Line] {
    sections.flatMap { section in
      [.heading(section.rawValue)]
        + KeyMap.bindings.filter { $0.section == section }.map { .key($0.label, $0.help) }
        + [.blank]
    }
  }

  /// How many lines the help can be scrolled by on this terminal.
  static func scrollLimit(in state: AppState) -> Int {
    max(0, lineCount(in: state) - HelpView(state: state).visibleRows)
  }

  /// How many lines the help has, one below the other.
  static func lineCount(in state: AppState) -> Int {
    // The last line is the air below a section.
    (HelpView(state: state).columns.map(\.count).max() ?? 1) - 1
  }

  private var topMargin: Int { body.isSpacious ? 1 : 0 }
  private var visibleRows: Int { body.rows - topMargin }

  func draw(in grid: inout Grid) {
    let columns = columns
    let width = min(Self.columnWidth, body.columns / columns.count)
    let start = max(2, (body.columns - width * columns.count) / 2)
    for (index, lines) in columns.enumerated() {
      let shown = lines.dropFirst(state.helpScroll ?? 0).prefix(visibleRows)
      for (row, line) in shown.enumerated() {
        let (x, y) = (start + index * width, body.y + topMargin + row)
        draw(line, in: &grid, x: x, y: y)
        if index == 0, row == 0 { grid.place(Cursor(x: x + line.indent, y: y)) }
      }
    }
  }

  private func draw(_ line: Line, in grid: inout Grid, x: Int, y: Int) {
    let theme = state.appearance.theme
    switch line {
    case .heading(let text): grid.draw(text, x: x, y: y, style: theme.title)
    case .key(let label, let help):
      grid.draw(label, x: x + line.indent, y: y, style: theme.accent, clip: body)
      grid.draw(help, x: x + 9, y: y, clip: body)
    case .blank: break
    }
  }
}
