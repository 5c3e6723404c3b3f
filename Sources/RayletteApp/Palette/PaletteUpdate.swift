import LinkStore
import TerminalGrid

extension AppState {
  /// Lists the commands that do something now, the most recently used first.
  mutating func openPalette() {
    var names: Set<String> = []
    let entries = keyMap.available(in: self).compactMap { binding -> Palette.Entry? in
      guard binding.action != .palettePressed, doesSomething(binding.action),
        names.insert(binding.command).inserted
      else { return nil }
      return Palette.Entry(
        command: binding.command,
        title: binding.help.isEmpty ? keyMap.help(of: binding.command) : binding.help,
        keys: binding.labels, action: binding.action)
    }
    let recent = recentCommands.names.compactMap { name in
      entries.first { $0.command == name }
    }
    palette = Palette(
      recent + entries.filter { !recent.contains($0) }, link: saved.cursorID)
  }

  /// Whether an action changes anything, which only trying it can tell.
  private func doesSomething(_ action: Action) -> Bool {
    var after = self
    return !after.respond(to: action).isEmpty || after != self
  }

  /// Handles a key while the palette is shown.
  mutating func edit(_ palette: Palette, with key: Key) -> [Effect] {
    if let action = keyMap.action(for: key, in: self) { return perform(command: action) }
    var palette = palette
    if key == .backspace, palette.text.text.isEmpty {
      self.palette = nil
    } else if palette.edit(key) {
      self.palette = palette
    } else {
      explain(key)
    }
    return []
  }

  mutating func movePalette(_ movement: Movement) {
    guard var palette else { return }
    let page = max(1, PaletteLayout(palette, in: self).box.rows.rows - 1)
    palette.select(movement.target(from: palette.selection, page: page))
    self.palette = palette
  }

  /// Runs the selected command, on what was on screen when the palette opened.
  mutating func runPaletteCommand() -> [Effect] {
    guard let palette, let entry = palette.selected else { return [] }
    self.palette = nil
    recentCommands.add(entry.command)
    guard keyMap.available(in: self).contains(where: { $0.action == entry.action }) else {
      notice = .information("That isn't possible any more: \(entry.title).")
      return []
    }
    if tab == .saved, palette.link != saved.cursorID, saved.selectedIDs.isEmpty,
      entry.action.actsOnCursor
    {
      notice = .information("The selected link left the list. Run the command again for this one.")
      return []
    }
    return perform(command: entry.action)
  }
}

extension Movement {
  /// Returns where it leads from a row of a box.
  func target(from row: Int, page: Int) -> Int {
    switch self {
    case .down: row + 1
    case .up: row - 1
    case .pageDown: row + page
    case .pageUp: row - page
    case .halfPageDown: row + max(1, page / 2)
    case .halfPageUp: row - max(1, page / 2)
    case .toFirst: 0
    case .toLast: .max
    }
  }
}
