import LinkStore

/// What is listed, and what was requested in its place.
///
/// Holds the ids of all listed links, in order, but only the links near the screen. The rest stays in
/// the store.
struct ListedLinks: Equatable, Sendable {
  /// The query whose result is on screen.
  private(set) var query = SavedQuery()
  private(set) var ids: [SavedLink.ID] = []
  /// How many links are saved, whatever is listed.
  private(set) var total: Int
  /// Whether the list was read from the store at all.
  private(set) var isListed = false
  /// The listing that was requested and hasn't arrived.
  var request = LatestRequest<ListRequest>()
  /// The rows that were requested last.
  var rowsRequest = LatestRequest<[SavedLink.ID]>()
  private var rows: [SavedLink.ID: Row] = [:]

  /// A link, with the request that read it.
  private struct Row: Equatable {
    var link: SavedLink
    var request: RequestID
  }

  init(total: Int) { self.total = total }

  /// The query requested last, whether its result has arrived or not.
  var requestedQuery: SavedQuery { request.subject?.query ?? query }

  func link(_ id: SavedLink.ID) -> SavedLink? { rows[id]?.link }

  /// The links that were read.
  var knownIDs: [SavedLink.ID] { Array(rows.keys) }

  mutating func show(_ result: SavedListing, of request: ListRequest) {
    query = request.query
    isListed = true
    ids = result.ids
    total = result.total
  }

  /// Takes over links that were read, unless newer ones are known, and forgets those far from the
  /// screen.
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
