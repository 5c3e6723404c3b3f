import Markup
public import TerminalGrid

/// The whole screen, as it is to look in this state.
public func render(_ state: AppState) -> Grid {
  var grid = Grid(size: state.size)
  // Where there is nothing else to point at.
  grid.place(Cursor(x: 0, y: 0))
  let frame = ScreenFrame(state: state)
  guard state.size.holds(ScreenFrame.minimum) else {
    frame.drawTooSmall(in: &grid)
    return grid
  }
  switch state.cover {
  case .address(let address)?:
    AddressView(address: address, appearance: state.appearance).draw(in: &grid)
    frame.drawFooter(in: &grid)
    return grid
  case .code(let code, let address)?:
    let view = CodeView(code: code, address: address, appearance: state.appearance)
    if view.needed.rows < grid.size.rows || !grid.size.holds(view.needed) {
      frame.drawFooter(in: &grid)
    }
    view.draw(in: &grid)
    return grid
  case .share?, .details?, .question?, nil: break
  }
  if state.helpScroll != nil {
    HelpView(state: state).draw(in: &grid)
  } else if let details = state.details {
    DetailsView(details: details, state: state).draw(in: &grid)
  } else if state.tab == .spin {
    SpinView(state: state).draw(in: &grid, body: frame.body)
  } else {
    SavedView(state: state).draw(in: &grid, body: frame.body)
  }
  // After the view, since a line that is typed in takes the cursor.
  frame.draw(in: &grid)
  if let sheet = state.sheet { ShareView(sheet: sheet, state: state).draw(in: &grid) }
  return grid
}
