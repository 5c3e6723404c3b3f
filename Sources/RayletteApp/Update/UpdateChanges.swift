import Foundation
import LinkStore

/// The part of ``update(_:_:)`` that changes saved links, and takes changes back.
func updateChanges(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .removePressed:
    let ids = state.saved.targets
    return change(.trash(ids, at: state.now), "Removed \(ids.countInWords)", in: &state)
  case .putBackPressed:
    let ids = state.saved.targets
    return change(.restore(ids), "Put back \(ids.countInWords)", in: &state)

  case .acceptMovesPressed:
    let moves = state.saved.targets.compactMap { id -> (SavedLink.ID, URL)? in
      guard case .moved(let url)? = state.saved.link(id)?.check?.outcome else { return nil }
      return (id, url)
    }
    guard !moves.isEmpty else { return [] }
    return change(
      .setAddresses(Dictionary(uniqueKeysWithValues: moves)),
      "Moved \(moves.map(\.0).countInWords)", in: &state)

  case .notePressed:
    guard !refusesChanges(&state), let link = state.saved.selected else { return [] }
    return [.editNote(link.id, link.note)]
  case .noteEdited(let id, .success(let note)):
    return note.map { [.change(.setNotes([id: $0]), .person, words: "Changed the note")] } ?? []
  case .noteEdited(_, .failure(let failure)): state.notice = .failure(failure.sentence)

  case .tagsPressed:
    guard !refusesChanges(&state) else { return [] }
    state.prompt = Prompt(.tags)
    return [.readTags]
  case .tagsRead(let tags): state.saved.tags = tags

  case .undoPressed:
    return state.saved.history.nextUndo().map { [.change($0.change, .undo, words: $0.words)] } ?? []
  case .redoPressed:
    return state.saved.history.nextRedo().map { [.change($0.change, .redo, words: $0.words)] } ?? []

  case .changed(let change, let origin, let words, .success(let inverse)):
    state.saved.leaving.subtract(change.ids)
    // What was so already needs no taking back.
    if !inverse.ids.isEmpty {
      state.saved.history.record(.init(change: inverse, words: words), after: origin)
    }
    switch origin {
    case .person:
      state.notice = .information("\(words). Press u to undo.")
    case .undo:
      // What came back is looked for.
      if case .restore(let ids) = change, !state.saved.query.isTrash {
        state.saved.placeBefore = .init(
          selected: ids.first, offset: state.saved.selection - state.saved.top)
      }
      state.notice = .information("Undone: \(words.lowercasedFirst).")
    case .redo: state.notice = .information("Done again: \(words.lowercasedFirst).")
    }
    return relist(state)
  case .changed(let change, let origin, let words, .failure(let error)):
    state.saved.leaving.subtract(change.ids)
    state.saved.history.giveBack(.init(change: change, words: words), origin: origin)
    state.notice = .failure("Not changed: \(error).")

  case .linkSaved(.success(.saved(let link))):
    state.now = max(state.now, link.savedAt)
    state.notice = .success("Successfully saved!")
    state.saved.history.record(
      .init(change: .trash([link.id], at: state.now), words: "Saved 1 link"), after: .person)
    return taken(link, in: &state)
  case .linkSaved(.success(.alreadySaved(let link))):
    let age = RelativeTime.words(from: link.savedAt, to: state.now)
    state.notice = .information("Already saved \(age).")
    // Whoever looks for it in Saved finds it selected.
    state.saved.placeBefore = .init(selected: link.id, offset: 0)
    return taken(link, in: &state)
  case .linkSaved(.failure(let error)):
    state.notice = .failure("Not saved: \(error).")

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

private func change(
  _ change: SavedChange, _ words: String, in state: inout AppState
) -> [Effect] {
  guard !change.ids.isEmpty, !refusesChanges(&state) else { return [] }
  state.saved.leaving.formUnion(change.ids)
  // The next key is of what it finds, not of what this one was about.
  state.saved.marked = []
  state.saved.range = nil
  return [.change(change, .person, words: words)]
}

/// The store holds a link that came up.
private func taken(_ link: SavedLink, in state: inout AppState) -> [Effect] {
  if state.spin?.url == link.url { state.spin?.isSaved = true }
  return relist(state)
}

extension String {
  /// As it stands within a sentence.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
