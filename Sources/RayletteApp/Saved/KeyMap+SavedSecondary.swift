import Links

/// The other commands of the Saved tab.
extension KeyMap {
  static let savedSecondary: [KeyBinding] =
    changes + lists + view + selecting
    + Movement.allCases.map { movement in
      savedBinding(
        movement.command, movement.keys, movement.helpInList, .selectionMoved(movement)
      ) { $0.isListing }
    }

  private static let changes: [KeyBinding] = [
    KeyBinding(
      "link.note", [.character("e")], in: Focus.tabs, "edit the note in $EDITOR",
      section: .share, .notePressed, when: canAnnotate),
    savedBinding(
      "saved.spin", [.character("w")], hint: "wheel", "spin these links", .wheelPressed
    ) { $0.isListingSaved },
    savedBinding(
      "saved.reload", [.character("r"), .character("R")], "load the page again", .refreshPressed
    ) { $0.isListingSaved },
    savedBinding("saved.check", [.character("c")], "look for dead links", .checkPressed) {
      $0.isListingSaved
    },
    savedBinding(
      "saved.accept-move", [.character("m")], hint: "move", "update to the new address",
      .acceptMovesPressed
    ) { isMoved($0) },
    // Stays available with a selection, because selected links far from the screen may have moved.
    KeyBinding("saved.accept-move", [.character("m")], in: [.saved], "", .acceptMovesPressed) {
      !isMoved($0) && !$0.saved.selectedIDs.isEmpty && !$0.saved.query.isTrash
    },
    savedBinding("saved.edit", [.character("E")], "edit title and address", .editPressed) {
      $0.isListingSaved
    },
    savedBinding(
      "saved.empty-trash", [.character("X")], hint: "empty", "empty the trash, after a question",
      .emptyTrashPressed
    ) { $0.saved.query.isTrash && $0.saved.query.filter.isEmpty && $0.isListing },
  ]

  private static let lists: [KeyBinding] = [
    savedBinding(
      "app.switch-tab", [.tab, .backTab], hint: "spin", "go to Spin", .tabPressed(.spin)
    ) { _ in true },
    savedBinding(
      "saved.trash", [.character("D")], "open or close the trash", .trashPressed
    ) { _ in true },
    savedBinding(
      "saved.tags", [.character("T")], "tags with counts, to filter by", .tagListPressed
    ) { $0.saved.total > 0 },
    savedBinding(
      "saved.searches", [.character("F")], "searches of the config file", .searchesPressed
    ) { !$0.savedSearches.isEmpty },
  ]

  private static let view: [KeyBinding] = [
    savedBinding(
      "saved.density", [.character("z")], "one, two or three rows a link", .densityPressed
    ) { $0.isListing },
    savedBinding("saved.card", [.character("_")], "show, zoom or hide the card", .cardPressed) {
      $0.isListing
    },
    savedBinding(
      "saved.widen-card", [.character("+")], "widen the card", .cardWidened(by: 1), when: hasCard),
    savedBinding(
      "saved.widen-list", [.character("-")], "widen the list", .cardWidened(by: -1), when: hasCard),
    savedBinding(
      "saved.next-sort", [.character(">")], "next sort order", .sortPressed(1), when: isSortable),
    savedBinding(
      "saved.previous-sort", [.character("<")], "previous sort order", .sortPressed(-1),
      when: isSortable),
  ]

  private static let selecting: [KeyBinding] = [
    savedBinding("saved.select", [.space], "select or deselect", .selectPressed) { $0.isListing },
    savedBinding(
      "saved.select-range", [.character("v")], "select a range, from here on", .rangePressed
    ) { $0.isListing },
    savedBinding(
      "saved.select-all", [.character("*")], "select everything listed", .selectAllPressed
    ) { $0.isListing },
  ]

  private static func isMoved(_ state: AppState) -> Bool {
    !state.saved.query.isTrash && state.saved.hasMovedTarget
  }

  private static func hasCard(_ state: AppState) -> Bool {
    state.isListing && SavedLayout.hasRoomBeside(state, body: ScreenLayout(state).body)
  }

  private static func isSortable(_ state: AppState) -> Bool {
    state.saved.total > 1 && !state.saved.query.isTrash
  }
}
