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
