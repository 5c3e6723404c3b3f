import Localization

/// The commands of the sidebar of Saved.
extension Command {
  static var sidebar: [Command] {
    [
      Command(
        "saved.sidebar", menu: .view("s", localized("sidebar")), in: [.saved, .sidebar],
        localized("go to the sidebar, or hide it"), section: .view,
        when: { $0.saved.hasSidebarEntries }, else: { _ in ScreenTexts.noSavedLinks },
        run: { $0.update(\.saved) { $0.toggleSidebar(in: &$1) } }),
      Command(
        "sidebar.choose", [.enter], in: [.sidebar], hint: localized("filter", context: "key"),
        localized("filter by this entry"),
        run: { state in
          let entry = state.saved.sidebarEntry(in: state.surroundings)
          return state.update(\.saved) { $0.choose(entry, in: &$1) }
        }),
      Command(
        "sidebar.add", [.space], in: [.sidebar], hint: localized("add", context: "key"),
        localized("add this entry to the filter, or take it out"),
        run: { state in
          let entry = state.saved.sidebarEntry(in: state.surroundings)
          return state.update(\.saved) { $0.toggle(entry, in: &$1) }
        }),
      Command(
        "view.close", [.escape, .character("h"), .left, .character("q")], in: [.sidebar],
        hint: localized("back", context: "key"), localized("go back to the list"),
        run: { $0.saved.sidebar.isFocused = false }),
    ]
      + movements(
        in: [.sidebar], keys: \.keys, else: { $1.obstacle(in: .entries) },
        run: { $0.saved.moveInSidebar($1, in: $0.surroundings) })
  }
}
