import Links

/// Changes that are being written, and the keys and links that depend on them.
struct PendingChanges: Equatable, Sendable {
  /// Changes of a few links that are being written.
  private(set) var steps: Set<RequestID> = []
  /// Changes that the next key waits for, because it acts on their results.
  private(set) var awaited: Set<RequestID> = []
  /// Links that are being removed from the list, by the change that removes them.
  private var removals: [RequestID: Removal] = [:]

  private struct Removal: Equatable {
    var ids: Set<SavedLink.ID>
    /// The request for the list without the removed links.
    var listing: RequestID?
  }

  mutating func begin(_ id: RequestID) { steps.insert(id) }

  /// Makes the next key wait for a change.
  mutating func hold(for id: RequestID) { awaited.insert(id) }

  /// Makes the next key wait for all changes that are being written.
  mutating func awaitAll() { awaited.formUnion(steps) }

  mutating func stopAwaiting() { awaited = [] }

  /// - Returns: whether keys wait for the result of the change.
  mutating func end(_ id: RequestID) -> Bool {
    steps.remove(id)
    return awaited.remove(id) != nil
  }

  /// Whether links are being removed from the list.
  var isRemoving: Bool { !removals.isEmpty }

  func isLeaving(_ id: SavedLink.ID) -> Bool {
    removals.values.contains { $0.ids.contains(id) }
  }

  mutating func beginRemoval(of ids: [SavedLink.ID], by change: RequestID) {
    removals[change] = Removal(ids: Set(ids))
  }

  /// Drops the removals of a failed change.
  mutating func cancelRemoval(by change: RequestID) { removals[change] = nil }

  /// Marks links as removed. The listing with this id will no longer have them.
  mutating func endRemoval(by change: RequestID, listing: RequestID?) {
    guard let listing else { return cancelRemoval(by: change) }
    removals[change]?.listing = listing
  }

  /// Drops the removals that the listing on screen already shows.
  mutating func endRemovals(listedBy listing: RequestID) {
    removals = removals.filter { _, removal in removal.listing.map { $0 > listing } ?? true }
  }
}

/// The changes that undo and redo apply to, as far as the screen knows. The changes themselves are
/// in the store's log, which commands and other sessions share.
struct UndoState: Equatable, Sendable {
  /// The last known state of the log.
  private var log: UndoStatus
  /// The last change of this session, which the screen offers to undo. Undo applies to it even if
  /// another program has made a change since, because the user hasn't seen that change. Nil for the
  /// latest change in the log.
  private(set) var offered: RequestID?
  /// The message of the offered change, once it's written: `Tagged 3 links`.
  private(set) var offeredMessage: String?
  /// The last change of this session, if it can't be undone.
  private(set) var permanent: ChangeKind?
  /// The requested changes that haven't ended yet.
  private var kinds: [RequestID: ChangeKind] = [:]
  /// The change that each requested undo applies to.
  private var undoing: [RequestID: UndoTarget] = [:]

  init(_ log: UndoStatus = UndoStatus()) { self.log = log }

  var canUndo: Bool { log.canUndo || offered != nil || permanent != nil }
  var canRedo: Bool { log.canRedo && kinds.isEmpty }

  func kind(of id: RequestID) -> ChangeKind? { kinds[id] }

  /// Records a requested change, so that an undo requested before the change is written applies to
  /// it.
  mutating func begin(_ id: RequestID, _ kind: ChangeKind) {
    kinds[id] = kind
    offeredMessage = nil
    offered = kind.permanence == nil ? id : nil
    permanent = kind.permanence == nil ? nil : kind
  }

  /// Whether no requested change is still to end.
  var isIdle: Bool { kinds.isEmpty }

  /// Records a change that the user didn't request, and that the screen doesn't offer to undo.
  mutating func noteUnrequested() { log.canUndo = true }

  /// Ends a requested change.
  /// - Parameter count: the number of changed links. The log has no change without any.
  mutating func end(_ id: RequestID, count: Int) {
    guard let kind = kinds.removeValue(forKey: id) else { return }
    if count > 0 {
      if offered == id { offeredMessage = kind.message(count: count) }
      if kind.permanence == nil { log = UndoStatus(canUndo: true) }
      return
    }
    if offered == id { offered = nil }
    if permanent == kind { permanent = nil }
  }

  /// Returns the change that the screen offers to undo, and offers it no longer.
  mutating func takeOffered() -> RequestID? {
    defer { (offered, offeredMessage) = (nil, nil) }
    return offered
  }

  /// Records a requested undo.
  mutating func beginUndo(_ id: RequestID, of target: UndoTarget) { undoing[id] = target }

  /// Ends an undo or a redo.
  /// - Returns: whether it applied to a change that the screen had shown.
  mutating func endReplay(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ReplayedChange?, StoreError>
  ) -> Bool {
    let target = undoing.removeValue(forKey: id)
    let isShown = target != nil && target != .latest
    switch (result, direction) {
    case (.success(let replayed?), _) where replayed.isHeld: break
    // The undo can be requested again.
    case (.failure, _): if case .request(let request) = target { offered = offered ?? request }
    case (.success(nil), .redo): log.canRedo = false
    case (.success(nil), _): if !isShown { log.canUndo = false }
    case (.success, .redo): log.canUndo = true
    case (.success, _): log.canRedo = true
    }
    return isShown
  }

  /// Returns the last change if it can't be undone, but only once.
  mutating func consumePermanent() -> ChangeKind? {
    defer { permanent = nil }
    return permanent
  }

  /// Records the state of the log.
  mutating func observe(_ log: UndoStatus) { self.log = log }
}
