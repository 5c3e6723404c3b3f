import Links

/// The most frequent commands of the Saved tab. Together with the sharing keys, they fill the
/// footer. As on Spin, space and enter perform the screen's main actions. Every other key means the
/// same on all screens.
extension KeyMap {
  static let saved: [KeyBinding] = [
    savedBinding(
      "saved.restore", [.character("p")], hint: "restore", "restore from the trash",
      .saved(.restorePressed)
    ) { $0.saved.isListing && $0.saved.query.isTrash },
    savedBinding(
      "saved.back", [.escape], hint: "deselect", "clear selection or filter", .saved(.backPressed)
    ) { $0.saved.job == nil && isSelecting($0) },
    KeyBinding("saved.back", [.escape], in: [.saved], hint: "back", "", .saved(.backPressed)) {
      $0.saved.job != nil || !isSelecting($0) && isSpecial($0)
    },
    savedBinding(
      "link.open", [.enter, .character("o")], hint: "open", "open the link in the browser",
      .screen(.openPressed)
    ) { $0.saved.isListing },
    savedBinding(
      "saved.filter", [.character("/")], hint: "filter", "filter as you type",
      .saved(.filterPressed)
    ) { $0.saved.total > 0 || $0.saved.query.isTrash },
    savedBinding(
      "saved.remove", [.character("d")], hint: "remove", "move to the trash", .saved(.removePressed)
    ) { $0.saved.isListingSaved },
    KeyBinding(
      "saved.undo", [.character("u")], in: Focus.tabs, hint: "undo", "undo the last change",
      section: .share, .changes(.undoPressed)
    ) { $0.saved.undo.canUndo },
    KeyBinding(
      "saved.redo", [.control("r")], in: Focus.tabs, hint: "redo", "redo what was undone",
      section: .share, .changes(.redoPressed)
    ) { $0.saved.undo.canRedo },
    KeyBinding(
      "link.tag", [.character("t")], in: Focus.tabs, hint: "tag", "change its tags",
      section: .share, .screen(.tagsPressed), when: canAnnotate),
  ]

  /// Whether the link on screen can be tagged and annotated, which saves it on Spin.
  static func canAnnotate(_ state: AppState) -> Bool {
    state.tab == .spin ? state.spin.card?.saveableMetadata != nil : state.saved.isListingSaved
  }

  private static func isSelecting(_ state: AppState) -> Bool {
    state.saved.selection.isRange || !state.saved.selectedIDs.isEmpty
  }

  /// Whether the list has a filter or shows the trash.
  private static func isSpecial(_ state: AppState) -> Bool {
    !state.saved.query.filter.text.isEmpty || state.saved.query.isTrash
  }

  static func savedBinding(
    _ command: String, _ keys: [Key], hint: String? = nil, _ help: String, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool
  ) -> KeyBinding {
    KeyBinding(
      command, keys, in: [.saved], hint: hint, help, section: .saved, action, when: isPossible)
  }
}

/// The other commands of the Saved tab.
extension KeyMap {
  static let savedSecondary: [KeyBinding] =
    changes + lists + view + selecting
    + Movement.allCases.map { movement in
      savedBinding(
        movement.command, movement.keys, movement.helpInList, .saved(.moved(movement))
      ) { $0.saved.isListing }
    }

  private static let changes: [KeyBinding] = [
    KeyBinding(
      "link.note", [.character("e")], in: Focus.tabs, "edit the note in $EDITOR",
      section: .share, .screen(.notePressed), when: canAnnotate),
    savedBinding(
      "saved.spin", [.character("w")], hint: "wheel", "spin these links", .screen(.wheelPressed)
    ) { $0.saved.isListingSaved },
    savedBinding(
      "saved.reload", [.character("r"), .character("R")], "load the page again",
      .saved(.refreshPressed)
    ) { $0.saved.isListingSaved },
    savedBinding("saved.check", [.character("c")], "look for dead links", .saved(.checkPressed)) {
      $0.saved.isListingSaved
    },
    savedBinding(
      "saved.accept-move", [.character("m")], hint: "move", "update to the new address",
      .saved(.acceptMovesPressed)
    ) { isMoved($0) },
    // Stays available with a selection, because selected links far from the screen may have moved.
    KeyBinding(
      "saved.accept-move", [.character("m")], in: [.saved], "", .saved(.acceptMovesPressed)
    ) {
      !isMoved($0) && !$0.saved.selectedIDs.isEmpty && !$0.saved.query.isTrash
    },
    savedBinding("saved.edit", [.character("E")], "edit title and address", .saved(.editPressed)) {
      $0.saved.isListingSaved
    },
    savedBinding(
      "saved.empty-trash", [.character("X")], hint: "empty", "empty the trash, after a question",
      .saved(.emptyTrashPressed)
    ) { $0.saved.query.isTrash && $0.saved.query.filter.isEmpty && $0.saved.isListing },
  ]

  private static let lists: [KeyBinding] = [
    savedBinding(
      "app.switch-tab", [.tab, .backTab], hint: "spin", "go to Spin", .screen(.tabPressed(.spin))
    ) { _ in true },
    savedBinding(
      "saved.trash", [.character("D")], "open or close the trash", .saved(.trashPressed)
    ) { _ in true },
    savedBinding(
      "saved.tags", [.character("T")], "tags with counts, to filter by",
      .chooser(.openPressed(.tags))
    ) { $0.saved.total > 0 },
    savedBinding(
      "saved.searches", [.character("F")], "searches of the config file",
      .chooser(.openPressed(.searches))
    ) { !$0.savedSearches.isEmpty },
  ]

  private static let view: [KeyBinding] = [
    savedBinding(
      "saved.density", [.character("z")], "one, two or three rows a link", .saved(.densityPressed)
    ) { $0.saved.isListing },
    savedBinding(
      "saved.card", [.character("_")], "show, zoom or hide the card", .saved(.cardPressed)
    ) {
      $0.saved.isListing
    },
    savedBinding(
      "saved.widen-card", [.character("+")], "widen the card", .saved(.cardWidened(by: 1)),
      when: hasCard),
    savedBinding(
      "saved.widen-list", [.character("-")], "widen the list", .saved(.cardWidened(by: -1)),
      when: hasCard),
    savedBinding(
      "saved.next-sort", [.character(">")], "next sort order", .saved(.sortPressed(1)),
      when: isSortable),
    savedBinding(
      "saved.previous-sort", [.character("<")], "previous sort order", .saved(.sortPressed(-1)),
      when: isSortable),
  ]

  private static let selecting: [KeyBinding] = [
    savedBinding("saved.select", [.space], "select or deselect", .saved(.selectPressed)) {
      $0.saved.isListing
    },
    savedBinding(
      "saved.select-range", [.character("v")], "select a range, from here on", .saved(.rangePressed)
    ) { $0.saved.isListing },
    savedBinding(
      "saved.select-all", [.character("*")], "select everything listed", .saved(.selectAllPressed)
    ) { $0.saved.isListing },
  ]

  private static func isMoved(_ state: AppState) -> Bool {
    !state.saved.query.isTrash && state.saved.hasMovedTarget
  }

  private static func hasCard(_ state: AppState) -> Bool {
    state.saved.isListing && SavedLayout.hasRoomBeside(in: state.surroundings)
  }

  private static func isSortable(_ state: AppState) -> Bool {
    state.saved.total > 1 && !state.saved.query.isTrash
  }
}

extension Obstacle {
  func message(for action: SavedAction) -> String {
    let trash = state.keyMap.label(of: .saved(.trashPressed), in: state)
    let isTrash = state.saved.query.isTrash
    let isListing = state.saved.isListing
    switch action {
    case .backPressed: return "Nothing to clear or to leave."
    case .emptyTrashPressed where isTrash && isListing:
      return "Clear the filter first; the whole trash is emptied."
    case .restorePressed where !isTrash, .emptyTrashPressed where !isTrash:
      return "That's for links in the trash; \(trash) opens it."
    case .sortPressed where isTrash: return "The trash is always sorted by removal."
    case .sortPressed: return "There's nothing to sort."
    case .moved(let movement) where isListing: return movement.obstacle(in: "link", or: nil)
    case .acceptMovesPressed where state.saved.isListingSaved: return "This link hasn't moved."
    case .cardWidened where isListing && !SavedLayout.hasRoomBeside(in: state.surroundings):
      return "There's no room for a card beside the list."
    case .cardWidened(let step) where isListing:
      return step > 0 ? "The card can't be wider." : "The list can't be wider."
    case .filterPressed: return "There are no saved links yet."
    case .moved, .rowPressed, .densityPressed, .cardPressed, .cardWidened, .selectPressed,
      .rangePressed, .selectAllPressed, .trashPressed, .removePressed, .restorePressed,
      .markPressed, .acceptMovesPressed, .editPressed, .refreshPressed, .checkPressed,
      .emptyTrashPressed, .scrolled, .filterTyped, .filterEntered, .filterCancelled, .filterChosen,
      .tagsChosen, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .sitesRead, .backfilled,
      .iconLoaded, .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      return obstacleOnTab
    }
  }
}
