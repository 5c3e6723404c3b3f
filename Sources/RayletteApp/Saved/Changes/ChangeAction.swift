public import Foundation
public import Links

/// An event that concerns changes of what's stored: a key by its meaning, or the answer to an
/// effect.
public enum ChangeAction: Equatable, Sendable {
  case undoPressed, redoPressed
  /// Asks for an address to save.
  case addPressed
  /// Asks whether to clear the history.
  case clearHistoryPressed

  // Questions about these were answered with yes.
  case addressesConfirmed([URL])
  case trashEmptyingConfirmed(removedBefore: Date)
  case historyClearingConfirmed

  /// A change was made, undone or redone, or that failed.
  case ended(RequestID, ChangeDirection, Result<ChangeOutcome, StoreError>)
  case linkSaved(RequestID, Result<SaveOutcome, StoreError>)
  /// Addresses that were typed or pasted were saved.
  case linksSaved(RequestID, Result<AddressesSaved, StoreError>)
  /// The user emptied the trash.
  case trashEmptied(RequestID, Result<Int, StoreError>)
  case historyCleared(RequestID, Result<Int, StoreError>)
}

/// The number of typed or pasted addresses that were saved.
public struct AddressesSaved: Hashable, Sendable {
  /// The links that weren't saved before.
  public var saved: [SavedLink.ID]
  /// The number of addresses that were saved before.
  public var known: Int
  /// The link of the first address, saved now or before.
  public var first: SavedLink.ID?

  public init(saved: [SavedLink.ID], known: Int, first: SavedLink.ID? = nil) {
    self.saved = saved
    self.known = known
    self.first = first
  }
}

extension ChangeAction {
  /// A message about a failed write, for when the screen is already closed. Nil if nothing failed.
  var unwrittenMessage: String? {
    switch self {
    case .linkSaved(_, .failure(let error)), .linksSaved(_, .failure(let error)):
      "the last link was not saved: \(error)"
    case .ended(_, .make, .failure(let error)): "the last change was not made: \(error)"
    case .ended(_, .undo, .failure(let error)): "the last change was not undone: \(error)"
    case .ended(_, .redo, .failure(let error)): "the last change was not redone: \(error)"
    case .ended(_, _, .success(let outcome)):
      outcome.interruption.map { "the last change was not made of all links: \($0)" }
    case .undoPressed, .redoPressed, .addPressed, .clearHistoryPressed, .addressesConfirmed,
      .trashEmptyingConfirmed, .historyClearingConfirmed, .linkSaved(_, .success),
      .linksSaved(_, .success), .trashEmptied, .historyCleared:
      nil
    }
  }
}

/// Whether a change is made, undone or redone.
public enum ChangeDirection: Hashable, Sendable { case make, undo, redo }

extension ChangeKind {
  /// Why it can't be undone, as a sentence, or nil if it can. What can't be undone asks first.
  var permanence: String? {
    switch self {
    case .emptiedTrash: "Emptying the trash can't be undone."
    case .clearedHistory: "Clearing the history can't be undone."
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .edited, .refreshed, .marked, .never, .allowed, .received:
      nil
    }
  }

  /// The message if the links needed no change.
  var messageWithoutChange: String {
    switch self {
    case .marked(let isRead): "Already marked as \(isRead ? "read" : "unread")."
    case .never(let what): "Never comes up again already: \(what)."
    case .allowed(let what): "Can come up again already: \(what)."
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .edited, .refreshed, .emptiedTrash, .clearedHistory, .received:
      "Nothing to change."
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
}

/// The result of a change.
public struct ChangeOutcome: Hashable, Sendable {
  /// The links that it changed, without those that were already as requested.
  public var changed: [SavedLink.ID]
  /// The pages that it marked as read or unread, as they are now. Nil if it changed something else.
  public var reading: ReadingChange?
  /// Whether it changed what comes up on the wheels instead of saved links.
  public var isOfWheels = false
  /// Why some links weren't changed, or nil if all were.
  public var interruption: StoreError?
  /// The change that was undone or redone. Nil if there was none, or if a change was made.
  public var replayed: ReplayedChange?

  /// The outcome of a change of what comes up on the wheels.
  public static let ofWheels: ChangeOutcome = {
    var outcome = ChangeOutcome()
    outcome.isOfWheels = true
    return outcome
  }()

  /// The number of links that it changed.
  var count: Int { changed.count + (reading?.count ?? 0) }

  /// Whether there was nothing to change.
  public var isEmpty: Bool { count == 0 && !isOfWheels }

  public init(changed: [SavedLink.ID] = [], interruption: StoreError? = nil) {
    self.changed = changed
    self.interruption = interruption
  }

  /// The outcome of an undo or a redo.
  public init(_ replayed: ReplayedChange?) {
    self.replayed = replayed
    changed = replayed?.links ?? []
    reading = replayed?.reading
    switch replayed?.change.kind {
    case .never?, .allowed?: isOfWheels = true
    case .saved?, .imported?, .removed?, .restored?, .tagged?, .untagged?, .noted?, .moved?,
      .retitled?, .readdressed?, .edited?, .refreshed?, .marked?, .emptiedTrash?,
      .clearedHistory?, .received?, nil:
      break
    }
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
