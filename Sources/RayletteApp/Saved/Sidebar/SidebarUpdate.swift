import Links
import TerminalGrid

extension SavedState {
  mutating func update(_ action: SidebarAction, in context: inout UpdateContext) {
    switch action {
    case .left: sidebar.isFocused = false
    case .moved(let movement): moveInSidebar(movement, in: context.surroundings)
    case .pressed(let entry):
      // A filter that's being typed would be another one.
      context.then { $0.modals.closeLines() }
      return choose(entry, in: &context)
    case .facetsRead(let id, let result):
      sidebar.end(id, result)
      settleSidebar(in: context.surroundings)
    }
  }

  /// Requests the numbers for the list on screen, unless they're known or requested.
  /// - Parameter isOnScreen: whether the tab is on screen.
  mutating func reconcileSidebar(isOnScreen: Bool, in context: inout UpdateContext) {
    guard isOnScreen, listing.isListed, SidebarLayout(self, in: context.surroundings) != nil else {
      return context.run(sidebar.request.cancel())
    }
    let wanted = Sidebar.Request(query: query, listing: listing.shownID)
    if wanted == sidebar.request.subject ?? sidebar.answered { return }
    let query = query
    context.begin(&sidebar.request, wanted) { .read(.facets($0, query)) }
  }

  mutating func toggleSidebar(in context: inout UpdateContext) {
    if sidebar.isFocused {
      sidebar.isFocused = false
      if SavedLayout(view, in: context.surroundings).sidebar != nil { view.hasSidebar = false }
    } else {
      sidebar.isFocused = true
      if SavedLayout.hasRoomForSidebar(in: context.surroundings) { view.hasSidebar = true }
    }
    return adapt(in: &context)
  }

  /// Scrolls so that the cursor stays on a screen, or among rows, that have changed.
  mutating func settleSidebar(in surroundings: Surroundings) {
    guard let layout = SidebarLayout(self, in: surroundings) else { return }
    let rows = SidebarRows(self, in: surroundings)
    sidebar.move(to: rows.index(of: sidebar), in: rows, visibleRows: layout.area.rows)
  }

  mutating func moveInSidebar(_ movement: Movement, in surroundings: Surroundings) {
    guard let layout = SidebarLayout(self, in: surroundings) else { return }
    let rows = SidebarRows(self, in: surroundings)
    let page = max(1, layout.area.rows - 1)
    let target = movement.target(from: rows.index(of: sidebar), page: page)
    sidebar.move(to: target, in: rows, visibleRows: layout.area.rows)
  }

  /// Whether the sidebar gets the keys. It may have gone with the last link.
  var isSidebarFocused: Bool { sidebar.isFocused && hasSidebarEntries }

  /// The entry at the sidebar's cursor.
  func sidebarEntry(in surroundings: Surroundings) -> SidebarEntry {
    let rows = SidebarRows(self, in: surroundings)
    return rows.entries[rows.index(of: sidebar)].entry
  }

  // MARK: - Filtering

  /// Lists the links of an entry.
  mutating func choose(_ entry: SidebarEntry, in context: inout UpdateContext) {
    // A sidebar over the list would hide what was chosen.
    if SavedLayout(view, in: context.surroundings).sidebar == nil { sidebar.isFocused = false }
    guard let filter = entry.filter else {
      return list(isTrash: entry == .trash, in: &context)
    }
    return choose(filter.text, leavesTrash: false, in: &context)
  }

  /// Adds an entry to the filter, so that links have to match both, or takes it out.
  mutating func toggle(_ entry: SidebarEntry, in context: inout UpdateContext) {
    guard let word = entry.filter else { return list(isTrash: entry == .trash, in: &context) }
    let filter = listing.requestedQuery.filter.ended(among: tags.map(\.name))
    let changed = filter.contains(word) ? filter.removing(word) : filter.adding(word)
    if changed.isEmpty { return self.filter(changed, position: .kept, in: &context) }
    return choose(changed.text, leavesTrash: false, in: &context)
  }

  /// Lists all saved links, or the trash, without a filter.
  private mutating func list(isTrash: Bool, in context: inout UpdateContext) {
    view.showList()
    if isTrash != listing.requestedQuery.isTrash {
      selection.clear()
      if isTrash { scrollPositionBefore = scrollPosition }
    }
    var query = listing.requestedQuery
    query.isTrash = isTrash
    query.filter = SavedFilter("")
    query.sort = sort(for: query)
    query.isFuzzy = false
    return list(query, in: &context)
  }
}
