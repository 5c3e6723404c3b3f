import Foundation
import LinkPreview
import Links

/// Makes, undoes and redoes changes.
extension SavedState {
  mutating func update(_ action: ChangeAction, in context: inout UpdateContext) {
    switch action {
    case .ended(let id, let direction, let result):
      return endChange(id, direction, result, in: &context)
    case .linkSaved(let id, let result): return endSave(id, result, in: &context)
    case .linksSaved(let id, let result): return endSave(ofAddresses: id, result, in: &context)
    case .trashEmptied(let id, let result): return endEmptying(id, result, in: &context)
    case .historyCleared(let id, let result): endClearing(id, result, in: &context)
    case .bookmarksImported(let id, let result): return endImport(id, result, in: &context)
    case .newBookmarksImported(let id, let imports):
      return endImport(ofNewBookmarks: id, imports, in: &context)
    }
  }

  /// Records a requested change, for undo.
  /// - Returns: the id for the change's request.
  mutating func record(_ kind: ChangeKind, in context: inout UpdateContext) -> RequestID {
    let id = context.nextRequest()
    undo.begin(id, kind)
    return id
  }

  /// Requests a change.
  /// - Returns: the request, or nil if there's nothing to change.
  @discardableResult
  mutating func change(
    _ request: ChangeRequest, _ kind: ChangeKind, in context: inout UpdateContext
  ) -> RequestID? {
    guard !request.isEmpty, context.canChange() else { return nil }
    let id = record(kind, in: &context)
    if request.movesLinks {
      beginRemoval(of: request.ids, by: id, visibleRows: visibleRows(in: context.surroundings))
    }
    // During a change of many links, keys don't wait, and act on the screen's content.
    if request.ids.count <= SavedChange.batchSize {
      changes.begin(id)
      // The changed links may no longer match the filter. A second mark toggles the first.
      if !request.movesLinks, !listing.requestedQuery.filter.isEmpty || request.isMark {
        changes.hold(for: id)
      }
    }
    if kind.clearsSelection { selection.clear() }
    context.run(.write(.change(id, request, kind)))
    return id
  }

  /// Undoes the change that the screen offers to undo, or else the latest one. The next key waits
  /// for the undo, because it acts on the result.
  mutating func undoChange(in context: inout UpdateContext) {
    if let permanence = undo.consumePermanent()?.permanence {
      return context.then { $0.say(permanence: permanence) }
    }
    guard undo.canUndo, context.canChange() else { return }
    return requestUndo(of: undo.takeOffered().map { .request($0) } ?? .latest, in: &context)
  }

  /// Undoes a change of the log.
  mutating func revert(_ change: LinkChange.ID, in context: inout UpdateContext) {
    if context.canChange() { requestUndo(of: .change(change), in: &context) }
  }

  private mutating func requestUndo(of target: UndoTarget, in context: inout UpdateContext) {
    let id = context.nextRequest()
    changes.hold(for: id)
    undo.beginUndo(id, of: target)
    context.run(.write(.undo(id, of: target)))
  }

  mutating func redoChange(in context: inout UpdateContext) {
    guard undo.canRedo, context.canChange() else { return }
    let id = context.nextRequest()
    changes.hold(for: id)
    context.run(.write(.redo(id)))
  }

  /// Deletes the links in the trash that were moved there before a date.
  mutating func emptyTrash(removedBefore date: Date, in context: inout UpdateContext) {
    let id = record(.emptiedTrash, in: &context)
    if query.isTrash { changes.beginRemoval(of: ids, by: id) }
    context.run(.write(.emptyTrash(id, removedBefore: date)))
  }

  mutating func clearHistory(in context: inout UpdateContext) {
    context.run(.write(.clearHistory(record(.clearedHistory, in: &context))))
  }

  /// Adds and removes tags.
  mutating func changeTags(
    of ids: [SavedLink.ID], _ tags: TagChange, in context: inout UpdateContext
  ) {
    if !tags.isEmpty { change(.make(.changeTags(tags, of: ids)), tags.kind, in: &context) }
  }

  /// Records a requested save of links, for undo.
  mutating func beginSave(in context: inout UpdateContext) -> RequestID {
    let id = record(.saved, in: &context)
    changes.begin(id)
    return id
  }

  /// Saves addresses without fetching them.
  mutating func save(_ urls: [URL], in context: inout UpdateContext) {
    let id = beginSave(in: &context)
    context.run(.write(.saveAddresses(id, urls)))
  }

  /// Asks the store to delete links removed more than 30 days ago. Runs once per session.
  mutating func purgeTrash(in context: inout UpdateContext) {
    guard isTrashPurgeDue, context.surroundings.writeError == nil else { return }
    isTrashPurgeDue = false
    context.run(.write(.purgeTrash))
  }
}

extension AppState {
  /// What waits for a link to be saved.
  enum Saver { case page, card, nothing }

  /// Saves a link.
  mutating func save(_ metadata: LinkMetadata, for saver: Saver) {
    update(\.saved) { $1.run(.write(.save($0.beginSave(in: &$1), metadata))) }
    switch saver {
    case .page: reader.beginSave(lastRequest, metadata)
    case .card: spin.beginSave(lastRequest, metadata)
    case .nothing: break
    }
  }
}

extension ChangeRequest {
  /// The links that the request changes.
  fileprivate var ids: [SavedLink.ID] {
    switch self {
    case .make(let change): change.ids
    case .acceptMoves(let ids), .mark(.links(let ids), _): ids
    case .mark(.page, _), .never, .allow: []
    }
  }

  /// Whether the request has no links.
  fileprivate var isEmpty: Bool {
    switch self {
    case .make, .acceptMoves, .mark(.links, _): ids.isEmpty
    case .mark(.page, _), .never, .allow: false
    }
  }

  fileprivate var isMark: Bool { if case .mark = self { true } else { false } }

  /// Whether the change removes links from the list.
  fileprivate var movesLinks: Bool {
    switch self {
    case .make(let change):
      switch change {
      case .trash, .restore: true
      case .changeTags, .setTags, .set, .setMetadata, .setAddresses: false
      }
    case .acceptMoves, .mark, .never, .allow: false
    }
  }
}

extension ChangeKind {
  /// Whether the change clears the selection, because the links were selected for it.
  fileprivate var clearsSelection: Bool {
    switch self {
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .moved: true
    case .noted, .refreshed, .retitled, .readdressed, .edited, .marked, .never, .allowed,
      .emptiedTrash, .clearedHistory, .received:
      false
    }
  }
}
