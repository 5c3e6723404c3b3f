public import TerminalGrid

/// Draws the whole screen.
public func render(_ state: AppState) -> Grid {
  var grid = Grid(size: state.size, order: state.appearance.order)
  // The default place of the cursor.
  grid.place(Cursor(x: 0, y: 0))
  let layout = ScreenLayout(state)
  let frame = ScreenFrame(state: state, layout: layout)
  guard state.size.holds(ScreenLayout.minimum) else {
    frame.drawTooSmall(in: &grid)
    return grid
  }
  switch state.overlay {
  case .address(let address)?:
    AddressView(address: address, appearance: state.appearance).draw(in: &grid)
    frame.drawFooter(in: &grid)
    return grid
  case .code(let code, let address)?:
    let view = QRCodeView(code: code, address: address, appearance: state.appearance)
    if view.leavesFooter(in: grid.size) { frame.drawFooter(in: &grid) }
    view.draw(in: &grid)
    return grid
  case .share?, .details?, .sync?, .question?, .chooser?, nil: break
  }
  if let help = state.help {
    HelpView(help, in: state).draw(in: &grid)
  } else if let details = state.details {
    DetailsView(state: state, layout: DetailsLayout(details, in: state)).draw(in: &grid)
  } else if case .sync? = state.overlay, let status = state.sync {
    SyncView(state: state, status: status).draw(in: &grid)
  } else if let page = state.page {
    ReaderView(page: page, in: state).draw(in: &grid)
  } else if state.tab == .spin {
    SpinView(state: state).draw(in: &grid, body: layout.body)
  } else {
    SavedView(state: state).draw(in: &grid, body: layout.body)
  }
  // Drawn after the view, because a prompt takes the cursor.
  frame.draw(in: &grid)
  if let chooser = state.chooser {
    let layout = ChooserLayout(chooser, in: state)
    ChooserView(chooser: chooser, state: state, layout: layout).draw(in: &grid)
  }
  if let sheet = state.sheet {
    ShareView(sheet: sheet, state: state, layout: ShareLayout(sheet, in: state)).draw(in: &grid)
  }
  if let palette = state.palette {
    let layout = PaletteLayout(palette, in: state)
    PaletteView(palette: palette, state: state, layout: layout).draw(in: &grid)
  }
  return grid
}
