import Links
import TerminalGrid

/// Finds the action that a mouse event stands for on the screen below all modals.
struct ClickTarget {
  private let state: AppState

  init(in state: AppState) { self.state = state }

  /// Returns the command that a click stands for: a hint in the footer, an entry of the menu above
  /// it, the sort order in the header, or the address on Spin.
  func command(atX x: Int, y: Int) -> Action? {
    let layout = ScreenLayout(state)
    if y == state.surroundings.size.rows - 1 {
      return layout.hints(in: state).first { $0.columns.contains(x) }?.action
    }
    if let key = KeyMenuLayout(in: state)?.key(atX: x, y: y) { return .keyPressed(key) }
    guard state.modals.isEmpty else { return nil }
    if y == 0 {
      return ScreenFrame(state: state, layout: layout).command(atX: x).map(Action.command)
    }
    if let card = state.spin.card, state.tab == .spin, !state.reader.isOpen, !card.isLoading {
      var address = SpinLayout(card, body: layout.body, state: state).address
      address.size.columns = min(address.columns, DisplayWidth.columns(of: card.address))
      if address.contains(x: x, y: y) { return .command("link.open") }
    }
    return nil
  }

  /// Returns the action of an event, or nil for none.
  func action(for event: MouseEvent) -> Action? {
    switch event {
    case .pressed(let x, let y, let count): action(atX: x, y: y, count: count)
    case .scrolled(let rows):
      switch Focus(belowModalsOf: state) {
      case .reader: .reader(.scrolled(rows: rows))
      case .sidebar: .saved(.sidebar(.moved(rows < 0 ? .up : .down)))
      case .saved: .saved(.scrolled(rows: rows))
      default: nil
      }
    }
  }

  /// Returns the action of a click on a tab or a row of the list, for a click that has to wait.
  func waitingAction(atX x: Int, y: Int, count: Int) -> Action? {
    if y == 0 { return ScreenLayout(state).tab(atX: x).map(Action.tabClicked) }
    if isOnSaved, let sidebar = SidebarView(state) {
      if let entry = sidebar.entry(atX: x, y: y) { return .saved(.sidebar(.pressed(entry))) }
      if sidebar.covers(x: x) { return nil }
    }
    return link(atX: x, y: y).map { .saved(.rowPressed($0, count: count)) }
      ?? (Focus(of: state) == .sidebar ? .saved(.sidebar(.left)) : nil)
  }

  private var isOnSaved: Bool { state.tab == .saved && !state.reader.isOpen }

  private func action(atX x: Int, y: Int, count: Int) -> Action? {
    if y > 0, state.reader.isOpen { return .reader(.clicked(x: x, y: y, count: count)) }
    if y > 0, state.tab == .spin { return actionOnSpin(atX: x, y: y) }
    return waitingAction(atX: x, y: y, count: count)
  }

  /// Returns the link whose row is at a point of the screen.
  private func link(atX x: Int, y: Int) -> SavedLink.ID? {
    let saved = state.saved
    let layout = SavedLayout(saved.view, in: state.surroundings)
    guard isOnSaved, let row = layout.row(atX: x, y: y),
      saved.ids.indices.contains(saved.top + row)
    else { return nil }
    return saved.ids[saved.top + row]
  }

  private func actionOnSpin(atX x: Int, y: Int) -> Action? {
    let body = state.surroundings.body
    guard let card = state.spin.card else {
      return WelcomeLayout(state, body: body).command(atX: x, y: y).map(Action.command)
    }
    let layout = SpinLayout(card, body: body, state: state)
    return layout.trailIndex(atX: x, y: y, of: state.spin.trail).map { .spin(.trailPicked($0)) }
  }
}
