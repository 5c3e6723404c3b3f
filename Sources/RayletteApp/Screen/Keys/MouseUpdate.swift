import LinkStore
import TerminalGrid

/// The part of ``update(_:_:)`` that takes the mouse: a press selects or pushes what is under it, the
/// second one opens, the wheel scrolls.
func updateMouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
  switch event {
  case .scrolled(let rows):
    if state.helpScroll != nil { return respond(to: .helpScrolled(by: rows), in: &state) }
    if state.sheet?.phase == .choosing {
      return respond(to: .shareMoved(by: rows.signum()), in: &state)
    }
    if state.details != nil {
      return respond(to: .detailsMoved(rows < 0 ? .up : .down), in: &state)
    }
    guard state.cover == nil, state.tab == .saved, !state.saved.ids.isEmpty else { return [] }
    let visibleRows = SavedView.visibleRows(in: state)
    state.saved.select(state.saved.selection + rows, visibleRows: visibleRows)
    return state.readMissingRows()

  case .pressed(let x, let y, let count):
    if state.helpScroll != nil { return respond(to: .helpClosed, in: &state) }
    if let cover = state.cover { return press(on: cover, x: x, y: y, in: &state) }
    let frame = ScreenFrame(state: state)
    if y == 0 {
      return frame.tab(atX: x).map { respond(to: .tabPressed($0), in: &state) } ?? []
    }
    if state.tab == .spin { return pressOnSpin(x: x, y: y, body: frame.body, in: &state) }
    // Tags are typed for the links that were meant when their prompt came up.
    guard state.prompt == nil || state.prompt?.purpose == .filter,
      let id = link(atX: x, y: y, in: state)
    else { return [] }
    return updateList(&state, .rowPressed(id, count: count))
  }
}

/// The link whose row is at a place of the screen.
func link(atX x: Int, y: Int, in state: AppState) -> SavedLink.ID? {
  let body = ScreenFrame(state: state).body
  guard state.tab == .saved, state.cover == nil,
    let row = SavedLayout(body: body, symbols: state.appearance.symbols).row(atX: x, y: y),
    state.saved.ids.indices.contains(state.saved.top + row)
  else { return nil }
  return state.saved.ids[state.saved.top + row]
}

/// The button, wherever it stands, is as wide as the screen's middle: nothing else is in its row.
private func pressOnSpin(x: Int, y: Int, body: Rect, in state: inout AppState) -> [Effect] {
  guard SpinView(state: state).button(in: body).contains(x: x, y: y) else { return [] }
  return respond(to: state.spin?.isLoading == true ? .cancelPressed : .spinPressed, in: &state)
}

/// A press on what can be done in the share sheet does it; a press beside closes what lies above.
private func press(on cover: Overlay, x: Int, y: Int, in state: inout AppState) -> [Effect] {
  if case .details = cover { return [] }
  guard case .share(let sheet) = cover else { return respond(to: .overlayDismissed, in: &state) }
  guard sheet.phase == .choosing else { return [] }
  let view = ShareView(sheet: sheet, state: state)
  if let activity = view.activity(atX: x, y: y),
    let index = sheet.activities.firstIndex(of: activity)
  {
    state.sheet?.selection = index
    return respond(to: .shareChosen, in: &state)
  }
  return view.contains(x: x, y: y) ? [] : respond(to: .overlayDismissed, in: &state)
}
