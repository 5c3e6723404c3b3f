import TerminalGrid

/// The part of ``update(_:_:)`` that takes the mouse: a press selects or pushes what is under it, the
/// second one opens, the wheel scrolls.
func updateMouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
  state.notice = nil
  switch event {
  case .scrolled(let rows):
    if state.helpScroll != nil { return update(&state, .helpScrolled(by: rows)) }
    if state.sheet?.phase == .choosing { return update(&state, .shareMoved(by: rows.signum())) }
    if state.details != nil {
      return update(&state, .detailsMoved(rows < 0 ? .up : .down))
    }
    guard state.cover == nil, state.tab == .saved, !state.saved.ids.isEmpty else { return [] }
    let visibleRows = SavedView.visibleRows(in: state)
    state.saved.select(state.saved.selection + rows, visibleRows: visibleRows)
    return missingRows(in: state)

  case .pressed(let x, let y, let count):
    if state.helpScroll != nil { return update(&state, .helpClosed) }
    if let cover = state.cover { return press(on: cover, x: x, y: y, in: &state) }
    let frame = ScreenFrame(state: state)
    if y == 0 { return frame.tab(atX: x).map { update(&state, .tabPressed($0)) } ?? [] }
    if state.tab == .spin { return pressOnSpin(x: x, y: y, body: frame.body, in: &state) }
    guard
      let row = SavedLayout(body: frame.body, symbols: state.appearance.symbols).row(atX: x, y: y),
      state.saved.ids.indices.contains(state.saved.top + row)
    else { return [] }
    state.saved.select(
      state.saved.top + row, visibleRows: SavedView.visibleRows(in: state))
    return count == 2 ? update(&state, .openPressed) : missingRows(in: state)
  }
}

/// The button, wherever it stands, is as wide as the screen's middle: nothing else is in its row.
private func pressOnSpin(x: Int, y: Int, body: Rect, in state: inout AppState) -> [Effect] {
  guard SpinView(state: state).button(in: body).contains(x: x, y: y) else { return [] }
  return update(&state, state.spin?.isLoading == true ? .cancelPressed : .spinPressed)
}

/// A press on what can be done in the share sheet does it; a press beside closes what lies above.
private func press(on cover: Cover, x: Int, y: Int, in state: inout AppState) -> [Effect] {
  if case .details = cover { return [] }
  guard case .share(let sheet) = cover else { return update(&state, .coverClosed) }
  guard sheet.phase == .choosing else { return [] }
  let view = ShareView(sheet: sheet, state: state)
  if let activity = view.activity(atX: x, y: y),
    let index = sheet.activities.firstIndex(of: activity)
  {
    state.sheet?.selection = index
    return update(&state, .shareChosen)
  }
  return view.contains(x: x, y: y) ? [] : update(&state, .coverClosed)
}
