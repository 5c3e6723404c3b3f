public import TerminalGrid

/// The whole screen, as it is to look in this state.
public func render(_ state: AppState) -> Grid {
  var grid = Grid(size: state.size)
  let frame = ScreenFrame(state: state)
  guard state.size.holds(ScreenFrame.minimum) else {
    frame.drawTooSmall(in: &grid)
    return grid
  }
  if case .address(let address)? = state.cover {
    AddressView(address: address, appearance: state.appearance).draw(in: &grid)
    frame.drawFooter(in: &grid)
    return grid
  }
  frame.draw(in: &grid)
  if state.helpScroll != nil {
    HelpView(state: state).draw(in: &grid)
  } else if state.tab == .spin {
    SpinView(state: state).draw(in: &grid, body: frame.body)
  } else {
    SavedView(state: state).draw(in: &grid, body: frame.body)
  }
  return grid
}
