public import Links

/// Whether a change is made, undone or redone.
public enum ChangeDirection: Hashable, Sendable { case make, undo, redo }

/// The kind of a change, for messages on screen.
public enum ChangeKind: Hashable, Sendable {
  case saved, removed, restored, tagged, untagged, noted, moved, retitled, readdressed
  /// - Parameter failed: The number of pages that couldn't be fetched.
  case refreshed(failed: Int)
  case marked(isRead: Bool)
  /// A link or a host that never comes up again.
  case never(String)
  /// A link or a host that can come up again.
  case allowed(String)
  case emptiedTrash, clearedHistory

  /// Why it can't be undone, as a sentence, or nil if it can. What can't be undone asks first.
  var permanence: String? {
    switch self {
    case .emptiedTrash: "Emptying the trash can't be undone."
    case .clearedHistory: "Clearing the history can't be undone."
    case .saved, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .refreshed, .marked, .never, .allowed:
      nil
    }
  }

  /// Whether it puts links into the trash, or takes them out. Nil if it does neither.
  func trashesLinks(_ direction: ChangeDirection) -> Bool? {
    switch self {
    case .saved, .restored: direction == .undo
    case .removed: direction != .undo
    case .tagged, .untagged, .noted, .moved, .retitled, .readdressed, .refreshed, .marked, .never,
      .allowed, .emptiedTrash, .clearedHistory:
      nil
    }
  }

  /// The message if the links needed no change.
  var messageWithoutChange: String {
    switch self {
    case .marked(let isRead): "Already marked as \(isRead ? "read" : "unread")."
    case .never(let what): "Never comes up again already: \(what)."
    case .allowed(let what): "Can come up again already: \(what)."
    case .saved, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .refreshed, .emptiedTrash, .clearedHistory:
      "Nothing to change."
    }
  }

  /// Returns a message such as `Removed 3 links`.
  func message(count: Int) -> String {
    switch self {
    case .saved: "Saved \(count.linkCount)"
    case .marked(let isRead): "Marked \(count.linkCount) as \(isRead ? "read" : "unread")"
    case .never(let what): "Never again: \(what)"
    case .allowed(let what): "Can come up again: \(what)"
    case .emptiedTrash: "Deleted \(count.linkCount) for good"
    case .clearedHistory: "Forgot \(count.linkCount)"
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
  /// Marks pages as read or unread. Nil for read if any of them is unread, and else for unread,
  /// which only the store can tell.
  case mark(ReadingTarget, isRead: Bool?)
  /// Makes a link or a host never come up again, or lets it.
  case never(NeverAgain)
  case allow(NeverAgain.Subject)
  /// Undoes or redoes the change with this request's id.
  case undo, redo

  public var direction: ChangeDirection {
    switch self {
    case .make, .acceptMoves, .mark, .never, .allow: .make
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
  /// The pages that it marked as read or unread, as they are now. Nil if it changed something else.
  public var reading: ReadingChange?
  /// Whether it changed what comes up on the wheels instead of saved links.
  public var isOfWheels = false
  /// Why some links weren't changed, or nil if all were.
  public var interruption: StoreError?

  /// The outcome of a change of what comes up on the wheels.
  public static let ofWheels: ChangeOutcome = {
    var outcome = ChangeOutcome()
    outcome.isOfWheels = true
    return outcome
  }()

  /// The number of links that it changed.
  var count: Int { changed.count + (reading?.count ?? 0) }

  /// Whether there was nothing to change.
  var isEmpty: Bool { count == 0 && !isOfWheels }

  public init(
    changed: [SavedLink.ID] = [], isRestoration: Bool = false, interruption: StoreError? = nil
  ) {
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
