import Localization

/// The commands of the help.
extension Command {
  static var help: [Command] {
    [
      Command(
        "help.clear-search", [.escape], in: [.help], hint: localized("clear search"),
        localized("clear the search"), when: isSearching,
        run: { $0.modals.help?.clearSearch() }),
      Command(
        "view.close", [.escape, .character("?"), .character("q"), .enter], in: [.help],
        hint: localized("close help"), localized("clear the search, or close what's open"),
        section: .help, when: { !isSearching($0) }, run: closeModal),
      // While there's a search, esc clears it first.
      Command(
        "help.close", [.character("q"), .character("?"), .enter], in: [.help],
        hint: localized("close help"), localized("close the help"), when: isSearching,
        run: closeModal),
      Command(
        "help.search", [.character("/")], in: [.help], hint: localized("search", context: "key"),
        localized("search as you type"), section: .help, traits: [.asks],
        run: { $0.modals.help?.beginTyping() }),
    ]
      + movements(
        in: [.help], hasHints: true,
        when: { state, movement in
          // Only the footer needs to know whether there are more lines.
          guard let help = state.modals.help, movement.hint != nil else { return true }
          return movement == .up
            ? help.scroll > 0 : help.scroll < HelpLayout(help, in: state.surroundings).scrollLimit
        }, else: { $1.obstacleInText },
        run: { $0.modals.help?.move($1, in: $0.surroundings) })
  }

  private static let isSearching: Condition = {
    $0.modals.help?.searchText.isEmpty == false
  }
}
