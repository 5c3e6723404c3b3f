public import LinkStore

/// Whether a change is made, taken back or made again.
public enum ChangeDirection: Hashable, Sendable { case make, undo, redo }

/// What a change is called on screen.
public enum ChangeKind: Hashable, Sendable {
  case saved, removed, restored, tagged, untagged, noted, moved
  /// - Parameter failed: how many pages could not be fetched.
  case refreshed(failed: Int)

  /// What was done to how many links: `Removed 3 links`.
  func message(count: Int) -> String {
    switch self {
    case .saved: "Saved \(count.linkCount)"
    case .removed: "Removed \(count.linkCount)"
    case .restored: "Restored \(count.linkCount)"
    case .tagged: "Tagged \(count.linkCount)"
    case .untagged: "Untagged \(count.linkCount)"
    case .noted: "Changed the note"
    case .moved: count == 1 ? "Updated 1 address" : "Updated \(count) addresses"
    case .refreshed(failed: 0): "Refreshed \(count.linkCount)"
    case .refreshed(let failed): "Refreshed \(count.linkCount), \(failed) failed"
    }
  }
}

/// A change that a person asked for.
public enum ChangeRequest: Hashable, Sendable {
  case make(SavedChange)
  /// Gives links the addresses that their sites moved them to.
  case acceptMoves([SavedLink.ID])
  /// Takes back the change with this request's id, and makes it again.
  case undo, redo

  public var direction: ChangeDirection {
    switch self {
    case .make, .acceptMoves: .make
    case .undo: .undo
    case .redo: .redo
    }
  }
}

/// What came of a change.
public struct ChangeOutcome: Hashable, Sendable {
  /// The links that it changed; those that were so already are not among them.
  public var changed: [SavedLink.ID]
  /// Whether links were taken out of the trash.
  public var isRestoration: Bool
  /// Why some links were not changed; nil when all were.
  public var interruption: StoreError?

  public init(changed: [SavedLink.ID], isRestoration: Bool, interruption: StoreError? = nil) {
    self.changed = changed
    self.isRestoration = isRestoration
    self.interruption = interruption
  }
}
