import TerminalGrid

/// The lines of the help, made from the key bindings, and how far they can be scrolled.
struct HelpLayout {
  enum Line {
    case heading(String)
    case key(String, String)
    case blank

    var indent: Int { if case .key = self { 2 } else { 0 } }
  }

  static let columnWidth = 44

  let body: Rect
  /// Columns side by side where there's room, so that most terminals show all of the help at once.
  let columns: [[Line]]

  init(_ state: AppState) {
    body = ScreenLayout(state).body
    let left = Self.lines(of: [.spin, .share, .everywhere])
    let right = Self.lines(of: [.saved, .help])
    let isWide =
      body.columns >= 2 * Self.columnWidth - 10 && state.appearance.symbols.hasColumns
    columns = isWide ? [left, right] : [left + right]
  }

  private static func lines(of sections: [KeyBinding.Section]) -> [Line] {
    sections.flatMap { section in
      [.heading(section.rawValue)]
        + KeyMap.bindings.filter { $0.section == section }.map { .key($0.label, $0.help) }
        + [.blank]
    }
  }

  var topMargin: Int { body.isSpacious ? 1 : 0 }
  var visibleRows: Int { body.rows - topMargin }

  /// The lines of the longest column, without the blank one at its end.
  var lineCount: Int { (columns.map(\.count).max() ?? 1) - 1 }

  var scrollLimit: Int { max(0, lineCount - visibleRows) }
}

extension AppState {
  mutating func scrollHelp(by rows: Int) {
    let limit = HelpLayout(self).scrollLimit
    helpScroll = helpScroll.map { min(max(0, $0 + rows), limit) }
  }
}
