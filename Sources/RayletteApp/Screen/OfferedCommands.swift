import Links
import Localization

/// The commands that have an effect on the screen below the palette.
struct OfferedCommands {
  private let state: AppState

  init(in state: AppState) { self.state = state }

  /// The commands for the palette, the most recently used first.
  var entries: [Palette.Entry] {
    var names: Set<String> = []
    let entries = state.keyMap.available(in: state).compactMap { binding -> Palette.Entry? in
      guard !binding.isMovement, binding.action != .screen(.palettePressed),
        isChanged(by: binding.action), names.insert(binding.command).inserted
      else { return nil }
      return Palette.Entry(
        command: binding.command, title: title(of: binding),
        asksForMore: binding.action.asksForMore, chords: binding.chords, action: binding.action)
    }
    let recent = state.input.recentCommands.names.compactMap { name in
      entries.first { $0.command == name }
    }
    return recent + entries.filter { !recent.contains($0) }
  }

  /// The command as an order: `Undo: tagged 3 links`, `Clear the history`.
  private func title(of binding: KeyBinding) -> String {
    if binding.action == .changes(.undoPressed), let message = state.saved.undo.offeredMessage {
      return localized("Undo: \(message.lowercasedFirst)")
    }
    let help = binding.help.isEmpty ? state.keyMap.help(of: binding.command) : binding.help
    return help.prefix(1).uppercased() + help.dropFirst()
  }

  /// Returns the reason why a command of the palette can no longer be run, or nil if it can.
  /// - Parameter link: the saved link that was at the cursor when the palette opened.
  func objection(to entry: Palette.Entry, for link: SavedLink.ID?) -> String? {
    guard state.keyMap.available(in: state).contains(where: { $0.action == entry.action }) else {
      return localized("That isn't possible any more: \(entry.title.lowercasedFirst).")
    }
    guard state.tab == .saved, link != state.saved.cursorID, state.saved.selectedIDs.isEmpty,
      entry.action.actsOnCursor
    else { return nil }
    return localized("The selected link left the list. Run the command again for this one.")
  }

  /// Whether a command has an effect now, which may be a notice with the reason why it isn't
  /// possible.
  private func isChanged(by command: Action) -> Bool {
    switch command {
    case .spin(let action): state.spin.isChanged(by: action)
    case .saved(let action): state.saved.isChanged(by: action, in: state.surroundings)
    case .changes(let action): state.saved.isChanged(by: action)
    case .reader(let action): state.reader.isChanged(by: action, in: state.surroundings)
    case .chooser(let action): action.opensList
    case .share(let action): state.modals.sheet?.isChanged(by: action) == true
    case .details(let action):
      state.modals.details?.isChanged(by: action, in: state.surroundings) == true
    case .sync(let action): state.sync.isChanged(by: action, in: state.surroundings)
    case .help(let action): state.modals.help?.isChanged(by: action, in: state.surroundings) == true
    case .screen(let action): isChanged(by: action)
    // The palette doesn't open above itself.
    case .palette: false
    // None of these is the action of a command.
    case .keyPressed, .mouse, .pasted, .wheel, .program: false
    }
  }

  private func isChanged(by command: ScreenAction) -> Bool {
    switch command {
    case .tabPressed(let tab): tab != state.tab || state.reader.isOpen
    case .openPressed, .sharePressed, .copyPressed: OnScreen(state).shareSubject != nil
    case .addressPressed: OnScreen(state).address != nil
    case .readPressed: OnScreen(state).readablePage != nil
    case .tagsPressed where state.reader.isOpen: state.reader.page?.content != nil
    case .tagsPressed:
      state.tab == .spin ? state.spin.card?.saveableMetadata != nil : state.saved.hasTargets
    case .notePressed: state.tab == .saved || state.spin.card != nil
    case .detailsPressed: OnScreen(state).detailsSubject != nil
    case .picturesPressed: state.pictures.possibleForm != nil
    case .wheelPressed:
      state.tab == .spin ? state.spin.wheels.original != nil : state.saved.isListing
    case .palettePressed, .helpPressed, .repeatPressed, .modalClosed, .questionAnswered,
      .quitPressed:
      true
    }
  }
}

extension KeyBinding {
  /// Whether the command only moves to somewhere on the screen, for which nobody opens a list.
  var isMovement: Bool {
    switch action {
    case .saved(.moved), .reader(.moved), .reader(.linkPressed), .reader(.matchPressed),
      .details(.moved), .help(.scrolled), .share(.moved):
      true
    default: false
    }
  }
}

extension Action {
  /// Whether the action opens something to type, to choose or to confirm.
  fileprivate var asksForMore: Bool {
    switch self {
    case .chooser(.openPressed), .saved(.filterPressed), .saved(.editPressed),
      .saved(.emptyTrashPressed), .changes(.addPressed), .changes(.clearHistoryPressed),
      .screen(.tagsPressed), .screen(.notePressed), .screen(.sharePressed), .reader(.findPressed),
      .reader(.hintsPressed), .reader(.linksPressed), .reader(.contentsPressed),
      .reader(.sharePressed), .help(.searchPressed):
      true
    default: false
    }
  }
}

extension ChooserAction {
  /// Whether the action opens a list. The palette doesn't open above a list.
  fileprivate var opensList: Bool {
    switch self {
    case .openPressed: true
    case .moved, .confirmed, .toggled, .choicesRead: false
    }
  }
}
