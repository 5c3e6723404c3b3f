import Links
import Localization
import TerminalGrid

/// The most frequent commands of the Saved tab. Together with the sharing commands, they fill the
/// footer. Where it can, a key means the same as on the other screens.
extension Command {
  static var saved: [Command] {
    [
      Command(
        "saved.restore", [.character("s")], in: [.saved],
        hint: localized("restore", context: "key"),
        localized("restore from the trash"), section: .change, on: .links,
        when: { $0.saved.isListing && $0.saved.query.isTrash }, else: isNotTrash,
        run: { $0.update(\.saved) { $0.change(.make(.restore($0.targets)), .restored, in: &$1) } }),
      Command(
        "saved.back", [.escape], in: [.saved], hint: localized("deselect", context: "key"),
        localized("clear selection or filter"), section: .move,
        when: { $0.saved.job == nil && isSelecting($0) },
        else: { _ in localized("Nothing to clear or to leave.") }, run: goBack),
      Command(
        "saved.back", [.escape], in: [.saved], hint: localized("back", context: "key"),
        when: { $0.saved.job != nil || !isSelecting($0) && isSpecial($0) }, run: goBack),
      Command(
        "saved.stop", [.escape], in: [.spin], hint: localized("stop", context: "key"),
        localized("stop a job of saved links"),
        when: { $0.saved.job != nil && $0.spin.card?.isLoading != true }, run: goBack),
      Command(
        "link.open", [.enter, .character("o")], in: [.saved],
        hint: localized("open", context: "key"), VerbText.open, section: .view, on: .links,
        when: { $0.saved.isListing },
        run: { $0.update(\.saved) { $0.open($0.targets, in: &$1) } }),
      reading(on: .saved),
      Command(
        "saved.filter", [.character("/")], in: [.saved], hint: localized("filter", context: "key"),
        localized("filter as you type"), section: .find, traits: [.asks],
        when: { $0.saved.total > 0 || $0.saved.query.isTrash },
        else: { _ in ScreenTexts.noSavedLinks },
        run: { $0.update(\.saved) { $0.beginFilter(in: &$1) } }),
      Command(
        "saved.remove", [.character("d")], in: [.saved], hint: localized("remove", context: "key"),
        VerbText.remove, section: .change, on: .links, when: isListingSaved,
        run: { $0.update(\.saved) { $0.removeTargets(in: &$1) } }),
      undo(in: Focus.tabs, localized("undo the last change"), section: .change),
      redo(in: Focus.tabs, localized("redo what was undone"), section: .change),
      Command(
        "link.tag", [.character("t")], in: Focus.tabs, hint: localized("tag", context: "key"),
        localized("tag the link"), section: .change, on: .links, traits: [.asks],
        when: canAnnotate, run: { $0.editTags() }),
    ]
  }

  static func undo(
    in screens: Set<Focus>, _ help: String = "", section: Section? = nil
  ) -> Command {
    Command(
      "saved.undo", [.character("u")], in: screens, hint: localized("undo", context: "key"), help,
      section: section, when: { $0.saved.undo.canUndo },
      else: { _ in ChangeDirection.undo.messageWithoutChange },
      run: { $0.update(\.saved) { $0.undoChange(in: &$1) } })
  }

  static func redo(
    in screens: Set<Focus>, _ help: String = "", section: Section? = nil
  ) -> Command {
    Command(
      "saved.redo", [.control("r")], in: screens, hint: localized("redo", context: "key"), help,
      section: section, when: { $0.saved.undo.canRedo },
      else: { _ in ChangeDirection.redo.messageWithoutChange },
      run: { $0.update(\.saved) { $0.redoChange(in: &$1) } })
  }

  private static let goBack: Run = { $0.update(\.saved) { $0.goBack(in: &$1) } }

  /// Whether the link on screen can be tagged and annotated, which saves it on Spin.
  private static let canAnnotate: Condition = {
    $0.tab == .spin ? $0.spin.card?.saveableMetadata != nil : $0.saved.isListingSaved
  }

  private static let isListing: Condition = { $0.saved.isListing }
  private static let isListingSaved: Condition = { $0.saved.isListingSaved }
  private static let isTextShown: Condition = {
    $0.saved.linkAtCursor.map($0.saved.paneText.isShown(with:)) ?? false
  }

  private static func isSelecting(_ state: AppState) -> Bool {
    state.saved.selection.isRange || !state.saved.selectedIDs.isEmpty
  }

  /// Whether the list has a filter or shows the trash.
  private static func isSpecial(_ state: AppState) -> Bool {
    !state.saved.query.filter.text.isEmpty || state.saved.query.isTrash
  }

  /// Why a command for the trash isn't possible.
  private static let isNotTrash: Obstacle = { state in
    if state.saved.query.isTrash { return nil }
    let key = state.surroundings.keyMap.label(of: "saved.trash", in: state)
    return localized("That's for links in the trash; \(key) opens it.")
  }
}

/// The other commands of the Saved tab.
extension Command {
  static var savedSecondary: [Command] {
    changes + lists + views + sorting + selecting
      + movements(
        in: [.saved], keys: \.keys, help: \.helpInList, section: .move,
        when: { state, _ in state.saved.isListing },
        else: { state, movement in
          state.saved.isListing ? movement.obstacle(in: .links) : nil
        },
        run: { state, movement in state.update(\.saved) { $0.move(movement, in: &$1) } })
  }

  private static var changes: [Command] {
    [
      Command(
        "saved.mark-read", [.character("m")], in: [.saved],
        hint: localized("read/unread", context: "key"), localized("mark as read or unread"),
        section: .change, on: .links, when: isListingSaved,
        run: { $0.update(\.saved) { $0.mark(in: &$1) } }),
      Command(
        "link.note", [.character("e")], in: Focus.tabs, hint: localized("note", context: "key"),
        VerbText.note, section: .change, on: .link, traits: [.asks],
        when: canAnnotate,
        run: {
          $0.tab == .spin
            ? $0.update(\.spin) { $0.editNote(in: &$1) }
            : $0.update(\.saved) { $0.editNote(in: &$1) }
        }),
      Command(
        "saved.spin", [.character("w")], in: [.saved], hint: localized("spin these"),
        localized("spin these links"), section: .wheels, on: .list, when: isListingSaved,
        run: { state in
          let saved = state.saved
          let ids = saved.selectedIDs.isEmpty ? saved.ids : saved.targets
          if !ids.isEmpty { state.update(\.spin.wheels) { $0.make(of: ids, in: &$1) } }
        }),
      Command(
        "saved.reload", [.character("r")], in: [.saved], hint: localized("load again"),
        VerbText.loadAgain, section: .change, on: .links, when: isListingSaved,
        run: { $0.update(\.saved) { $0.beginRefresh(in: &$1) } }),
      Command(
        "saved.check", menu: .care("c", localized("dead links")), in: [.saved],
        localized("look for dead links"), section: .change, on: .list, when: isListingSaved,
        run: { $0.update(\.saved) { $0.beginJob(.check, ofAll: $0.selectedIDs.isEmpty, in: &$1) } }
      ),
      Command(
        "saved.accept-move", menu: .care("m", localized("accept moves")), in: [.saved],
        hint: localized("accept move"), localized("update to the new address"), section: .change,
        on: .links, when: isMoved, else: hasNotMoved, run: acceptMoves),
      // Stays available with a selection, because selected links far from the screen may have moved.
      Command(
        "saved.accept-move", menu: .care("m", localized("accept moves")), in: [.saved], on: .links,
        when: {
          !isMoved($0) && !$0.saved.selectedIDs.isEmpty && !$0.saved.query.isTrash
        }, else: hasNotMoved, run: acceptMoves),
      Command(
        "saved.edit", [.character("E")], in: [.saved], hint: localized("edit", context: "key"),
        localized("edit title and address"), section: .change, on: .link, traits: [.asks],
        when: isListingSaved, run: { $0.update(\.saved) { $0.edit(in: &$1) } }),
      Command(
        "saved.empty-trash", menu: .care("e", localized("empty the trash")), in: [.saved],
        hint: localized("empty", context: "key"), localized("empty the trash, after a question"),
        section: .change, traits: [.asks],
        when: {
          $0.saved.query.isTrash && $0.saved.query.filter.isEmpty && $0.saved.isListing
        },
        else: {
          $0.saved.query.isTrash && $0.saved.isListing
            ? localized("Clear the filter first; the whole trash is emptied.") : isNotTrash($0)
        }, run: { $0.update(\.saved) { $0.askToEmptyTrash(in: &$1) } }),
    ]
  }

  private static let acceptMoves: Run = {
    $0.update(\.saved) { $0.change(.acceptMoves($0.targets), .moved, in: &$1) }
  }

  private static let isMoved: Condition = {
    !$0.saved.query.isTrash && $0.saved.hasMovedTarget
  }

  private static let hasNotMoved: Obstacle = {
    $0.saved.isListingSaved ? localized("This link hasn't moved.") : nil
  }

  private static var lists: [Command] {
    [
      Command(
        "app.switch-tab", [.tab, .backTab], in: [.saved], hint: localized("spin", context: "key"),
        VerbText.switchTab, section: .move, run: { $0.show(.spin) }),
      Command(
        "saved.trash", menu: .go("t", localized("trash")), in: [.saved],
        localized("open or close the trash"), section: .move,
        run: { $0.update(\.saved) { $0.toggleTrash(in: &$1) } }),
      Command(
        "saved.tags", [.character("T")], in: [.saved], hint: localized("all tags"),
        localized("filter by a tag"), section: .find, traits: [.asks],
        when: { $0.saved.total > 0 }, else: { _ in ScreenTexts.noSavedLinks },
        run: { $0.openChooser(.tags) }),
      Command(
        "saved.searches", menu: .go("f", localized("saved searches")), in: [.saved],
        localized("filter by a saved search"), section: .find, traits: [.asks],
        when: { !$0.surroundings.savedSearches.isEmpty },
        else: { _ in localized("No searches in the config file, here or on other devices.") },
        run: { $0.openChooser(.searches, entries: $0.searchEntries) }),
    ]
  }

  private static var views: [Command] {
    [
      Command(
        "saved.density", menu: .view("d", localized("density")), in: [.saved],
        localized("show one or two rows a link"), section: .view, traits: [.mayStayUnseen],
        when: isListing,
        run: changeView { view, surroundings in
          view.density = view.density(in: surroundings).other
          view.showList()
        }),
      Command(
        "saved.card", menu: .view("c", localized("card")), in: [.saved],
        localized("show, zoom or hide the card"), section: .view, traits: [.mayStayUnseen],
        when: isListing,
        run: changeView { view, surroundings in
          view.cycleCard(hasRoomBeside: SavedLayout.hasRoomBeside(in: surroundings))
        }),
      widen(
        "saved.widen-card", by: 1, menu: .view("+", localized("wider card")),
        localized("widen the card"), else: { localized("The card can't be wider.") }),
      widen(
        "saved.widen-list", by: -1, menu: .view("-", localized("narrower card")),
        localized("widen the list"), else: { localized("The list can't be wider.") }),
      scrollText("saved.text-down", "e", by: 1, localized("scroll the text below the card")),
      scrollText("saved.text-up", "y", by: -1, localized("scroll the text back")),
    ]
  }

  private static func scrollText(
    _ name: String, _ key: Character, by direction: Int, _ help: String
  ) -> Command {
    Command(
      name, [.control(key)], in: [.saved], help, section: .view, when: isTextShown,
      else: { isTextShown($0) ? nil : localized("No kept text is shown beside the list.") },
      run: { $0.saved.paneText.scroll(by: direction * max(1, $0.surroundings.body.rows / 4)) })
  }

  private static func widen(
    _ name: String, by step: Int, menu: KeyMenu.Item, _ help: String,
    else obstacle: @escaping @Sendable () -> String
  ) -> Command {
    Command(
      name, menu: menu, in: [.saved], help, section: .view, traits: [.mayStayUnseen],
      when: { $0.saved.isListing && SavedLayout.hasRoomBeside(in: $0.surroundings) },
      else: {
        guard $0.saved.isListing else { return nil }
        return SavedLayout.hasRoomBeside(in: $0.surroundings)
          ? obstacle() : localized("There's no room for a card beside the list.")
      }, run: changeView { $0.widenCard(by: step, in: $1) })
  }

  private static func changeView(
    _ change: @escaping @Sendable (inout ListView, Surroundings) -> Void
  ) -> Run {
    { state in
      change(&state.saved.view, state.surroundings)
      return state.update(\.saved) { $0.adapt(in: &$1) }
    }
  }

  private static var sorting: [Command] {
    SavedSort.choices.map { choice in
      Command(
        "saved.sort-\(choice.sessionName)", menu: choice.key.map { .sort($0, choice.menuText) },
        in: [.saved], choice.help, section: .view, when: isSortable,
        else: {
          isSortable($0)
            ? localized("The list is sorted so already: \(choice.sort.name).") : unsortable($0)
        }, run: { $0.update(\.saved) { $0.sort(choice.sort, in: &$1) } })
    } + [
      Command(
        "saved.next-sort", in: [.saved], localized("sort in the next order"), section: .view,
        when: isSortable, else: unsortable,
        run: { $0.update(\.saved) { $0.sort($0.query.sort.next, in: &$1) } })
    ]
  }

  private static let isSortable: Condition = {
    $0.saved.total > 1 && !$0.saved.query.isTrash
  }

  private static let unsortable: Obstacle = {
    $0.saved.query.isTrash
      ? localized("The trash is always sorted by removal.")
      : localized("There's nothing to sort.")
  }

  private static var selecting: [Command] {
    [
      Command(
        "saved.select", [.space], in: [.saved], hint: localized("select", context: "key"),
        localized("select or deselect"), section: .select, on: .link, when: isListing,
        run: { $0.update(\.saved) { $0.toggleSelection(in: &$1) } }),
      Command(
        "saved.select-range", [.character("v")], in: [.saved],
        localized("select a range, from here on"), section: .select, when: isListing,
        run: { $0.saved.toggleRange() }),
      Command(
        "saved.select-all", [.character("*")], in: [.saved],
        localized("select everything listed"), section: .select, when: isListing,
        run: { $0.saved.toggleAll() }),
    ]
  }
}
