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
    state.saved.selectedIDs = []
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
