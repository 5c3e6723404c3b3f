import LinkStore

/// Pages that are fetched because an import left them out and their links are on screen.
struct Backfill: Equatable, Sendable {
  /// The links whose pages were requested.
  var request = LatestRequest<[SavedLink.ID]>()
  /// Links whose pages couldn't be fetched in this session.
  var unfetchable: Set<SavedLink.ID> = []
}

extension AppState {
  /// Fetches missing pages when their links come on screen.
  mutating func followBackfill() -> [Effect] {
    let isShown = tab == .saved && !saved.query.isTrash && saved.writeObstacle == nil
    let ids = isShown ? saved.backfillTargets(visibleRows: visibleRows) : []
    if ids.isEmpty { return saved.backfill.request.cancel() }
    // Those under way continue while others end.
    if let requested = saved.backfill.request.subject, ids.allSatisfy(requested.contains) {
      saved.backfill.request.update { $0 = ids }
      return []
    }
    let id = nextRequest()
    return saved.backfill.request.begin(id, ids) + [.fetch(.backfill(id, ids))]
  }

  /// Reads a link again when its page was fetched and saved.
  mutating func endBackfill(of id: SavedLink.ID, isSaved: Bool) -> [Effect] {
    if isSaved { return [.read(.links(nextRequest(), [id]))] }
    saved.backfill.unfetchable.insert(id)
    return []
  }
}
