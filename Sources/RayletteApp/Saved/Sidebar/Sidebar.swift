package import Links
import Localization

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
