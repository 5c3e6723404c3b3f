import Foundation
import LinkStore

/// The part of ``update(_:_:)`` that changes saved links, and takes changes back.
func updateChanges(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .removePressed:
    return change(.make(.trash(state.saved.targets, at: state.now)), .removed, in: &state)
  case .restorePressed:
    return change(.make(.restore(state.saved.targets)), .restored, in: &state)
  case .acceptMovesPressed:
    return change(.acceptMoves(state.saved.targets), .moved, in: &state)

  case .notePressed:
    guard !refusesChanges(&state) else { return [] }
    let targets = state.saved.targets
    guard targets.count == 1 else {
      state.notice = .information("A note belongs to one link; deselect the others first.")
      return []
    }
    return [.editNote(targets[0])]
  case .noteEdited(let id, .success(let note)):
    return note.map { change(.make(.setNotes([id: $0])), .noted, in: &state) } ?? []
  case .noteEdited(_, .failure(let failure)): state.notice = .failure(failure.sentence)

  case .tagsPressed:
    let targets = state.saved.targets
    guard !targets.isEmpty, !refusesChanges(&state) else { return [] }
    let id = state.nextRequest()
    state.prompt = Prompt(.tags(targets))
    state.tagsRequest = id
    return [.readTags(id)]
  case .tagsRead(let id, let result):
    guard state.tagsRequest == id else { return [] }
    state.tagsRequest = nil
    if case .success(let tags) = result { state.saved.tags = tags }

  case .undoPressed:
    return state.saved.history.popUndo().map { reverse($0.id, .undo, in: &state) } ?? []
  case .redoPressed:
    return state.saved.history.popRedo().map { reverse($0.id, .redo, in: &state) } ?? []

  case .changed(let id, let direction, let result):
    return settle(id, direction, result, in: &state)

  case .linkSaved(let id, let spin, let result):
    return settle(id, spin, result, in: &state)
  case .linksSaved(let id, let result): return settle(id, result, in: &state)

  default: break
  }
  return []
}

/// Says why nothing can be changed, if so.
private func refusesChanges(_ state: inout AppState) -> Bool {
  guard let obstacle = state.saved.writeObstacle else { return false }
  state.notice = .failure("Not changed: \(obstacle).")
  return true
}

/// Asks for a change of links, which is in the history from now on.
func change(
  _ request: ChangeRequest, _ kind: ChangeKind, in state: inout AppState
) -> [Effect] {
  guard !request.ids.isEmpty, !refusesChanges(&state) else { return [] }
  let id = state.nextRequest()
  state.saved.history.record(.init(id: id, kind: kind))
  if request.movesLinks {
    state.saved.beginRemoval(
      of: request.ids, by: id, visibleRows: SavedView.visibleRows(in: state))
  }
  // Keys typed while many links change act on what is on screen.
  if request.ids.count <= SavedChange.pieceSize {
    let step = ChangeStep(id: id, direction: .make)
    state.saved.pendingChanges.insert(step)
    // The links may leave what is listed.
    if !request.movesLinks, !state.saved.requestedQuery.filter.isEmpty {
      state.saved.awaitedChanges.insert(step)
    }
  }
  if kind != .noted, kind.isOfTargets {
    state.saved.marked = []
    state.saved.range = nil
  }
  return [.change(id, request)]
}

/// Takes a change back or makes it again. What the next key finds depends on it.
private func reverse(
  _ id: RequestID, _ request: ChangeRequest, in state: inout AppState
) -> [Effect] {
  state.saved.awaitedChanges.insert(.init(id: id, direction: request.direction))
  return [.change(id, request)]
}

/// A change was made, or could not be made.
private func settle(
  _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>,
  in state: inout AppState
) -> [Effect] {
  let isAwaited = state.saved.end(.init(id: id, direction: direction))
  guard let kind = state.saved.history.kind(of: id) else { return [] }
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
private func settle(
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
private func settle(
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

extension ChangeRequest {
  /// The links it is about; those of an undo are known to the one who made the change.
  fileprivate var ids: [SavedLink.ID] {
    switch self {
    case .make(let change): change.ids
    case .acceptMoves(let ids): ids
    case .undo, .redo: []
    }
  }

  /// Whether links leave the list by it.
  fileprivate var movesLinks: Bool {
    switch self {
    case .make(.trash), .make(.restore): true
    default: false
    }
  }
}

extension ChangeKind {
  /// Whether it is of the links that were picked for it.
  fileprivate var isOfTargets: Bool { if case .refreshed = self { false } else { true } }
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
