public import Links

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

/// The changes that undo and redo are of, as far as the screen knows. The changes themselves are in
/// the log of the store, which commands and other sessions share.
public struct UndoState: Equatable, Sendable {
  /// The state of the log, as it was known last.
  private var log: UndoStatus
  /// The last change of this session, until it's undone: the one that the screen offers to undo. Undo
  /// is of this one even if another program has made a change since, because nobody here has seen
  /// that. Nil for the latest change of the log.
  private(set) var offered: RequestID?
  /// The last change of this session, if it can't be undone.
  private(set) var permanent: ChangeKind?
  /// The requested changes that haven't ended.
  private var kinds: [RequestID: ChangeKind] = [:]
  /// The change that each requested undo is of, if the screen offered to undo that.
  private var undoing: [RequestID: RequestID] = [:]

  public init(_ log: UndoStatus = UndoStatus()) { self.log = log }

  var canUndo: Bool { log.canUndo || offered != nil || permanent != nil }
  var canRedo: Bool { log.canRedo && kinds.isEmpty }

  func kind(of id: RequestID) -> ChangeKind? { kinds[id] }

  /// Records a requested change, so that an undo requested before the change is written undoes it.
  mutating func begin(_ id: RequestID, _ kind: ChangeKind) {
    kinds[id] = kind
    offered = kind.permanence == nil ? id : nil
    permanent = kind.permanence == nil ? nil : kind
  }

  /// Ends a requested change.
  /// - Parameter isChanged: Whether anything was changed.
  mutating func end(_ id: RequestID, isChanged: Bool) {
    guard let kind = kinds.removeValue(forKey: id) else { return }
    if isChanged {
      if kind.permanence == nil { log = UndoStatus(canUndo: true) }
      return
    }
    if offered == id { offered = nil }
    if permanent == kind { permanent = nil }
  }

  /// Records a requested undo.
  /// - Returns: The change that it's of, or nil for the latest of the log.
  mutating func beginUndo(_ id: RequestID) -> RequestID? {
    defer { offered = nil }
    undoing[id] = offered
    return offered
  }

  /// Ends an undo or a redo.
  /// - Returns: Whether it was of a change that the screen had offered.
  mutating func endReplay(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ReplayedChange?, StoreError>
  ) -> Bool {
    let wasOffered = undoing.removeValue(forKey: id)
    switch (result, direction) {
    // The undo can be requested again.
    case (.failure, _): offered = offered ?? wasOffered
    case (.success(nil), .redo): log.canRedo = false
    case (.success(nil), _): if wasOffered == nil { log.canUndo = false }
    case (.success, .redo): log.canUndo = true
    case (.success, _): log.canRedo = true
    }
    return wasOffered != nil
  }

  /// Says that the last change can't be undone, once.
  mutating func takePermanent() -> ChangeKind? {
    defer { permanent = nil }
    return permanent
  }

  /// Takes note of what the log has.
  mutating func observe(_ log: UndoStatus) { self.log = log }
}
