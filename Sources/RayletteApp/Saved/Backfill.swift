import LinkPreview
import Links

/// Fetches pages that weren't fetched on import, for the links on screen.
struct Backfill: Equatable, Sendable {
  /// The links whose pages were requested.
  var request = LatestRequest<[SavedLink.ID]>()
  /// The reasons why pages couldn't be fetched in this session.
  var failures: [SavedLink.ID: LinkMetadataError] = [:]

  /// Forgets failures that the missing network may have caused, so that the pages are fetched
  /// again.
  mutating func forgetMissingHosts() {
    failures = failures.filter { if case .failed(.hostNotFound) = $0.value { false } else { true } }
  }
}

extension SavedState {
  /// Requests missing pages when their links come on screen.
  mutating func reconcileBackfill(isOnScreen: Bool, in context: inout UpdateContext) {
    let surroundings = context.surroundings
    let isPossible =
      isOnScreen && !surroundings.isOffline && !query.isTrash && surroundings.writeError == nil
    let ids = isPossible ? backfillTargets(visibleRows: visibleRows(in: surroundings)) : []
    if ids.isEmpty { return context.run(backfill.request.cancel()) }
    // Pending fetches continue, even if others have ended.
    if let requested = backfill.request.subject, ids.allSatisfy(requested.contains) {
      backfill.request.update { $0 = ids }
      return
    }
    context.begin(&backfill.request, ids) { .fetch(.backfill($0, ids)) }
  }

  /// Reloads a link when its page was fetched and saved.
  mutating func endBackfill(
    of id: SavedLink.ID, _ failure: LinkMetadataError?, in context: inout UpdateContext
  ) {
    backfill.failures[id] = failure
    context.then {
      $0.update(\.spin) {
        $0.endLearning($0.wheels.session.learn(fromFailure: failure), in: &$1)
      }
    }
    if failure == nil { context.run(.read(.links(context.nextRequest(), [id]))) }
  }
}
