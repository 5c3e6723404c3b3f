import LinkStore

/// A change, its undo or its redo, on the way to the disk.
struct ChangeStep: Hashable, Sendable {
  let id: RequestID
  let direction: ChangeDirection
}

/// Changes that are being written, and what depends on them.
struct PendingChanges: Equatable, Sendable {
  /// Changes of a few links that are being written.
  private(set) var steps: Set<ChangeStep> = []
  /// Those that decide what the next key finds, so that it waits for them.
  private(set) var awaited: Set<ChangeStep> = []
  /// Links that are about to leave the list, by the change that removes them.
  private var removals: [RequestID: Removal] = [:]

  private struct Removal: Equatable {
    var ids: Set<SavedLink.ID>
    /// The request for the list without them, once they are gone.
    var listing: RequestID?
  }

  mutating func begin(_ step: ChangeStep) { steps.insert(step) }

  /// Makes the next key wait for a change.
  mutating func hold(for step: ChangeStep) { awaited.insert(step) }

  /// Makes the next key wait for all changes that are being written.
  mutating func awaitAll() { awaited.formUnion(steps) }

  mutating func stopAwaiting() { awaited = [] }

  /// - Returns: whether keys wait for what the change leads to.
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

  /// The change failed, so its links stay.
  mutating func cancelRemoval(by change: RequestID) { removals[change] = nil }

  /// The links are gone, which the listing with this id will show.
  mutating func endRemoval(by change: RequestID, listing: RequestID?) {
    guard let listing else { return cancelRemoval(by: change) }
    removals[change]?.listing = listing
  }

  /// A listing is on screen, so what it no longer shows isn't leaving any more.
  mutating func endRemovals(listedBy listing: RequestID) {
    removals = removals.filter { _, removal in removal.listing.map { $0 > listing } ?? true }
  }
}
