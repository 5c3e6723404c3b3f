import LinkStore

/// The keys of the Saved tab. As on Spin, space and enter perform the screen's main actions. Every
/// other key means the same on all screens.
extension KeyMap {
  static let savedSecondary: [KeyBinding] =
    further + choice + [
      movement([.character("j"), .down], "j", "next link (also Down)", .down),
      movement([.character("k"), .up], "k", "previous link (also Up)", .up),
      movement([.pageDown, .control("f")], "PgDn", "a page down (also Ctrl-F)", .pageDown),
      movement([.pageUp, .control("b")], "PgUp", "a page up (also Ctrl-B)", .pageUp),
      movement([.control("d")], "^D", "half a page down", .halfPageDown),
      movement([.control("u")], "^U", "half a page up", .halfPageUp),
      movement([.character("g"), .home], "g", "first link (also Home)", .toFirst),
      movement([.character("G"), .end], "G", "last link (also End)", .toLast),
    ]

  /// The most frequent actions. Together with the sharing keys, they fill the footer.
  static let saved: [KeyBinding] = [
    binding([.character("p")], "p", hint: "restore", "restore from the trash", .restorePressed) {
      !$0.saved.ids.isEmpty && $0.saved.query.isTrash
    },
    binding(
      [.escape], "esc", hint: "deselect", "clear selection or filter",
      .backPressed
    ) { $0.job == nil && isSelecting($0) },
    KeyBinding(
      keys: [.escape], label: "esc", hint: "back", help: "", section: nil, action: .backPressed,
      isAvailable: { onSaved($0) && ($0.job != nil || !isSelecting($0) && isSpecial($0)) }),
    binding(
      [.enter, .character("o")], "enter", hint: "open",
      "open the link in the browser (also o)", .openPressed
    ) { !$0.saved.ids.isEmpty },
    binding([.character("/")], "/", hint: "filter", "filter as you type", .filterPressed) {
      $0.saved.total > 0 || $0.saved.query.isTrash
    },
    binding([.character("d")], "d", hint: "remove", "move to the trash", .removePressed) {
      !$0.saved.ids.isEmpty && !$0.saved.query.isTrash
    },
    KeyBinding(
      keys: [.character("u")], label: "u", hint: "undo", help: "undo the last change",
      section: .share, action: .undoPressed,
      isAvailable: { isUncovered($0) && !$0.saved.history.undo.isEmpty }),
    KeyBinding(
      keys: [.control("r")], label: "^R", hint: "redo", help: "redo what was undone",
      section: .share, action: .redoPressed,
      isAvailable: { isUncovered($0) && !$0.saved.history.redo.isEmpty }),
    KeyBinding(
      keys: [.character("t")], label: "t", hint: "tag", help: "tag; -tag takes one off",
      section: .share, action: .tagsPressed, isAvailable: canAnnotate),
  ]

  /// Whether the link on screen can be tagged and noted. On Spin, that saves it.
  private static func canAnnotate(_ state: AppState) -> Bool {
    guard isUncovered(state) else { return false }
    if state.tab == .spin { return state.spin?.saveableMetadata != nil }
    return !state.saved.ids.isEmpty && !state.saved.query.isTrash
  }

  private static let further: [KeyBinding] = [
    KeyBinding(
      keys: [.character("e")], label: "e", help: "edit the note in $EDITOR", section: .share,
      action: .notePressed, isAvailable: canAnnotate),
    binding([.character("w")], "w", hint: "wheel", "spin these links", .wheelPressed) {
      !$0.saved.ids.isEmpty && !$0.saved.query.isTrash
    },
    binding([.character("R")], "R", "reload the page's details", .refreshPressed) {
      !$0.saved.ids.isEmpty && !$0.saved.query.isTrash
    },
    binding([.character("c")], "c", "look for dead links", .checkPressed) {
      !$0.saved.ids.isEmpty && !$0.saved.query.isTrash
    },
    binding(
      [.character("m")], "m", hint: "move", "update to the new address", .acceptMovesPressed
    ) { isMoved($0) },
    // Stays available with a selection, because selected links far from the screen may have moved.
    KeyBinding(
      keys: [.character("m")], label: "m", help: "", section: nil, action: .acceptMovesPressed,
      isAvailable: {
        onSaved($0) && !isMoved($0) && !$0.saved.selectedIDs.isEmpty && !$0.saved.query.isTrash
      }),
    KeyBinding(
      keys: [.tab, .backTab], label: "tab", hint: "spin", help: "go to Spin", section: .saved,
      action: .tabPressed(.spin), isAvailable: onSaved),
    binding([.character("D")], "D", "open or close the trash", .trashPressed) { _ in true },
    binding([.character("E")], "E", "edit title and address", .editPressed) {
      !$0.saved.ids.isEmpty && !$0.saved.query.isTrash
    },
    binding([.character("T")], "T", "tags with counts, to filter by", .tagListPressed) {
      $0.saved.total > 0
    },
    binding([.character("F")], "F", "searches of the config file", .searchesPressed) {
      !$0.savedSearches.isEmpty
    },
    binding(
      [.character("X")], "X", hint: "empty", "empty the trash, after a question",
      .emptyTrashPressed
    ) { $0.saved.query.isTrash && $0.saved.query.filter.isEmpty && !$0.saved.ids.isEmpty },
    binding([.character("z")], "z", "one, two or three rows a link", .densityPressed) {
      !$0.saved.ids.isEmpty
    },
    binding([.character("_")], "_", "show, zoom or hide the card", .panePressed) {
      !$0.saved.ids.isEmpty
    },
    binding([.character("+")], "+", "widen the card", .paneWidened(by: 1)) { hasPane($0) },
    binding([.character("-")], "-", "widen the list", .paneWidened(by: -1)) { hasPane($0) },
    binding([.character(">")], ">", "next sort order", .sortPressed(1)) {
      isSortable($0)
    },
    binding([.character("<")], "<", "previous sort order", .sortPressed(-1)) { isSortable($0) },
  ]

  private static let choice: [KeyBinding] = [
    binding([.space], "space", "select or deselect", .selectPressed) {
      !$0.saved.ids.isEmpty
    },
    binding([.character("v")], "v", "select a range, from here on", .rangePressed) {
      !$0.saved.ids.isEmpty
    },
    binding([.character("*")], "*", "select everything listed", .selectAllPressed) {
      !$0.saved.ids.isEmpty
    },
  ]

  private static func isSelecting(_ state: AppState) -> Bool {
    state.saved.selection.isRange || !state.saved.selectedIDs.isEmpty
  }

  /// Whether there's a filter or the trash to leave.
  private static func isSpecial(_ state: AppState) -> Bool {
    !state.saved.query.filter.text.isEmpty || state.saved.query.isTrash
  }

  private static func isMoved(_ state: AppState) -> Bool {
    !state.saved.query.isTrash && state.saved.hasMovedTarget
  }

  private static func hasPane(_ state: AppState) -> Bool {
    !state.saved.ids.isEmpty
      && SavedLayout.hasRoomBeside(state, body: ScreenLayout(state).body)
  }

  private static func isSortable(_ state: AppState) -> Bool {
    state.saved.total > 1 && !state.saved.query.isTrash
  }

  private static func binding(
    _ keys: [Key], _ label: String, hint: String? = nil, _ help: String, _ action: Action,
    when isAvailable: @escaping @Sendable (AppState) -> Bool
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, label: label, hint: hint, help: help, section: .saved, action: action,
      isAvailable: { onSaved($0) && isAvailable($0) })
  }

  private static func movement(
    _ keys: [Key], _ label: String, _ help: String, _ movement: Movement
  ) -> KeyBinding {
    binding(keys, label, help, .selectionMoved(movement)) { !$0.saved.ids.isEmpty }
  }
}
