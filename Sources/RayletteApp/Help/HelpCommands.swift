import Localization
import TerminalGrid

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
      + scrolling(in: .help) { $0.modals.help?.scroll = $1 }
  }

  private static let isSearching: Condition = {
    $0.modals.help?.searchText.isEmpty == false
  }
}
