import LinkPreview
import Links

/// Fetches pages that weren't fetched on import, for the links on screen.
struct Backfill: Equatable, Sendable {
  /// The links whose pages were requested.
  var request = LatestRequest<[SavedLink.ID]>()
  /// Why the pages of links couldn't be fetched in this session.
  var failures: [SavedLink.ID: LinkMetadataError] = [:]

  /// Forgets failures that the network may have caused, so that the pages are fetched again.
  mutating func forgetMissingHosts() {
    failures = failures.filter { if case .failed(.hostNotFound) = $0.value { false } else { true } }
  }
}

extension AppState {
  /// Requests missing pages when their links come on screen.
  mutating func reconcileBackfill() -> [Effect] {
    let isPossible =
      tab == .saved && !self.isOffline && !saved.query.isTrash && self.writeError == nil
    let ids = isPossible ? saved.backfillTargets(visibleRows: visibleRows) : []
    if ids.isEmpty { return saved.backfill.request.cancel() }
    // Pending fetches continue while others end.
    if let requested = saved.backfill.request.subject, ids.allSatisfy(requested.contains) {
      saved.backfill.request.update { $0 = ids }
      return []
    }
    let id = nextRequest()
    return saved.backfill.request.begin(id, ids) + [.fetch(.backfill(id, ids))]
  }

  /// Reloads a link when its page was fetched and saved.
  mutating func endBackfill(of id: SavedLink.ID, _ failure: LinkMetadataError?) -> [Effect] {
    saved.backfill.failures[id] = failure
    let network = update(\.spin) { $0.learn(fromFailure: failure, in: &$1) }
    return network + (failure == nil ? [.read(.links(nextRequest(), [id]))] : [])
  }
}
