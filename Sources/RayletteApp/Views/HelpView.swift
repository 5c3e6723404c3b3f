import TerminalGrid

/// All keys by heading, made from the key map.
struct HelpView {
  private let state: AppState

  init(state: AppState) { self.state = state }

  private enum Line {
    case heading(String)
    case key(String, String)
    case blank
  }

  /// The key map as lines; the headings of the help's own keys come last.
  private static let lines: [Line] = KeyBinding.Section.allCases.flatMap { section in
    [.heading(section.rawValue)]
      + KeyMap.bindings.filter { $0.section == section }.map { .key($0.label, $0.help) } + [.blank]
  }

  /// How many lines the help can be scrolled by on this terminal.
  static func scrollLimit(in state: AppState) -> Int {
    max(0, lines.count - 1 - ScreenFrame(state: state).body.rows)
  }

  func draw(in grid: inout Grid, body: Rect) {
    let theme = state.appearance.theme
    let x = body.x + max(2, (body.columns - 60) / 2)
    for (row, line) in Self.lines.dropFirst(state.helpScroll ?? 0).prefix(body.rows).enumerated() {
      let y = body.y + row
      switch line {
      case .heading(let text): grid.draw(text, x: x, y: y, style: theme.title)
      case .key(let label, let help):
        grid.draw(label, x: x + 2, y: y, style: theme.accent, clip: body)
        grid.draw(help, x: x + 9, y: y, style: theme.secondary, clip: body)
      case .blank: break
      }
    }
  }
}
