import Links
import Localization

/// The commands that open the palette, and those inside it. Typed characters filter it, so none of
/// them is a key.
///
/// Ctrl-P opens the palette only on Spin, which has no list. In lists, Ctrl-P moves up, because
/// Ctrl-N moves down.
extension Command {
  static var palette: [Command] {
    [
      Command(
        "app.palette", [.character(":"), .control("p"), .alt("x")], in: [.spin],
        hint: localized("all", context: "key"), localized("show all commands"), section: .help,
        run: openPalette),
      Command(
        "app.palette", [.character(":"), .alt("x")], in: [.saved, .reader],
        hint: localized("all", context: "key"), run: openPalette),
      Command(
        "app.palette", [.character(":"), .alt("x")], in: [.details, .help], run: openPalette),
      Command(
        "app.palette", [.character(":"), .alt("x")], in: [.sharing],
        when: { $0.modals.sheet?.phase == .choosing }, run: openPalette),
      Command(
        "palette.run", [.enter, .tab], in: [.palette], hint: localized("run", context: "key"),
        localized("run the command"), when: { $0.modals.palette?.selected != nil },
        else: { _ in ScreenTexts.noMatches }, run: { $0.runSelectedCommand() }),
      Command(
        "view.close", [.escape, .control("g")], in: [.palette],
        hint: localized("close", context: "key"), localized("close the palette"), run: closeModal),
    ]
      + movements(
        Movement.inChooser, in: .palette, keys: \.keysBesideText,
        else: { state, movement in
          movement.obstacle(
            in: .commands,
            or: state.modals.palette?.matches.isEmpty == true ? ScreenTexts.noMatches : nil)
        },
        run: changing { $0.modals.palette?.move($1, in: $0.surroundings) })
  }

  private static let openPalette: Run = changing {
    $0.modals.open(.palette(Palette($0.paletteEntries, link: $0.saved.cursorID)))
  }
}

extension AppState {
  /// The commands that have an effect on the screen, the most recently used first.
  fileprivate var paletteEntries: [Palette.Entry] {
    var names: Set<String> = []
    let entries = surroundings.keyMap.available(in: self).compactMap { command -> Palette.Entry? in
      // The palette doesn't open above itself.
      guard !command.traits.contains(.moves), command.name != "app.palette", hasEffect(command),
        names.insert(command.name).inserted
      else { return nil }
      return Palette.Entry(
        command: command.name, title: paletteTitle(of: command),
        asksForMore: command.traits.contains(.asks), chords: command.chords)
    }
    let recent = input.recentCommands.names.compactMap { name in
      entries.first { $0.command == name }
    }
    return recent + entries.filter { !recent.contains($0) }
  }

  /// The command as an order: `Undo: tagged 3 links`, `Clear the history`.
  private func paletteTitle(of command: Command) -> String {
    if command.name == "saved.undo", let message = saved.undo.offeredMessage {
      return localized("Undo: \(message.lowercasedFirst)")
    }
    let help = surroundings.keyMap.help(of: command)
    return help.prefix(1).uppercased() + help.dropFirst()
  }

  /// Runs the selected command of the palette on the screen's content from when the palette opened.
  fileprivate mutating func runSelectedCommand() -> [Effect] {
    guard let palette = modals.palette, let entry = palette.selected else { return [] }
    modals.palette = nil
    input.recentCommands.add(entry.command)
    guard let command = surroundings.keyMap.command(entry.command, in: self) else {
      notice = .information(
        localized("That isn't possible any more: \(entry.title.lowercasedFirst)."))
      return []
    }
    if tab == .saved, palette.link != saved.cursorID, saved.selectedIDs.isEmpty,
      command.target.isAtCursor
    {
      notice = .information(
        localized("The selected link left the list. Run the command again for this one."))
      return []
    }
    return perform(command)
  }
}
