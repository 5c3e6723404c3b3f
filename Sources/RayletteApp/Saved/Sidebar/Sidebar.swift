package import Links
import Localization
import Markup
import TerminalGrid

/// The filters beside the list, with the numbers of links that they leave.
struct Sidebar: Equatable, Sendable {
  /// Whether the sidebar gets the keys.
  var isFocused = false
  /// The entry at the cursor, and its number among all entries, for when it's no longer listed.
  private(set) var cursor = SidebarEntry.all
  private(set) var index = 0
  /// The first row on screen.
  private(set) var top = 0
  /// The numbers; nil if they haven't been read.
  private(set) var facets: SavedFacets?
  /// The request that ``facets`` are the answer to.
  private(set) var answered: Request?
  var request = LatestRequest<Request>()

  /// A request for the numbers of a list.
  struct Request: Equatable, Sendable {
    var query: SavedQuery
    /// The request of the list. A later list may have other links, even with the same query.
    var listing: RequestID
  }

  /// Moves the cursor, and scrolls just enough to show its row.
  mutating func move(to index: Int, in rows: SidebarRows, visibleRows: Int) {
    guard let last = rows.entries.indices.last else { return }
    self.index = min(max(0, index), last)
    cursor = rows.entries[self.index].entry
    scroll(in: rows, visibleRows: visibleRows)
  }

  private mutating func scroll(in rows: SidebarRows, visibleRows: Int) {
    let row = rows.entries[index].row
    // Shows the heading above the first entry of a section.
    let first = index == 0 ? 0 : rows.entries[index - 1].row + 1
    top = min(top, first)
    top = max(top, row - max(1, visibleRows) + 1)
  }

  /// Stores the answer to a request, unless it's for another list.
  mutating func end(_ id: RequestID, _ result: Result<SavedFacets, StoreError>) {
    guard let request = request.end(id) else { return }
    answered = request
    // The rows stay without numbers if they can't be counted.
    facets = try? result.get()
  }

  /// Whether the numbers are those of a query.
  func hasCounts(of query: SavedQuery) -> Bool {
    guard facets != nil, let answered = answered?.query else { return false }
    return answered.filter == query.filter && answered.isTrash == query.isTrash
  }
}

/// An entry of the sidebar.
package enum SidebarEntry: Hashable, Sendable {
  /// All saved links, without a filter.
  case all
  case state(SavedFacets.State)
  case trash
  /// A search of the config file.
  case search(SavedSearch)
  case tag(String)
  case site(String)
}

extension SidebarEntry {
  var label: String {
    switch self {
    case .all: localized("All")
    case .state(.unread): localized("Unread")
    case .state(.reading): localized("Reading")
    case .state(.untagged): localized("Untagged")
    case .state(.noted): localized("With a note")
    case .state(.dead): localized("Dead")
    case .state(.moved): localized("Moved")
    case .trash: localized("Trash")
    case .search(let search): search.name
    case .tag(let tag): "#\(tag)"
    case .site(let host): host
    }
  }

  /// The filter that finds the entry's links. Nil if they're a list of their own.
  var filter: SavedFilter? {
    switch self {
    case .all, .trash: nil
    case .state(let state): SavedFilter(state.word)
    case .search(let search): SavedFilter(search.filter)
    case .tag(let tag): SavedFilter(SavedFilter.word(forTag: tag))
    case .site(let host): SavedFilter(SavedFilter.siteWord(for: host))
    }
  }
}

/// An event that concerns the sidebar: a click, the mouse wheel, or the result of an effect.
package enum SidebarAction: Equatable, Sendable {
  /// The list was clicked, which gets the keys.
  case left
  case moved(Movement)
  /// An entry was clicked.
  case pressed(SidebarEntry)
  /// The links of a list were counted.
  case facetsRead(RequestID, Result<SavedFacets, StoreError>)
}

/// The rows of the sidebar: states, searches, and the tags and sites of the listed links.
struct SidebarRows {
  enum Row: Equatable {
    /// An entry with the number of its links; nil if that's unknown.
    case entry(SidebarEntry, count: Int?)
    case heading(String, count: Int?)
    case blank
  }

  private(set) var rows: [Row] = []
  /// The entries, and their rows.
  private(set) var entries: [(entry: SidebarEntry, row: Int)] = []
  private let query: SavedQuery
  private let filter: SavedFilter

  init(_ saved: SavedState, in surroundings: Surroundings) {
    query = saved.listing.requestedQuery
    filter = query.filter.ended(among: saved.tags.map(\.name))
    let facets = saved.sidebar.facets
    let hasCounts = saved.sidebar.hasCounts(of: saved.query)
    add(.all, saved.total)
    for state in SavedFacets.State.allCases {
      add(.state(state), hasCounts ? facets?.states[state] : nil)
    }
    // The trash is a list of its own, so its number stays the same.
    add(.trash, facets?.trashCount)
    if !surroundings.savedSearches.isEmpty {
      rows += [.blank, .heading(localized("Searches"), count: nil)]
      for search in surroundings.savedSearches { add(.search(search), nil) }
    }
    guard let facets else { return }
    let sections: [(String, [SavedFacets.Count], [String], (String) -> SidebarEntry)] = [
      (localized("Tags"), facets.tags, filter.requiredTags, { .tag($0) }),
      (localized("Sites"), facets.sites, filter.requiredSites, { .site($0) }),
    ]
    for (heading, known, required, entry) in sections {
      // Each listed link has what the filter requires. It's here even if no link has it, so that
      // it can be taken out of the filter.
      let missing = required.filter { name in !known.contains { $0.name.tagKey == name.tagKey } }
      let counts = missing.map { SavedFacets.Count($0, saved.ids.count) } + known
      if counts.isEmpty { continue }
      rows += [.blank, .heading(heading, count: hasCounts ? counts.count : nil)]
      for count in counts { add(entry(count.name), hasCounts ? count.count : nil) }
    }
  }

  private mutating func add(_ entry: SidebarEntry, _ count: Int?) {
    entries.append((entry, rows.count))
    rows.append(.entry(entry, count: count))
  }

  /// Whether the list is narrowed to an entry's links.
  func isActive(_ entry: SidebarEntry) -> Bool {
    switch entry {
    case .all: filter.isEmpty && !query.isTrash
    case .trash: query.isTrash
    case .state, .search, .tag, .site: entry.filter.map { filter.contains($0) } ?? false
    }
  }

  /// The number of the entry at the cursor, or of the one in its place if it's no longer listed.
  func index(of sidebar: Sidebar) -> Int {
    if entries.indices.contains(sidebar.index), entries[sidebar.index].entry == sidebar.cursor {
      return sidebar.index
    }
    return entries.firstIndex { $0.entry == sidebar.cursor }
      ?? max(0, min(sidebar.index, entries.count - 1))
  }
}

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
