import Links

/// A change, undo or redo that's being written.
struct ChangeStep: Hashable, Sendable {
  let id: RequestID
  let direction: ChangeDirection
}

/// Changes that are being written, and the keys and links that depend on them.
struct PendingChanges: Equatable, Sendable {
  /// Changes of a few links that are being written.
  private(set) var steps: Set<ChangeStep> = []
  /// Changes that the next key waits for, because it acts on their result.
  private(set) var awaited: Set<ChangeStep> = []
  /// Links that are about to leave the list, by the change that removes them.
  private var removals: [RequestID: Removal] = [:]

  private struct Removal: Equatable {
    var ids: Set<SavedLink.ID>
    /// The request for the list without them, once they're removed.
    var listing: RequestID?
  }

  mutating func begin(_ step: ChangeStep) { steps.insert(step) }

  /// Makes the next key wait for a change.
  mutating func hold(for step: ChangeStep) { awaited.insert(step) }

  /// Makes the next key wait for all changes that are being written.
  mutating func awaitAll() { awaited.formUnion(steps) }

  mutating func stopAwaiting() { awaited = [] }

  /// - Returns: Whether keys wait for the result of the change.
  mutating func end(_ step: ChangeStep) -> Bool {
    steps.remove(step)
    return awaited.remove(step) != nil
  }

  func isLeaving(_ id: SavedLink.ID) -> Bool {
    removals.values.contains { $0.ids.contains(id) }
  }

  mutating func beginRemoval(of ids: [SavedLink.ID], by change: RequestID) {
    removals[change] = Removal(ids: Set(ids))
  }

  /// Keeps the links of a failed change.
  mutating func cancelRemoval(by change: RequestID) { removals[change] = nil }

  /// Marks links as removed. The listing with this id will show it.
  mutating func endRemoval(by change: RequestID, listing: RequestID?) {
    guard let listing else { return cancelRemoval(by: change) }
    removals[change]?.listing = listing
  }

  /// Forgets the removals that the listing on screen shows.
  mutating func endRemovals(listedBy listing: RequestID) {
    removals = removals.filter { _, removal in removal.listing.map { $0 > listing } ?? true }
  }
}
