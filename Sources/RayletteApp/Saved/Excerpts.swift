import Links

/// The lines of kept texts in which the words of the filter stand, for the links on screen.
struct Excerpts: Equatable, Sendable {
  /// The filter that they belong to.
  private(set) var filter = SavedFilter("")
  /// The links that were looked at; nil for those without such a line.
  private(set) var lines: [SavedLink.ID: String?] = [:]
  /// The pending request.
  var request = LatestRequest<Request>()

  struct Request: Equatable, Sendable {
    var filter: SavedFilter
    var ids: [SavedLink.ID]
  }

  /// Returns the line of a link, if it belongs to a filter.
  func line(of id: SavedLink.ID, for filter: SavedFilter) -> String? {
    filter == self.filter ? lines[id] ?? nil : nil
  }

  /// Returns those of the links that haven't been looked at for a filter.
  func missing(_ ids: some Sequence<SavedLink.ID>, for filter: SavedFilter) -> [SavedLink.ID] {
    filter == self.filter ? ids.filter { lines[$0] == nil } : Array(ids)
  }

  mutating func show(_ found: [SavedLink.ID: String], of request: Request) {
    if filter != request.filter || lines.count > Self.limit { lines = [:] }
    filter = request.filter
    for id in request.ids { lines[id] = .some(found[id]) }
  }

  private static let limit = 1_000
}

extension AppState {
  /// Requests the lines for the links on screen while words are searched for.
  mutating func reconcileExcerpts() -> [Effect] {
    let filter = saved.query.filter
    guard tab == .saved, !saved.query.isFuzzy, !filter.textWords.isEmpty,
      saved.view.density != .one
    else { return saved.excerpts.request.cancel() }
    let onScreen = saved.ids.dropFirst(saved.top).prefix(visibleRows)
    let missing = saved.excerpts.missing(onScreen, for: filter)
    if missing.isEmpty { return saved.excerpts.request.cancel() }
    if let pending = saved.excerpts.request.subject, pending.filter == filter,
      missing.allSatisfy(pending.ids.contains)
    {
      return []
    }
    let id = nextRequest()
    return saved.excerpts.request.begin(id, .init(filter: filter, ids: missing))
      + [.read(.excerpts(id, missing, filter))]
  }

  mutating func endExcerpts(_ id: RequestID, _ lines: [SavedLink.ID: String]) {
    guard let request = saved.excerpts.request.end(id) else { return }
    saved.excerpts.show(lines, of: request)
  }
}
