import Links
import Localization
import Markup

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
