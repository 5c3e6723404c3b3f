import TerminalGrid

/// The part of ``update(_:_:)`` that has pictures drawn: what is on screen is asked for, and called off
/// when it is not any more.
func followPictures(_ state: inout AppState) -> [Effect] {
  guard state.pictures.depth != nil else { return [] }
  return state.pictures.show(picturesOnScreen(state))
}

private func picturesOnScreen(_ state: AppState) -> [PictureRequest] {
  guard state.helpScroll == nil, state.size.holds(ScreenFrame.minimum) else { return [] }
  let body = ScreenFrame(state: state).body
  let request =
    switch state.tab {
    case .spin: SpinView(state: state).picture(in: body)
    case .saved: SavedView(state: state).picture(in: body)
    }
  return request.map { [$0] } ?? []
}
