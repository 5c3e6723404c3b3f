extension AppState {
  mutating func openHelp() { help = HelpState() }

  mutating func scrollHelp(_ movement: HelpMovement) {
    guard let help else { return }
    let layout = HelpLayout(help, in: self)
    let target =
      switch movement {
      case .lines(let lines): help.scroll + lines
      case .halfPages(let count): help.scroll + count * layout.page / 2
      case .toFirst: 0
      case .toLast: layout.scrollLimit
      }
    self.help?.scroll = min(max(0, target), layout.scrollLimit)
  }

  /// Handles a key while a search is typed.
  mutating func editHelpSearch(with key: Key) {
    guard var search = help?.search else { return }
    switch key {
    case .escape, .control("g"): help?.clearSearch()
    case .enter: help?.endTyping()
    case .backspace where search.text.isEmpty: help?.clearSearch()
    case .down: scrollHelp(.lines(1))
    case .up: scrollHelp(.lines(-1))
    case .pageDown: scrollHelp(.halfPages(2))
    case .pageUp: scrollHelp(.halfPages(-2))
    default: if search.edit(key) { help?.take(search) }
    }
  }

  /// Inserts pasted text into the search.
  mutating func pasteIntoHelpSearch(_ text: String) {
    guard var search = help?.search else { return }
    search.paste(text)
    help?.take(search)
  }
}
