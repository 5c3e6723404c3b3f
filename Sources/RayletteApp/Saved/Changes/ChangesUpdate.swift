import Foundation
import Links

/// Making, undoing and redoing changes.
extension SavedState {
  /// Records a requested change, for undo.
  /// - Returns: The id for its request.
  mutating func record(_ kind: ChangeKind, in turn: inout Turn) -> RequestID {
    let id = turn.nextRequest()
    undo.begin(id, kind)
    return id
  }

  /// Requests a change.
  mutating func change(
    _ request: ChangeRequest, _ kind: ChangeKind, in turn: inout Turn
  ) -> [Effect] {
    guard !request.isEmpty, turn.canChange() else { return [] }
    let id = record(kind, in: &turn)
    if request.movesLinks {
      beginRemoval(of: request.ids, by: id, visibleRows: visibleRows(in: turn.surroundings))
    }
    // While many links change, keys don't wait, and act on what's on screen.
    if request.ids.count <= SavedChange.batchSize {
      let step = ChangeStep(id: id, direction: .make)
      changes.begin(step)
      // The changed links may no longer match the filter, and a second mark takes the first back.
      if !request.movesLinks, !listing.requestedQuery.filter.isEmpty || request.isMark {
        changes.hold(for: step)
      }
    }
    if kind.clearsSelection { selection.clear() }
    return [.write(.change(id, request, kind))]
  }

  /// Undoes the change that the screen offers to undo, or else the latest. The next key waits for
  /// the undo, because it acts on the result.
  mutating func undoChange(in turn: inout Turn) -> [Effect] {
    if let permanence = undo.takePermanent()?.permanence {
      turn.ask(.sayPermanence(permanence))
      return []
    }
    guard undo.canUndo, turn.canChange() else { return [] }
    let id = turn.nextRequest()
    changes.hold(for: .init(id: id, direction: .undo))
    return [.write(.undo(id, of: undo.beginUndo(id)))]
  }

  mutating func redoChange(in turn: inout Turn) -> [Effect] {
    guard undo.canRedo, turn.canChange() else { return [] }
    let id = turn.nextRequest()
    changes.hold(for: .init(id: id, direction: .redo))
    return [.write(.redo(id))]
  }

  /// Adds and removes tags.
  mutating func changeTags(
    of ids: [SavedLink.ID], _ terms: TagTerms, in turn: inout Turn
  ) -> [Effect] {
    var effects: [Effect] = []
    if !terms.added.isEmpty {
      effects += change(.make(.addTags(terms.added, to: ids)), .tagged, in: &turn)
    }
    if !terms.removed.isEmpty {
      effects += change(.make(.removeTags(terms.removed, from: ids)), .untagged, in: &turn)
    }
    return effects
  }

  /// Records a requested save of links, for undo.
  mutating func beginSave(in turn: inout Turn) -> RequestID {
    let id = record(.saved, in: &turn)
    changes.begin(.init(id: id, direction: .make))
    return id
  }

  /// Saves addresses without fetching them.
  mutating func save(_ urls: [URL], in turn: inout Turn) -> [Effect] {
    let id = beginSave(in: &turn)
    return [.write(.saveAddresses(id, urls))]
  }

  /// Asks the store to delete links removed more than 30 days ago. Runs once per session.
  mutating func purgeTrash(in turn: inout Turn) -> [Effect] {
    guard isTrashPurgeDue, turn.surroundings.writeError == nil else { return [] }
    isTrashPurgeDue = false
    return [.write(.purgeTrash)]
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
