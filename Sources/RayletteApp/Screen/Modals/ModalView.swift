import TerminalGrid

extension Modal {
  /// Draws it with a footer if it's on the whole screen, without header and rules.
  func drawWhole(in grid: inout Grid, appearance: Appearance, footer: (inout Grid) -> Void) {
    switch self {
    case .address(let address):
      AddressView(address: address, appearance: appearance).draw(in: &grid)
      footer(&grid)
    case .code(let code, let address):
      let view = QRCodeView(code: code, address: address, appearance: appearance)
      if view.leavesFooter(in: grid.size) { footer(&grid) }
      view.draw(in: &grid)
    case .help, .details, .sync, .share, .chooser, .question, .palette, .prompt, .hints: break
    }
  }

  /// Draws it if it's in place of the screen below.
  /// - Returns: Whether it is.
  func drawBody(in grid: inout Grid, of state: AppState) -> Bool {
    switch self {
    case .help(let help): HelpView(help, in: state.surroundings).draw(in: &grid)
    case .details(let details):
      DetailsView(details, in: state.surroundings).draw(in: &grid)
    case .sync:
      guard let status = state.sync.status else { return false }
      SyncView(status: status, surroundings: state.surroundings).draw(in: &grid)
    case .address, .code, .share, .chooser, .question, .palette, .prompt, .hints: return false
    }
    return true
  }

  /// Draws it if it's a box over the screen below.
  func drawBox(in grid: inout Grid, of state: AppState) {
    switch self {
    case .chooser(let chooser):
      ChooserView(chooser, in: state.surroundings).draw(in: &grid)
    case .share(let sheet): ShareView(sheet, in: state).draw(in: &grid)
    case .palette(let palette): PaletteView(palette, in: state.surroundings).draw(in: &grid)
    case .help, .details, .sync, .address, .code, .question, .prompt, .hints: break
    }
  }

  /// Whether the last row is free for the footer.
  func leavesFooter(in surroundings: Surroundings) -> Bool {
    guard case .code(let code, let address) = self else { return true }
    return QRCodeView(code: code, address: address, appearance: surroundings.appearance)
      .leavesFooter(in: surroundings.size)
  }
}
