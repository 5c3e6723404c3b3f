import LinkStore
import TerminalGrid

extension AppState {
  /// Handles the mouse: a click moves the cursor or presses a button, a double click opens the
  /// link, and the wheel scrolls.
  mutating func takeMouse(_ event: MouseEvent) -> [Effect] {
    switch event {
    case .scrolled(let rows): return scroll(by: rows)
    case .pressed(let x, let y, let count):
      if let palette { return press(on: palette, x: x, y: y) }
      if help != nil {
        help = nil
        return []
      }
      if let overlay { return press(on: overlay, x: x, y: y) }
      let layout = ScreenLayout(self)
      if y == 0 { return layout.tab(atX: x).map { respond(to: .tabPressed($0)) } ?? [] }
      if reader != nil { return pressInReader(x: x, y: y, count: count) }
      if tab == .spin { return pressOnSpin(x: x, y: y, body: layout.body) }
      // Tags are typed for the links that were targets when the prompt appeared.
      guard prompt == nil || prompt?.purpose == .filter, let id = link(atX: x, y: y) else {
        return []
      }
      return pressRow(id, count: count)
    }
  }

  /// Returns the key that a click stands for: a hint in the footer, the sort order in the header, or
  /// the address on Spin.
  func pressedKey(by action: Action) -> Key? {
    guard case .mouse(.pressed(let x, let y, _)) = action else { return nil }
    let layout = ScreenLayout(self)
    if y == size.rows - 1 { return layout.hints(in: self).first { $0.columns.contains(x) }?.key }
    guard prompt == nil, palette == nil else { return nil }
    if y == 0, ScreenFrame(state: self, layout: layout).sortColumns?.contains(x) == true {
      return keyMap.key(for: .sortPressed(1), in: self)
    }
    if let spin, tab == .spin, overlay == nil, help == nil, reader == nil, !spin.isLoading {
      var address = SpinLayout(spin, body: layout.body, state: self).address
      address.size.columns = min(address.columns, DisplayWidth.columns(of: spin.address))
      if address.contains(x: x, y: y) { return keyMap.key(for: .openPressed, in: self) }
    }
    return nil
  }

  private mutating func scroll(by rows: Int) -> [Effect] {
    if palette != nil {
      movePalette(rows < 0 ? .up : .down)
    } else if help != nil {
      scrollHelp(.lines(rows))
    } else if chooser != nil {
      moveChooser(rows < 0 ? .up : .down)
    } else if sheet?.phase == .choosing {
      moveInShareSheet(by: rows.signum())
    } else if details != nil {
      scrollDetails(rows < 0 ? .up : .down)
    } else if overlay == nil, reader != nil {
      moveInReader(.lines(rows))
    } else if overlay == nil, tab == .saved, !saved.ids.isEmpty {
      return moveCursor(to: saved.cursor + rows)
    }
    return []
  }

  /// Returns the link whose row is at a point of the screen.
  func link(atX x: Int, y: Int) -> SavedLink.ID? {
    let layout = SavedLayout(self, body: ScreenLayout(self).body)
    guard tab == .saved, overlay == nil, palette == nil, reader == nil,
      let row = layout.row(atX: x, y: y),
      saved.ids.indices.contains(saved.top + row)
    else { return nil }
    return saved.ids[saved.top + row]
  }

  /// Runs the command that was clicked. Closes the palette on a click outside it.
  private mutating func press(on palette: Palette, x: Int, y: Int) -> [Effect] {
    let box = PaletteLayout(palette, in: self).box
    if let index = box.entry(atX: x, y: y), palette.matches.indices.contains(index) {
      self.palette?.select(index)
      return runPaletteCommand()
    }
    if !box.frame.contains(x: x, y: y) { self.palette = nil }
    return []
  }

  private mutating func pressOnSpin(x: Int, y: Int, body: Rect) -> [Effect] {
    // What's typed in a prompt is for the card on screen.
    guard prompt == nil else { return [] }
    guard let spin else {
      let action = WelcomeLayout(self, body: body).action(atX: x, y: y)
      return action.map { respond(to: $0) } ?? []
    }
    let layout = SpinLayout(spin, body: body, state: self)
    return showSpin(at: layout.trailIndex(atX: x, y: y, of: trail))
  }

  /// Performs the share activity that was clicked. Closes the overlay on a click outside it.
  private mutating func press(on overlay: Overlay, x: Int, y: Int) -> [Effect] {
    switch overlay {
    case .details, .sync: return []
    case .address, .code, .question: break
    case .chooser(var chooser):
      let layout = ChooserLayout(chooser, in: self)
      if let index = layout.entry(atX: x, y: y), chooser.matches.indices.contains(index) {
        chooser.select(index)
        self.chooser = chooser
        return choose()
      }
      if layout.frame.contains(x: x, y: y) { return [] }
    case .share(let sheet):
      guard sheet.phase == .choosing else { return [] }
      let layout = ShareLayout(sheet, in: self)
      if let index = layout.activity(atX: x, y: y) {
        self.sheet?.selection = index
        return chooseActivity()
      }
      if layout.frame.contains(x: x, y: y) { return [] }
    }
    self.overlay = nil
    return []
  }
}
