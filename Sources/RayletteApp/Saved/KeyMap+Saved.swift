import Links
import Localization

/// The most frequent commands of the Saved tab. Together with the sharing keys, they fill the
/// footer. Where it can, a key means the same as on the other screens.
extension KeyMap {
  static var saved: [KeyBinding] {
    [
      savedBinding(
        "saved.restore", [.character("s")], hint: localized("restore", context: "key"),
        localized("restore from the trash"),
        section: .change,
        .saved(.restorePressed)
      ) { $0.saved.isListing && $0.saved.query.isTrash },
      savedBinding(
        "saved.back", [.escape], hint: localized("deselect", context: "key"),
        localized("clear selection or filter"),
        section: .move,
        .saved(.backPressed)
      ) { $0.saved.job == nil && isSelecting($0) },
      KeyBinding(
        "saved.back", [.escape], in: [.saved], hint: localized("back", context: "key"), "",
        .saved(.backPressed)
      ) {
        $0.saved.job != nil || !isSelecting($0) && isSpecial($0)
      },
      KeyBinding(
        "saved.stop", [.escape], in: [.spin], hint: localized("stop", context: "key"),
        localized("stop a job of saved links"),
        .saved(.backPressed)
      ) { $0.saved.job != nil && $0.spin.card?.isLoading != true },
      savedBinding(
        "link.open", [.enter, .character("o")], hint: localized("open", context: "key"),
        VerbText.open,
        section: .view,
        .screen(.openPressed)
      ) { $0.saved.isListing },
      reading(on: .saved),
      savedBinding(
        "saved.filter", [.character("/")], hint: localized("filter", context: "key"),
        localized("filter as you type"),
        section: .find,
        .saved(.filterPressed)
      ) { $0.saved.total > 0 || $0.saved.query.isTrash },
      savedBinding(
        "saved.remove", [.character("d")], hint: localized("remove", context: "key"),
        localized("move to the trash"),
        section: .change,
        .saved(.removePressed)
      ) { $0.saved.isListingSaved },
      KeyBinding(
        "saved.undo", [.character("u")], in: Focus.tabs, hint: localized("undo", context: "key"),
        localized("undo the last change"),
        section: .change, .changes(.undoPressed)
      ) { $0.saved.undo.canUndo },
      KeyBinding(
        "saved.redo", [.control("r")], in: Focus.tabs, hint: localized("redo", context: "key"),
        localized("redo what was undone"),
        section: .change, .changes(.redoPressed)
      ) { $0.saved.undo.canRedo },
      KeyBinding(
        "link.tag", [.character("t")], in: Focus.tabs, hint: localized("tag", context: "key"),
        localized("tag the link"),
        section: .change, .screen(.tagsPressed), when: canAnnotate),
    ]
  }

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
    _ command: String, _ keys: [Key], menu: KeyMenu.Item? = nil, hint: String? = nil,
    _ help: String, section: KeyBinding.Section, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool
  ) -> KeyBinding {
    KeyBinding(
      command, keys, menu: menu, in: [.saved], hint: hint, help, section: section, action,
      when: isPossible)
  }
}

/// The other commands of the Saved tab.
extension KeyMap {
  static var savedSecondary: [KeyBinding] {
    changes + lists + view + sorting + selecting
      + Movement.allCases.map { movement in
        savedBinding(
          movement.command, movement.keys, menu: movement.menu, movement.helpInList, section: .move,
          .saved(.moved(movement))
        ) { $0.saved.isListing }
      }
  }

  private static var changes: [KeyBinding] {
    [
      savedBinding(
        "saved.mark-read", [.character("m")], hint: localized("read/unread", context: "key"),
        localized("mark as read or unread"),
        section: .change, .saved(.markPressed)
      ) { $0.saved.isListingSaved },
      KeyBinding(
        "link.note", [.character("e")], in: Focus.tabs, hint: localized("note", context: "key"),
        localized("write a note in $EDITOR"),
        section: .change, .screen(.notePressed), when: canAnnotate),
      savedBinding(
        "saved.spin", [.character("w")], hint: localized("spin these"),
        localized("spin these links"),
        section: .wheels,
        .screen(.wheelPressed)
      ) { $0.saved.isListingSaved },
      savedBinding(
        "saved.reload", [.character("r")], hint: localized("load again"), VerbText.loadAgain,
        section: .change,
        .saved(.refreshPressed)
      ) { $0.saved.isListingSaved },
      savedBinding(
        "saved.check", [], menu: .care("c", localized("dead links")),
        localized("look for dead links"), section: .change,
        .saved(.checkPressed)
      ) { $0.saved.isListingSaved },
      savedBinding(
        "saved.reload-all", [], menu: .care("r", localized("load again all")),
        localized("load all listed pages again"),
        section: .change,
        .saved(.refreshAllPressed)
      ) { $0.saved.isListingSaved },
      savedBinding(
        "saved.accept-move", [], menu: .care("m", localized("accept moves")),
        hint: localized("accept move"),
        localized("update to the new address"), section: .change, .saved(.acceptMovesPressed)
      ) { isMoved($0) },
      // Stays available with a selection, because selected links far from the screen may have moved.
      KeyBinding(
        "saved.accept-move", [], menu: .care("m", localized("accept moves")), in: [.saved], "",
        .saved(.acceptMovesPressed)
      ) {
        !isMoved($0) && !$0.saved.selectedIDs.isEmpty && !$0.saved.query.isTrash
      },
      savedBinding(
        "saved.edit", [.character("E")], hint: localized("edit", context: "key"),
        localized("edit title and address"),
        section: .change,
        .saved(.editPressed)
      ) {
        $0.saved.isListingSaved
      },
      savedBinding(
        "saved.empty-trash", [], menu: .care("e", localized("empty the trash")),
        hint: localized("empty", context: "key"),
        localized("empty the trash, after a question"), section: .change,
        .saved(.emptyTrashPressed)
      ) { $0.saved.query.isTrash && $0.saved.query.filter.isEmpty && $0.saved.isListing },
    ]
  }

  private static var lists: [KeyBinding] {
    [
      savedBinding(
        "app.switch-tab", [.tab, .backTab], hint: localized("spin", context: "key"),
        VerbText.switchTab, section: .move,
        .screen(.tabPressed(.spin))
      ) { _ in true },
      savedBinding(
        "saved.trash", [], menu: .go("t", localized("trash")), localized("open or close the trash"),
        section: .move,
        .saved(.trashPressed)
      ) { _ in true },
      savedBinding(
        "saved.tags", [.character("T")], hint: localized("all tags"), localized("filter by a tag"),
        section: .find,
        .chooser(.openPressed(.tags))
      ) { $0.saved.total > 0 },
      savedBinding(
        "saved.searches", [], menu: .go("f", localized("saved searches")),
        localized("filter by a saved search"),
        section: .find,
        .chooser(.openPressed(.searches))
      ) { !$0.savedSearches.isEmpty },
    ]
  }

  private static var view: [KeyBinding] {
    [
      savedBinding(
        "saved.density", [], menu: .view("d", localized("density")),
        localized("show one, two or three rows a link"),
        section: .view, .saved(.densityPressed)
      ) { $0.saved.isListing },
      savedBinding(
        "saved.card", [], menu: .view("c", localized("card")),
        localized("show, zoom or hide the card"),
        section: .view,
        .saved(.cardPressed)
      ) { $0.saved.isListing },
      savedBinding(
        "saved.widen-card", [], menu: .view("+", localized("wider card")),
        localized("widen the card"), section: .view,
        .saved(.cardWidened(by: 1)), when: hasCard),
      savedBinding(
        "saved.widen-list", [], menu: .view("-", localized("narrower card")),
        localized("widen the list"), section: .view,
        .saved(.cardWidened(by: -1)), when: hasCard),
    ]
  }

  private static var sorting: [KeyBinding] {
    SavedSort.choices.map { choice in
      savedBinding(
        "saved.sort-\(choice.sessionName)", [],
        menu: choice.key.map { .sort($0, choice.menuText) },
        choice.help, section: .view, .saved(.sortChosen(choice.sort)),
        when: isSortable)
    } + [
      savedBinding(
        "saved.next-sort", [], localized("sort in the next order"), section: .view,
        .saved(.sortPressed(1)),
        when: isSortable),
      savedBinding(
        "saved.previous-sort", [], localized("sort in the previous order"), section: .view,
        .saved(.sortPressed(-1)),
        when: isSortable),
    ]
  }

  private static var selecting: [KeyBinding] {
    [
      savedBinding(
        "saved.select", [.space], hint: localized("select", context: "key"),
        localized("select or deselect"), section: .select,
        .saved(.selectPressed)
      ) {
        $0.saved.isListing
      },
      savedBinding(
        "saved.select-range", [.character("v")], localized("select a range, from here on"),
        section: .select,
        .saved(.rangePressed)
      ) { $0.saved.isListing },
      savedBinding(
        "saved.select-all", [.character("*")], localized("select everything listed"),
        section: .select,
        .saved(.selectAllPressed)
      ) { $0.saved.isListing },
    ]
  }

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
    case .backPressed: return localized("Nothing to clear or to leave.")
    case .emptyTrashPressed where isTrash && isListing:
      return localized("Clear the filter first; the whole trash is emptied.")
    case .restorePressed where !isTrash, .emptyTrashPressed where !isTrash:
      return localized("That's for links in the trash; \(trash) opens it.")
    case .sortPressed where isTrash, .sortChosen where isTrash:
      return localized("The trash is always sorted by removal.")
    case .sortChosen(let sort) where state.saved.total > 1 && sort == state.saved.query.sort:
      return localized("The list is sorted so already: \(sort.name).")
    case .sortPressed, .sortChosen: return localized("There's nothing to sort.")
    case .moved(let movement) where isListing: return movement.obstacle(in: .links, or: nil)
    case .acceptMovesPressed where state.saved.isListingSaved:
      return localized("This link hasn't moved.")
    case .cardWidened where isListing && !SavedLayout.hasRoomBeside(in: state.surroundings):
      return localized("There's no room for a card beside the list.")
    case .cardWidened(let step) where isListing:
      return step > 0
        ? localized("The card can't be wider.") : localized("The list can't be wider.")
    case .filterPressed, .sidebar(.toggled): return Self.noSavedLinks
    case .sidebar(.moved(let movement)): return movement.obstacle(in: .entries, or: nil)
    case .sidebar, .moved, .rowPressed, .densityPressed, .cardPressed, .cardWidened, .selectPressed,
      .rangePressed, .selectAllPressed, .trashPressed, .removePressed, .restorePressed,
      .markPressed, .acceptMovesPressed, .editPressed, .refreshPressed, .refreshAllPressed,
      .checkPressed, .refreshConfirmed, .emptyTrashPressed, .scrolled, .filterTyped, .filterEntered,
      .filterCancelled, .filterChosen,
      .tagsChosen, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .sitesRead, .backfilled,
      .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .browsersFound,
      .trashPurged:
      return obstacleOnTab
    }
  }
}
