import Localization

/// The keys of the sidebar of Saved.
extension KeyMap {
  static let sidebar: [KeyBinding] =
    [
      KeyBinding(
        "saved.sidebar", [], menu: .view("s", "sidebar"), in: [.saved, .sidebar],
        localized("go to the sidebar, or hide it"), section: .view, .saved(.sidebar(.toggled))
      ) { $0.saved.hasSidebarEntries },
      KeyBinding(
        "sidebar.choose", [.enter], in: [.sidebar], hint: "filter",
        localized("filter by this entry"),
        .saved(.sidebar(.chosen))),
      KeyBinding(
        "sidebar.add", [.space], in: [.sidebar], hint: "add",
        localized("add this entry to the filter, or take it out"), .saved(.sidebar(.added))),
      KeyBinding(
        "view.close", [.escape, .character("h"), .left, .character("q")], in: [.sidebar],
        hint: "back", localized("go back to the list"), .saved(.sidebar(.left))),
    ]
    + Movement.allCases.map { movement in
      KeyBinding(
        movement.command, movement.keys, menu: movement.menu, in: [.sidebar], movement.helpInText,
        .saved(.sidebar(.moved(movement))))
    }
}
