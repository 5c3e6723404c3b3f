import Links
import TerminalGrid

/// Handles the mouse on the screen below all modals.
extension AppState {
  /// Returns the key that a click stands for: a hint in the footer, the sort order in the header, or
  /// the address on Spin.
  func pressedKey(by action: Action) -> Key? {
    guard case .mouse(.pressed(let x, let y, _)) = action else { return nil }
    let layout = ScreenLayout(self)
    if y == self.size.rows - 1 {
      return layout.hints(in: self).first { $0.columns.contains(x) }?.key
    }
    guard modals.isEmpty else { return nil }
    if y == 0 {
      return ScreenFrame(state: self, layout: layout).action(atX: x).flatMap {
        self.keyMap.key(for: $0, in: self)
      }
    }
    if let card = spin.card, tab == .spin, !reader.isOpen, !card.isLoading {
      var address = SpinLayout(card, body: layout.body, state: self).address
      address.size.columns = min(address.columns, DisplayWidth.columns(of: card.address))
      if address.contains(x: x, y: y) { return self.keyMap.key(for: .openPressed, in: self) }
    }
    return nil
  }

  mutating func pressOnHeader(x: Int) -> [Effect] {
    ScreenLayout(self).tab(atX: x).map { respond(to: .tabPressed($0)) } ?? []
  }

  mutating func pressOnScreen(x: Int, y: Int, count: Int) -> [Effect] {
    if y == 0 { return pressOnHeader(x: x) }
    if reader.isOpen { return respond(to: .reader(.clicked(x: x, y: y, count: count))) }
    if tab == .spin { return pressOnSpin(x: x, y: y) }
    return link(atX: x, y: y).map { respond(to: .saved(.rowPressed($0, count: count))) } ?? []
  }

  mutating func scrollScreen(by rows: Int) -> [Effect] {
    if reader.isOpen {
      return respond(to: .reader(.moved(.lines(rows))))
    } else if tab == .saved, !saved.ids.isEmpty {
      return update(\.saved) { $0.moveCursor(to: $0.cursor + rows, in: &$1) }
    }
    return []
  }

  /// Returns the link whose row is at a point of the screen.
  func link(atX x: Int, y: Int) -> SavedLink.ID? {
    let layout = SavedLayout(saved.view, in: surroundings)
    guard tab == .saved, !reader.isOpen, let row = layout.row(atX: x, y: y),
      saved.ids.indices.contains(saved.top + row)
    else { return nil }
    return saved.ids[saved.top + row]
  }

  private mutating func pressOnSpin(x: Int, y: Int) -> [Effect] {
    let body = self.body
    guard let card = spin.card else {
      let action = WelcomeLayout(self, body: body).action(atX: x, y: y)
      return action.map { respond(to: $0) } ?? []
    }
    let index = SpinLayout(card, body: body, state: self).trailIndex(atX: x, y: y, of: spin.trail)
    return update(\.spin) { $0.show(at: index, in: &$1) }
  }
}
