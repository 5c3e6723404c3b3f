import Localization
import TerminalGrid

/// The layout of the screen: the tabs at the top, the view, and the notice and keys at the bottom.
/// Drawing, mouse and keys all use it.
struct ScreenLayout {
  /// The smallest supported terminal.
  static let minimum = GridSize(columns: 40, rows: 10)
  static let name = "raylette"

  /// Whether there's a row for notices above the footer. Otherwise, they replace the footer.
  let hasNoticeRow: Bool
  /// The space between header and footer.
  let body: GridRect
  /// The tabs of the header and their columns.
  let tabs: [(tab: AppState.Tab, label: String, columns: Range<Int>)]

  init(_ state: AppState) {
    body = state.surroundings.body
    hasNoticeRow = state.surroundings.hasRules && state.modals.top?.layer != .whole
    let saved = state.saved.total
    var x = 1 + Self.name.count + 2
    let names = [
      (AppState.Tab.spin, localized("Spin")),
      (.saved, saved == 0 ? localized("Saved") : localized("Saved \(saved)")),
    ]
    tabs = names.map {
      let label = ($0 == state.tab ? state.symbols.activeTab : " ") + "\($1) "
      let columns = DisplayWidth.columns(of: label)
      defer { x += columns + 1 }
      return ($0, label, x..<x + columns)
    }
  }

  /// Returns the tab in the header at a column.
  func tab(atX x: Int) -> AppState.Tab? { tabs.first { $0.columns.contains(x) }?.tab }
}

extension GridRect {
  /// Whether there's room for blank rows between elements.
  var isSpacious: Bool { rows >= 14 }
}

extension ScreenLayout {
  /// A key in the footer: `space spin`.
  struct Hint: Equatable {
    let chord: KeyChord
    let text: String
    /// The action of a click: the key, or the command of two keys.
    let action: Action
    fileprivate(set) var columns = 0..<0

    var label: String { chord.label }
    fileprivate var width: Int {
      DisplayWidth.columns(of: label) + 1 + DisplayWidth.columns(of: text)
    }
  }

  /// The most keys in the footer of a terminal that's not wide. More of them are no longer read.
  private static let hintLimit = 8
  private static let wide = 100
  /// The commands at the end of every footer that has them.
  private static let last = ["app.palette", "app.help"]

  /// Returns the keys in the footer: as many of the available ones as fit, the most important
  /// first, but always the palette and the help at the end. None if the footer shows something
  /// else.
  func hints(in state: AppState) -> [Hint] {
    guard state.surroundings.size.holds(Self.minimum), !isFooterHidden(in: state) else { return [] }
    if let pending = state.input.pendingKey { return hints(after: pending, in: state) }
    let commands = state.surroundings.keyMap.available(in: state).filter {
      $0.hint != nil && !$0.chords.isEmpty
    }
    let last = Self.last.flatMap { name in
      commands.filter { $0.name == name }.compactMap { hint(for: $0, in: state) }
    }
    let others = commands.filter { !Self.last.contains($0.name) }
      .compactMap { hint(for: $0, in: state) }
    let limit =
      state.surroundings.size.columns < Self.wide ? Self.hintLimit - last.count : others.count
    let progress = state.positionText.map { DisplayWidth.columns(of: $0) + 2 } ?? 0
    // A narrower gap makes room for more keys.
    let bare = (others.prefix(limit) + last).reduce(progress) { $0 + $1.width + 3 }
    let gap = bare <= state.surroundings.size.columns + 2 ? 3 : 2
    // The last key needs no gap.
    var room = state.surroundings.size.columns - 1 + gap - progress
    room -= last.reduce(0) { $0 + $1.width + gap }
    let first = others.reduce(into: [Hint]()) { hints, hint in
      guard hint.width + gap <= room, hints.count < limit else { return }
      room -= hint.width + gap
      hints.append(hint)
    }
    return arranged(first + last, from: 1, gap: gap)
  }

  private func hint(for command: Command, in state: AppState) -> Hint? {
    guard let chord = command.chords.first, let text = command.hint else { return nil }
    let selected = Focus(of: state) == .saved ? state.saved.selectedIDs.count : 0
    return Hint(
      chord: chord,
      text: selected > 0 && command.target.isSelection ? "\(text) \(selected)" : text,
      action: chord.second == nil ? .keyPressed(chord.first) : .command(command.name))
  }

  /// Returns the keys that end a chord, as many as fit. If the menu shows them, only the key that
  /// closes it.
  private func hints(after pending: Key, in state: AppState) -> [Hint] {
    let keys = KeyMenuLayout(in: state) == nil ? KeyMenuLayout.items(after: pending, in: state) : []
    let hints = (keys + [(key: .escape, text: localized("cancel", context: "key"))]).map {
      Hint(chord: KeyChord($0.key), text: $0.text, action: .keyPressed($0.key))
    }
    let start = 1 + DisplayWidth.columns(of: state.pendingSign ?? "") + 2
    return arranged(hints, from: start, gap: 3).filter {
      $0.columns.upperBound < state.surroundings.size.columns
    }
  }

  /// Returns the hints side by side.
  private func arranged(_ hints: [Hint], from start: Int, gap: Int) -> [Hint] {
    var x = start
    return hints.map { hint in
      var hint = hint
      hint.columns = x..<x + hint.width
      x += hint.width + gap
      return hint
    }
  }

  /// Whether the notice replaces the footer.
  func isNoticeInFooter(in state: AppState) -> Bool {
    !hasNoticeRow
      && (state.notice != nil || state.modals.top?.hasMessage == true)
  }

  private func isFooterHidden(in state: AppState) -> Bool {
    guard let modal = state.modals.top else { return isNoticeInFooter(in: state) }
    return modal.typedLine != nil || !modal.leavesFooter(in: state.surroundings)
      || isNoticeInFooter(in: state)
  }
}
