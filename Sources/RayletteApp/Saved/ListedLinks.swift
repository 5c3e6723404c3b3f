import Links

/// The listed links, and the pending request for another listing.
///
/// Holds the ids of all listed links, in order, but only the links near the screen. All others stay
/// in the store.
struct ListedLinks: Equatable, Sendable {
  /// The query whose result is on screen.
  private(set) var query = SavedQuery()
  private(set) var ids: [SavedLink.ID] = []
  /// The request whose result is on screen.
  private(set) var shownID = RequestID.none
  /// The number of saved links, whatever is listed.
  private(set) var total: Int
  /// Whether a listing has been read from the store.
  private(set) var isListed = false
  /// The pending request for a listing.
  var request = LatestRequest<ListRequest>()
  /// The latest request for rows.
  var rowsRequest = LatestRequest<[SavedLink.ID]>()
  private var rows: [SavedLink.ID: Row] = [:]

  /// A link, with the request that read it.
  private struct Row: Equatable {
    var link: SavedLink
    var request: RequestID
  }

  init(total: Int) { self.total = total }

  /// The latest requested query, even if its result hasn't arrived.
  var requestedQuery: SavedQuery { request.subject?.query ?? query }

  func link(_ id: SavedLink.ID) -> SavedLink? { rows[id]?.link }

  /// The links in memory.
  var knownIDs: [SavedLink.ID] { Array(rows.keys) }

  /// Sets the query to list first.
  mutating func prepare(_ query: SavedQuery) { self.query = query }

  mutating func show(_ result: SavedListing, of request: ListRequest, id: RequestID) {
    shownID = id
    query = request.query
    // Once words have matched, fuzzy matches don't replace the matches, even if the last match is
    // removed.
    query.isFuzzy = result.isFuzzy
    isListed = true
    ids = result.ids
    total = result.total
  }

  /// Stores links that were read, unless newer versions are known. Drops links far from the screen.
  mutating func adopt(
    _ links: [SavedLink], request: RequestID, near window: ArraySlice<SavedLink.ID>
  ) {
    _ = rowsRequest.end(request)
    if rows.count > 10 * max(20, window.count) {
      let near = Set(window)
      rows = rows.filter { near.contains($0.key) }
    }
    for link in links where rows[link.id].map({ $0.request <= request }) ?? true {
      rows[link.id] = Row(link: link, request: request)
    }
  }
}

/// A pending request for a listing.
///
/// Until it arrives, the screen shows the previous list, and ``SavedState/query`` is the previous query.
struct ListRequest: Hashable, Sendable {
  /// The position of the cursor when the listing arrives.
  enum Position: Hashable, Sendable {
    /// The cursor stays at its link, if the link is still listed.
    case kept
    case first
    case at(SavedState.ScrollPosition)
    /// The cursor goes to an added link. If the list hides the link, the screen says so.
    case added(SavedLink.ID)
  }

  var query: SavedQuery
  var position = Position.kept
  /// Whether the user requested the listing. Keys typed next wait for it, because they're meant for
  /// it.
  var isAwaited: Bool
  /// Whether the listing has another cause than the user, because links changed by themselves.
  var isExternal = false
}
