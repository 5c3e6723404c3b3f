import Links

extension AppState {
  mutating func respond(to action: PaletteAction) -> [Effect] {
    switch action {
    case .moved(let movement): modals.palette?.move(movement, in: surroundings)
    case .confirmed: return runPaletteCommand()
    }
    return []
  }

  /// Lists the commands that do something now, the most recently used first.
  mutating func openPalette() {
    var names: Set<String> = []
    let entries = self.keyMap.available(in: self).compactMap { binding -> Palette.Entry? in
      guard binding.action != .palettePressed, isChanged(by: binding.action),
        names.insert(binding.command).inserted
      else { return nil }
      return Palette.Entry(
        command: binding.command,
        title: binding.help.isEmpty ? self.keyMap.help(of: binding.command) : binding.help,
        keys: binding.labels, action: binding.action)
    }
    let recent = recentCommands.names.compactMap { name in
      entries.first { $0.command == name }
    }
    let others = entries.filter { !recent.contains($0) }
    modals.open(.palette(Palette(recent + others, link: saved.cursorID)))
  }

  /// Runs the selected command, on what was on screen when the palette opened.
  mutating func runPaletteCommand() -> [Effect] {
    guard let palette = modals.palette, let entry = palette.selected else { return [] }
    modals.palette = nil
    recentCommands.add(entry.command)
    guard self.keyMap.available(in: self).contains(where: { $0.action == entry.action }) else {
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
