import TerminalGrid

/// The layout of the screen: the tabs at the top, the view, and the notice and keys at the bottom.
/// Drawing, mouse and keys all use it.
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

extension ScreenLayout {
  /// A key in the footer: `space spin`.
  struct Hint: Equatable {
    let key: Key
    let label: String
    let text: String
    let columns: Range<Int>
  }

  /// Returns the keys in the footer: as many of the available ones as fit, but always help and
  /// quit. None if the footer shows something else.
  func hints(in state: AppState) -> [Hint] {
    guard state.size.holds(Self.minimum), !isFooterHidden(in: state) else { return [] }
    if let pending = state.input.pendingKey { return hints(after: pending, in: state) }
    let bindings = state.keyMap.available(in: state).filter {
      $0.hint != nil && !$0.chords.isEmpty
    }
    let bare = bindings.map(\.hintColumns)
    // The last key needs no gap.
    let progress = ScreenTexts(state).position.map { DisplayWidth.columns(of: $0) + 2 } ?? 0
    // A narrower gap makes room for more keys.
    let gap = bare.reduce(progress) { $0 + $1 + 3 } <= state.size.columns + 2 ? 3 : 2
    let fixed = bindings.filter(\.isFixed).reduce(0) { $0 + $1.hintColumns + gap }
    var room = state.size.columns - 1 + gap - fixed - progress
    var x = 1
    return bindings.compactMap { binding in
      let width = binding.hintColumns
      if !binding.isFixed {
        guard width + gap <= room else { return nil }
        room -= width + gap
      }
      guard let key = binding.chords.first?.first, let text = binding.hint else { return nil }
      defer { x += width + gap }
      return Hint(key: key, label: binding.label, text: text, columns: x..<x + width)
    }
  }

  /// Returns the keys that end a chord, as many as fit.
  private func hints(after pending: Key, in state: AppState) -> [Hint] {
    var x = 1 + DisplayWidth.columns(of: ScreenTexts(state).pendingSign ?? "") + 2
    let chords = state.keyMap.continuations(of: pending, in: state).map {
      (key, binding) -> (Key, String) in
      let help = binding.help.isEmpty ? state.keyMap.help(of: binding.command) : binding.help
      return (key, binding.hint ?? help)
    }
    return (chords + [(.escape, "cancel")]).compactMap { key, text in
      let width = DisplayWidth.columns(of: "\(key.label) \(text)")
      guard x + width < state.size.columns else { return nil }
      defer { x += width + 3 }
      return Hint(key: key, label: key.label, text: text, columns: x..<x + width)
    }
  }

  /// Whether the notice replaces the footer.
  func isNoticeInFooter(in state: AppState) -> Bool {
    !hasNoticeRow
      && (state.notice != nil || state.modals.top?.message(hasFooter: false) != nil)
  }

  private func isFooterHidden(in state: AppState) -> Bool {
    guard let modal = state.modals.top else { return isNoticeInFooter(in: state) }
    return modal.typedLine != nil || !modal.leavesFooter(in: state.surroundings)
      || isNoticeInFooter(in: state)
  }
}

extension KeyBinding {
  /// Whether the key is in every footer.
  fileprivate var isFixed: Bool { section == .everywhere }

  fileprivate var hintColumns: Int { DisplayWidth.columns(of: label) + 1 + (hint?.count ?? 0) }
}
