import Localization

/// The keys of the help.
extension KeyMap {
  static var help: [KeyBinding] {
    [
      KeyBinding(
        "help.clear-search", [.escape], in: [.help], hint: localized("clear search"),
        localized("clear the search"),
        .help(.searchCleared), when: isSearching),
      KeyBinding(
        "view.close", [.escape, .character("?"), .character("q"), .enter], in: [.help],
        hint: localized("close help"), localized("clear the search, or close what's open"),
        section: .help,
        .screen(.modalClosed)
      ) { !isSearching($0) },
      // While there's a search, esc clears it first.
      KeyBinding(
        "help.close", [.character("q"), .character("?"), .enter], in: [.help],
        hint: localized("close help"),
        localized("close the help"), .screen(.modalClosed), when: isSearching),
      KeyBinding(
        "help.search", [.character("/")], in: [.help], hint: localized("search", context: "key"),
        localized("search as you type"),
        section: .help, .help(.searchPressed)),
    ]
      + Movement.allCases.map { movement in
        KeyBinding(
          movement.command, movement.keysInText, menu: movement.menu, in: [.help],
          hint: movement.hint,
          movement.helpInText, .help(.scrolled(HelpMovement(movement)))
        ) { state in
          // Only the footer needs to know whether there are more lines.
          guard let help = state.modals.help, movement.hint != nil else { return true }
          return movement == .up
            ? help.scroll > 0 : help.scroll < HelpLayout(help, in: state.surroundings).scrollLimit
        }
      }
  }

  private static func isSearching(_ state: AppState) -> Bool {
    state.modals.help.map { !$0.searchText.isEmpty } == true
  }
}

extension HelpMovement {
  fileprivate init(_ movement: Movement) {
    self =
      switch movement {
      case .down: .lines(1)
      case .up: .lines(-1)
      case .pageDown: .halfPages(2)
      case .pageUp: .halfPages(-2)
      case .halfPageDown: .halfPages(1)
      case .halfPageUp: .halfPages(-1)
      case .toFirst: .toFirst
      case .toLast: .toLast
      }
  }
}
