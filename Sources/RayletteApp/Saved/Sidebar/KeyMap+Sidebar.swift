import Localization

/// The keys of the sidebar of Saved.
extension KeyMap {
  static var sidebar: [KeyBinding] {
    [
      KeyBinding(
        "saved.sidebar", [], menu: .view("s", localized("sidebar")), in: [.saved, .sidebar],
        localized("go to the sidebar, or hide it"), section: .view, .saved(.sidebar(.toggled))
      ) { $0.saved.hasSidebarEntries },
      KeyBinding(
        "sidebar.choose", [.enter], in: [.sidebar], hint: localized("filter", context: "key"),
        localized("filter by this entry"),
        .saved(.sidebar(.chosen))),
      KeyBinding(
        "sidebar.add", [.space], in: [.sidebar], hint: localized("add", context: "key"),
        localized("add this entry to the filter, or take it out"), .saved(.sidebar(.added))),
      KeyBinding(
        "view.close", [.escape, .character("h"), .left, .character("q")], in: [.sidebar],
        hint: localized("back", context: "key"), localized("go back to the list"),
        .saved(.sidebar(.left))),
    ]
      + Movement.allCases.map { movement in
        KeyBinding(
          movement.command, movement.keys, menu: movement.menu, in: [.sidebar], movement.helpInText,
          .saved(.sidebar(.moved(movement))))
      }
  }
}
