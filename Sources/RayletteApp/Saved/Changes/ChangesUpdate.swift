import Foundation
import Links

extension AppState {
  // MARK: - Making changes

  /// Records a requested change, for undo.
  /// - Returns: The id for its request.
  mutating func record(_ kind: ChangeKind) -> RequestID {
    let id = nextRequest()
    saved.undo.begin(id, kind)
    return id
  }

  /// Requests a change.
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
    return [.write(.change(id, request, kind))]
  }

  /// Undoes the change that the screen offers to undo, or else the latest. The next key waits for it,
  /// because it acts on the result.
  mutating func undo() -> [Effect] {
    if let permanence = saved.undo.takePermanent()?.permanence {
      let key = self.keyMap.label(of: .undoPressed, in: self)
      let next =
        key.isEmpty || !saved.undo.canUndo ? "" : " Press \(key) again to undo the change before."
      notice = .information(permanence + next)
      return []
    }
    guard saved.undo.canUndo, canChange() else { return [] }
    let id = nextRequest()
    saved.changes.hold(for: .init(id: id, direction: .undo))
    return [.write(.undo(id, of: saved.undo.beginUndo(id)))]
  }

  mutating func redo() -> [Effect] {
    guard saved.undo.canRedo, canChange() else { return [] }
    let id = nextRequest()
    saved.changes.hold(for: .init(id: id, direction: .redo))
    return [.write(.redo(id))]
  }

  /// Records a requested save of links, for undo.
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
    saved.undo.end(id, isChanged: (try? result.get()) ?? 0 > 0)
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
  /// The links that it changes.
  fileprivate var ids: [SavedLink.ID] {
    switch self {
    case .make(let change): change.ids
    case .acceptMoves(let ids), .mark(.links(let ids), _): ids
    case .mark(.page, _), .never, .allow: []
    }
  }

  /// Whether it's about no link.
  fileprivate var isEmpty: Bool {
    switch self {
    case .make, .acceptMoves, .mark(.links, _): ids.isEmpty
    case .mark(.page, _), .never, .allow: false
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
    case .acceptMoves, .mark, .never, .allow: false
    }
  }
}

extension ChangeKind {
  /// Whether it clears the selection, because the links were selected for this change.
  fileprivate var clearsSelection: Bool {
    switch self {
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .moved: true
    case .noted, .refreshed, .retitled, .readdressed, .edited, .marked, .never, .allowed,
      .emptiedTrash, .clearedHistory, .received:
      false
    }
  }
}
