public import LinkStore

/// Whether a change is made, undone or redone.
public enum ChangeDirection: Hashable, Sendable { case make, undo, redo }

/// The kind of a change, for messages on screen.
public enum ChangeKind: Hashable, Sendable {
  case saved, removed, restored, tagged, untagged, noted, moved, retitled, readdressed
  /// - Parameter failed: The number of pages that couldn't be fetched.
  case refreshed(failed: Int)
  /// A link or a host that never comes up again.
  case never(String)

  /// Returns a message such as `Removed 3 links`.
  func message(count: Int) -> String {
    switch self {
    case .saved: "Saved \(count.linkCount)"
    case .never(let what): "Never again: \(what)"
    case .removed: "Removed \(count.linkCount)"
    case .restored: "Restored \(count.linkCount)"
    case .tagged: "Tagged \(count.linkCount)"
    case .untagged: "Untagged \(count.linkCount)"
    case .noted: "Changed the note"
    case .retitled: "Changed the title"
    case .readdressed: "Changed the address"
    case .moved: count == 1 ? "Updated 1 address" : "Updated \(count) addresses"
    case .refreshed(failed: 0): "Refreshed \(count.linkCount)"
    case .refreshed(let failed): "Refreshed \(count.linkCount), \(failed) failed"
    }
  }
}

/// A change that the user requested.
public enum ChangeRequest: Hashable, Sendable {
  case make(SavedChange)
  /// Updates links to the addresses that their sites moved them to.
  case acceptMoves([SavedLink.ID])
  /// Undoes or redoes the change with this request's id.
  case undo, redo

  public var direction: ChangeDirection {
    switch self {
    case .make, .acceptMoves: .make
    case .undo: .undo
    case .redo: .redo
    }
  }
}

/// The result of a change.
public struct ChangeOutcome: Hashable, Sendable {
  /// The links that it changed, without those that were already as requested.
  public var changed: [SavedLink.ID]
  /// Whether links were taken out of the trash.
  public var isRestoration: Bool
  /// Whether it changed what comes up on the wheels instead of saved links.
  public var isOfWheels = false
  /// Why some links weren't changed, or nil if all were.
  public var interruption: StoreError?

  /// The outcome of a change of what comes up on the wheels.
  public static let ofWheels: ChangeOutcome = {
    var outcome = ChangeOutcome(changed: [], isRestoration: false)
    outcome.isOfWheels = true
    return outcome
  }()

  /// Whether there was nothing to change.
  var isEmpty: Bool { changed.isEmpty && !isOfWheels }

  public init(changed: [SavedLink.ID], isRestoration: Bool, interruption: StoreError? = nil) {
    self.changed = changed
    self.isRestoration = isRestoration
    self.interruption = interruption
  }
}

/// Why a note couldn't be edited.
public enum EditorFailure: Error, Hashable, Sendable {
  case linkGone
  /// The note couldn't be written to this folder for the editor.
  case notWritten(folder: String)
  case failed(String)
  case notStarted(String)
  /// The editor deleted the file.
  case noteGone

  public var sentence: String {
    switch self {
    case .linkGone: "The link isn't there any more."
    case .notWritten(let folder): "The note couldn't be written to \(folder)."
    case .failed(let name): "\(name) failed; the note stays as it was."
    case .notStarted(let name): "\(name) couldn't be started; name one in EDITOR."
    case .noteGone: "The editor deleted the file; the note is unchanged."
    }
  }
}
