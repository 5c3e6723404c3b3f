import TerminalGrid

/// The places of the parts of the screen: the tabs at the top, the view, and the notice and keys at
/// the bottom. Drawing, mouse and keys all use it.
struct ScreenLayout {
  /// The smallest supported terminal.
  static let minimum = Size(columns: 40, rows: 10)
  static let name = "raylette"

  /// Whether there's a row for notices above the footer. Otherwise, they replace the footer.
  let hasNoticeRow: Bool
  /// The space between header and footer.
  let body: Rect
  /// The tabs of the header and their columns.
  let tabs: [(tab: AppState.Tab, label: String, columns: Range<Int>)]

  init(_ state: AppState) {
    body = state.surroundings.body
    hasNoticeRow =
      state.appearance.isAccessible
      || (state.surroundings.hasRules && state.modals.top?.isWhole != true)
    let saved = state.saved.total
    var x = 1 + Self.name.count + 2
    tabs = [(AppState.Tab.spin, "Spin"), (.saved, saved == 0 ? "Saved" : "Saved \(saved)")].map {
      let label = ($0 == state.tab ? state.appearance.symbols.activeTab : " ") + "\($1) "
      defer { x += label.count + 1 }
      return ($0, label, x..<x + label.count)
    }
  }

  /// Returns the tab in the header at a column.
  func tab(atX x: Int) -> AppState.Tab? { tabs.first { $0.columns.contains(x) }?.tab }
}

extension Rect {
  /// Whether there's room for blank rows between elements.
  var isSpacious: Bool { rows >= 14 }
}
