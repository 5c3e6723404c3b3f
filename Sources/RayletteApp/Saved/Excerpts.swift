import Links

/// Lines of kept texts with the words of the filter, for the links on screen.
struct Excerpts: Equatable, Sendable {
  /// The filter that the lines belong to.
  private(set) var filter = SavedFilter("")
  /// The lines by link; nil for links without one.
  private(set) var lines: [SavedLink.ID: String?] = [:]
  /// The pending request.
  var request = LatestRequest<Request>()

  struct Request: Equatable, Sendable {
    var filter: SavedFilter
    var ids: [SavedLink.ID]
  }

  /// Returns the line of a link, if the lines belong to a filter.
  func line(of id: SavedLink.ID, for filter: SavedFilter) -> String? {
    filter == self.filter ? lines[id] ?? nil : nil
  }

  /// Returns the links that haven't been searched for a filter yet.
  func missing(_ ids: some Sequence<SavedLink.ID>, for filter: SavedFilter) -> [SavedLink.ID] {
    filter == self.filter ? ids.filter { lines[$0] == nil } : Array(ids)
  }

  mutating func end(_ id: RequestID, _ found: [SavedLink.ID: String]) {
    guard let request = request.end(id) else { return }
    if filter != request.filter || lines.count > Self.limit { lines = [:] }
    filter = request.filter
    for id in request.ids { lines[id] = .some(found[id]) }
  }

  private static let limit = 1_000
}

extension SavedState {
  /// Requests the lines for the links on screen while the filter has words.
  mutating func reconcileExcerpts(isOnScreen: Bool, in context: inout UpdateContext) {
    let filter = query.filter
    let layout = SavedLayout(view, in: context.surroundings)
    guard isOnScreen, !query.isFuzzy, !filter.textWords.isEmpty,
      layout.rowHeight > 1 || layout.card != nil
    else { return context.run(excerpts.request.cancel()) }
    let onScreen = ids.dropFirst(top).prefix(layout.visibleRows)
    let missing = excerpts.missing(onScreen, for: filter)
    if missing.isEmpty { return context.run(excerpts.request.cancel()) }
    if let pending = excerpts.request.subject, pending.filter == filter,
      missing.allSatisfy(pending.ids.contains)
    {
      return
    }
    context.begin(&excerpts.request, .init(filter: filter, ids: missing)) {
      .read(.excerpts($0, missing, filter))
    }
  }
}
