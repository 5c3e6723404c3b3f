import Foundation
import Links

extension AppState {
  // MARK: - Making changes

  /// Records a change in the undo history.
  /// - Returns: The id for its request.
  mutating func record(_ kind: ChangeKind) -> RequestID {
    let id = nextRequest()
    saved.history.record(.init(id: id, kind: kind))
    return id
  }

  /// Requests a change, and records it in the undo history.
  mutating func change(_ request: ChangeRequest, _ kind: ChangeKind) -> [Effect] {
    guard !request.isEmpty, canChange() else { return [] }
    let id = record(kind)
    if request.movesLinks {
      saved.beginRemoval(of: request.ids, by: id, visibleRows: saved.visibleRows(in: surroundings))
    }
    // While many links change, keys don't wait, and act on what's on screen.
    if request.ids.count <= SavedChange.batchSize {
      let step = ChangeStep(id: id, direction: .make)
      saved.changes.begin(step)
      // The changed links may no longer match the filter, and a second mark takes the first back.
      if !request.movesLinks, !saved.listing.requestedQuery.filter.isEmpty || request.isMark {
        saved.changes.hold(for: step)
      }
    }
    if kind.clearsSelection { saved.selection.clear() }
    return [.write(.change(id, request))]
  }

  mutating func undo() -> [Effect] {
    guard let step = saved.history.popUndo() else { return [] }
    if let permanence = step.kind.permanence {
      let key = self.keyMap.label(of: .undoPressed, in: self)
      let next = key.isEmpty ? "" : " Press \(key) again to undo the change before."
      notice = .information(permanence + next)
      return []
    }
    return reverse(step.id, .undo)
  }

  mutating func redo() -> [Effect] {
    saved.history.popRedo().map { reverse($0.id, .redo) } ?? []
  }

  /// Undoes or redoes a change. The next key waits for it, because it acts on the result.
  private mutating func reverse(_ id: RequestID, _ request: ChangeRequest) -> [Effect] {
    saved.changes.hold(for: .init(id: id, direction: request.direction))
    return [.write(.change(id, request))]
  }

  /// Records a save of links in the undo history.
  mutating func beginSave() -> RequestID {
    let id = record(.saved)
    saved.changes.begin(.init(id: id, direction: .make))
    return id
  }

  /// Asks the store to delete links removed more than 30 days ago. Runs once per session.
  mutating func purgeTrash() -> [Effect] {
    guard saved.isTrashPurgeDue, self.writeError == nil else { return [] }
    saved.isTrashPurgeDue = false
    return [.write(.purgeTrash)]
  }

  mutating func endEmptying(_ id: RequestID, _ result: Result<Int, StoreError>) -> [Effect] {
    saved.history.settle(id, .make, .init(result))
    switch result {
    case .success(let count):
      notice = .success("\(ChangeKind.emptiedTrash.message(count: count)).")
      return reloadList(isAwaited: true)
    case .failure(let error):
      notice = .failure("Not deleted: \(error).")
      return []
    }
  }
}

extension ChangeRequest {
  /// The links that it changes. Empty for an undo or redo, because only the runner knows its links.
  fileprivate var ids: [SavedLink.ID] {
    switch self {
    case .make(let change): change.ids
    case .acceptMoves(let ids), .mark(.links(let ids), _): ids
    case .mark(.page, _), .never, .allow, .undo, .redo: []
    }
  }

  /// Whether it's about no link.
  fileprivate var isEmpty: Bool {
    switch self {
    case .make, .acceptMoves, .mark(.links, _): ids.isEmpty
    case .mark(.page, _), .never, .allow, .undo, .redo: false
    }
  }

  fileprivate var isMark: Bool { if case .mark = self { true } else { false } }

  /// Whether it removes links from the list.
  fileprivate var movesLinks: Bool {
    switch self {
    case .make(let change):
      switch change {
      case .trash, .restore: true
      case .addTags, .removeTags, .setTags, .setNotes, .setTitles, .setMetadata, .setAddresses:
        false
      }
    case .acceptMoves, .mark, .never, .allow, .undo, .redo: false
    }
  }
}

extension ChangeKind {
  /// Whether it clears the selection, because the links were selected for this change.
  fileprivate var clearsSelection: Bool {
    switch self {
    case .saved, .removed, .restored, .tagged, .untagged, .moved: true
    case .noted, .refreshed, .retitled, .readdressed, .marked, .never, .allowed, .emptiedTrash,
      .clearedHistory:
      false
    }
  }
}
