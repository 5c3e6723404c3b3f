import LinkStore

/// The part of ``update(_:_:)`` that keeps links.
func updateSaved(_ state: inout AppState, _ action: Action) -> [Effect] {
  let visibleRows = SavedView.visibleRows(in: state)
  switch action {
  case .selectionMoved(let movement):
    let target =
      switch movement {
      case .up: state.saved.selection - 1
      case .down: state.saved.selection + 1
      case .pageUp: state.saved.selection - max(1, visibleRows - 1)
      case .pageDown: state.saved.selection + max(1, visibleRows - 1)
      case .toFirst: 0
      case .toLast: state.saved.links.count - 1
      }
    state.saved.select(target, visibleRows: visibleRows)

  case .removePressed:
    guard let link = state.saved.nextToRemove else { return [] }
    if let obstacle = state.saved.writeObstacle {
      state.notice = .failure("Not removed: \(obstacle).")
      return []
    }
    state.saved.removing.insert(link.id)
    return [.remove(link)]

  case .undoPressed:
    return state.saved.removed.popLast().map { [.restore($0)] } ?? []

  case .linkSaved(.success(.saved(let link))):
    state.saved.insert(link)
    state.saved.scroll(visibleRows: visibleRows)
    state.now = max(state.now, link.savedAt)
    state.notice = .success("Successfully saved!")
  case .linkSaved(.success(.alreadySaved(let link))):
    state.saved.insert(link)
    let age = RelativeTime.words(from: link.savedAt, to: state.now)
    state.notice = .information("Already saved \(age).")
  case .linkSaved(.failure(let error)):
    state.notice = .failure("Not saved: \(error).")

  case .linkRemoved(let link, let failure):
    state.saved.removing.remove(link.id)
    if let failure {
      state.notice = .failure("Not removed: \(failure).")
    } else {
      state.saved.remove(link.id, visibleRows: visibleRows)
      state.saved.removed.append(link)
      state.notice = .information("Removed. Press u to put it back.")
    }

  case .linkRestored(_, .success(let outcome)):
    let (link, text) =
      switch outcome {
      case .saved(let link): (link, "Put back.")
      case .alreadySaved(let link): (link, "It was saved again in the meantime.")
      }
    state.saved.insert(link)
    if let index = state.saved.links.firstIndex(where: { $0.id == link.id }) {
      state.saved.select(index, visibleRows: visibleRows)
    }
    state.notice = .information(text)
  case .linkRestored(let link, .failure(let error)):
    state.saved.removed.append(link)
    state.notice = .failure("Not put back: \(error).")

  case .savedLinksRead(.success(let links)):
    state.saved.replace(with: links, visibleRows: visibleRows)
  case .savedLinksRead(.failure(let error)):
    state.notice = .failure("\(error).")

  default: break
  }
  return []
}
