/// The keys of the help.
extension KeyMap {
  static let help: [KeyBinding] =
    [
      KeyBinding(
        keys: [.escape], label: "esc", hint: "clear search", help: "", section: nil,
        action: .helpSearchCleared, isAvailable: isSearching),
      KeyBinding(
        keys: [.escape, .character("?"), .character("q"), .enter], label: "esc", hint: "close help",
        help: "clear the search, or close the help (also ?, q)", section: .help,
        action: .helpClosed, isAvailable: { $0.help != nil && !isSearching($0) }),
      KeyBinding(
        keys: [.character("?"), .character("q"), .enter], label: "q", hint: "close help", help: "",
        section: nil, action: .helpClosed, isAvailable: isSearching),
      KeyBinding(
        keys: [.character("/")], label: "/", hint: "search", help: "search as you type",
        section: .help, action: .helpSearchPressed, isAvailable: { $0.help != nil }),
    ] + scrolling

  private static let scrolling: [KeyBinding] = [
    movement([.character("j"), .down], "j", hint: "down", "a line down (also Down)", .lines(1)),
    movement([.character("k"), .up], "k", hint: "up", "a line up (also Up)", .lines(-1)),
    movement(
      [.space, .pageDown, .control("f")], "space", "a page down (also PgDn, Ctrl-F)",
      .halfPages(2)),
    movement([.pageUp, .control("b")], "PgUp", "a page up (also Ctrl-B)", .halfPages(-2)),
    movement([.control("d")], "^D", "half a page down", .halfPages(1)),
    movement([.control("u")], "^U", "half a page up", .halfPages(-1)),
    movement([.character("g"), .home], "g", "to the top (also Home)", .toFirst),
    movement([.character("G"), .end], "G", "to the end (also End)", .toLast),
  ]

  private static func isSearching(_ state: AppState) -> Bool {
    state.help.map { !$0.searchText.isEmpty } == true
  }

  private static func movement(
    _ keys: [Key], _ label: String, hint: String? = nil, _ help: String, _ movement: HelpMovement
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, label: label, hint: hint, help: help, section: .help,
      action: .helpScrolled(movement),
      isAvailable: { state in
        // Only the footer needs to know whether there's more.
        guard let help = state.help, hint != nil else { return state.help != nil }
        return movement == .lines(-1)
          ? help.scroll > 0 : help.scroll < HelpLayout(help, in: state).scrollLimit
      })
  }
}
