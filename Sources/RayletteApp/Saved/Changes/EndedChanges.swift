import Foundation
import LinkStore

/// A change was made, or could not be made.
func settle(
  _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>,
  in state: inout AppState
) -> [Effect] {
  let isAwaited = state.saved.end(.init(id: id, direction: direction))
  guard let kind = state.saved.history.kind(of: id) else {
    // The history began anew meanwhile, with another file. What waits for this change goes on.
    state.saved.endRemoval(by: id, isDone: false)
    return isAwaited ? state.reloadList(isAwaited: true) : []
  }
  switch result {
  case .failure(let error):
    state.saved.history.settle(id, direction, .notDone)
    state.saved.endRemoval(by: id, isDone: false)
    state.notice = .failure("\(direction.failure): \(error).")
    return isAwaited ? state.reloadList(isAwaited: true) : []
  case .success(let outcome):
    let count = outcome.changed.count
    state.saved.history.settle(
      id, direction, outcome.interruption != nil ? .partly : count == 0 ? .empty : .done)
    state.notice = notice(of: kind, direction, outcome)
    var position = ListRequest.Position.kept
    if direction == .undo, outcome.isRestoration, !state.saved.requestedQuery.isTrash {
      // What came back is looked for.
      position = .at(
        .init(selected: outcome.changed.first, offset: state.saved.selection - state.saved.top))
    }
    let effects = state.reloadList(position: position, isAwaited: isAwaited)
    state.saved.endRemoval(by: id, isDone: true)
    return effects + lookUpSpin(in: &state)
  }
}

private func notice(
  of kind: ChangeKind, _ direction: ChangeDirection, _ outcome: ChangeOutcome
) -> Notice {
  let count = outcome.changed.count
  let message = kind.message(count: count)
  if let error = outcome.interruption {
    return .information("\(direction.prefix(message)), then it ended: \(error).")
  }
  switch direction {
  case .make where count == 0: return .information("Nothing to change.")
  case .undo where count == 0, .redo where count == 0:
    return .information("\(direction.prefix(kind.message(count: 0))). It was changed elsewhere.")
  case .make: return .information("\(message). Press u to undo.")
  case .undo, .redo: return .information("\(direction.prefix(message)).")
  }
}

/// The store answered whether it holds a link that came up.
func settle(
  _ id: RequestID, _ spin: SpinID, _ result: Result<SavedLinkStore.Outcome, StoreError>,
  in state: inout AppState
) -> [Effect] {
  let isAwaited = state.saved.end(.init(id: id, direction: .make))
  switch result {
  case .success(.saved(let link)):
    state.now = max(state.now, link.savedAt)
    state.notice = .success("Successfully saved!")
  case .success(.restored(let link)):
    state.now = max(state.now, link.savedAt)
    state.notice = .success("Restored from the trash.")
  case .success(.alreadySaved(let link)):
    state.saved.history.settle(id, .make, .empty)
    let age = RelativeTime.words(from: link.savedAt, to: state.now)
    state.notice = .information("Already saved \(age).")
    // Whoever looks for it in Saved finds it selected.
    state.saved.placeBefore = .init(selected: link.id, offset: 0)
  case .failure(let error):
    state.saved.history.settle(id, .make, .notDone)
    state.notice = .failure("Not saved: \(error).")
    return isAwaited ? state.reloadList(isAwaited: true) : []
  }
  if state.spin?.id == spin { state.spin?.isSaved = true }
  return state.reloadList(isAwaited: isAwaited)
}

/// The store answered whether it holds addresses that were pasted.
func settle(
  _ id: RequestID, _ result: Result<AddressesSaved, StoreError>, in state: inout AppState
) -> [Effect] {
  let isAwaited = state.saved.end(.init(id: id, direction: .make))
  switch result {
  case .success(let outcome):
    let known = outcome.known == 0 ? "" : ", \(outcome.known) already saved"
    state.saved.history.settle(id, .make, outcome.saved.isEmpty ? .empty : .done)
    state.notice = .success("Saved \(outcome.saved.count.linksInWords)\(known).")
    return state.reloadList(isAwaited: isAwaited) + lookUpSpin(in: &state)
  case .failure(let error):
    state.saved.history.settle(id, .make, .notDone)
    state.notice = .failure("Not saved: \(error).")
    return isAwaited ? state.reloadList(isAwaited: true) : []
  }
}

extension SavedList {
  /// A change is no longer being written.
  /// - Returns: whether keys wait for what it leads to.
  fileprivate mutating func end(_ step: ChangeStep) -> Bool {
    pendingChanges.remove(step)
    return awaitedChanges.remove(step) != nil
  }
}

extension ChangeDirection {
  fileprivate var failure: String {
    switch self {
    case .make: "Not changed"
    case .undo: "Not undone"
    case .redo: "Not redone"
    }
  }

  fileprivate func prefix(_ message: String) -> String {
    switch self {
    case .make: message
    case .undo: "Undone: \(message.lowercasedFirst)"
    case .redo: "Redone: \(message.lowercasedFirst)"
    }
  }
}

extension String {
  /// As it stands within a sentence.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
