package import TerminalGrid

/// Draws the whole screen, or in accessible mode its lines for a screen reader.
package func render(_ state: AppState) -> Grid {
  var grid = Grid(size: state.surroundings.size, order: state.surroundings.appearance.order)
  // The default place of the cursor.
  grid.place(Cursor(x: 0, y: 0))
  let layout = ScreenLayout(state)
  let frame = ScreenFrame(state: state, layout: layout)
  guard state.surroundings.size.holds(ScreenLayout.minimum) else {
    frame.drawTooSmall(in: &grid)
    return grid
  }
  if state.surroundings.appearance.isAccessible {
    SpokenScreen(state).draw(in: &grid)
    return grid
  }
  if let modal = state.modals.top, modal.layer == .whole {
    modal.draw(in: &grid, of: state)
    if modal.leavesFooter(in: state.surroundings) { frame.drawFooter(in: &grid) }
    return grid
  }
  if let modal = state.modals.all.last(where: { $0.layer == .body }) {
    modal.draw(in: &grid, of: state)
  } else {
    drawScreen(of: state, in: &grid, body: layout.body)
  }
  // Drawn after the view, because a prompt takes the cursor.
  frame.draw(in: &grid)
  for modal in state.modals.all where modal.layer == .box || modal.layer == .line {
    modal.draw(in: &grid, of: state)
  }
  KeyMenuLayout(in: state)?.draw(in: &grid, appearance: state.surroundings.appearance)
  return grid
}

/// Draws the screen below all modals.
private func drawScreen(of state: AppState, in grid: inout Grid, body: GridRect) {
  if let page = state.reader.page {
    ReaderView(page: page, in: state).draw(in: &grid)
  } else if state.tab == .spin {
    SpinView(state: state).draw(in: &grid, body: body)
  } else {
    SavedView(state: state).draw(in: &grid, body: body)
  }
}
