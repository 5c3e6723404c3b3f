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
  }

  private static let columnWidth = 44

  /// Side by side where that fits, so that most terminals show all of it at once.
  private var columns: [[Line]] {
    let left = Self.lines(of: [.spin, .share, .everywhere])
    let right = Self.lines(of: [.saved, .help])
    return body.columns >= 2 * Self.columnWidth - 10 ? [left, right] : [left + right]
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
    let view = HelpView(state: state)
    let longest = view.columns.map(\.count).max() ?? 0
    return max(0, longest - 1 - view.visibleRows)
  }

  private var topMargin: Int { body.hasAir ? 1 : 0 }
  private var visibleRows: Int { body.rows - topMargin }

  func draw(in grid: inout Grid) {
    let columns = columns
    let width = min(Self.columnWidth, body.columns / columns.count)
    let start = max(2, (body.columns - width * columns.count) / 2)
    for (index, lines) in columns.enumerated() {
      let shown = lines.dropFirst(state.helpScroll ?? 0).prefix(visibleRows)
      for (row, line) in shown.enumerated() {
        draw(line, in: &grid, x: start + index * width, y: body.y + topMargin + row)
      }
    }
  }

  private func draw(_ line: Line, in grid: inout Grid, x: Int, y: Int) {
    let theme = state.appearance.theme
    switch line {
    case .heading(let text): grid.draw(text, x: x, y: y, style: theme.title)
    case .key(let label, let help):
      grid.draw(label, x: x + 2, y: y, style: theme.accent, clip: body)
      grid.draw(help, x: x + 9, y: y, clip: body)
    case .blank: break
    }
  }
}
