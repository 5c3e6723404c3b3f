public import Links

/// What undo and redo do next, as far as the screen knows. The changes themselves are in the log of
/// the store, which commands and other sessions share.
public struct UndoState: Equatable, Sendable {
  /// What the log has, as it was known last.
  private var log: UndoStatus
  /// The last change of this session, until it's undone: the one that the screen offers to undo. Undo
  /// is of this one even if another program has made a change since, because nobody here has seen
  /// that. Nil for the latest change of the log.
  private(set) var offered: RequestID?
  /// The last change of this session, if it can't be undone.
  private(set) var permanent: ChangeKind?
  /// The requested changes that haven't ended.
  private var kinds: [RequestID: ChangeKind] = [:]
  /// What each requested undo is of, if the screen offered it.
  private var undoing: [RequestID: RequestID] = [:]

  public init(_ log: UndoStatus = UndoStatus()) { self.log = log }

  var canUndo: Bool { log.canUndo || offered != nil || permanent != nil }
  var canRedo: Bool { log.canRedo && kinds.isEmpty }

  func kind(of id: RequestID) -> ChangeKind? { kinds[id] }

  /// Records a requested change, so that an undo that's requested before it's written is of it.
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
    // It can be requested again.
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
