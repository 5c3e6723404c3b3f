import Foundation
import Links
import Localization

/// Handles the results of requested changes.
extension SavedState {
  /// Handles the result of a change.
  mutating func endChange(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>,
    in context: inout UpdateContext
  ) {
    guard direction == .make else { return endReplay(id, direction, result, in: &context) }
    let isAwaited = changes.end(id)
    let reading = try? result.get().reading
    context.then { $0.reader.endMark(id, reading) }
    guard var kind = undo.kind(of: id) else {
      // The file was replaced. Keys that waited for this change are handled now.
      changes.cancelRemoval(by: id)
      if isAwaited { reload(isAwaited: true, in: &context) }
      return
    }
    // Only the store knows whether all of the pages were read.
    if let isRead = try? result.get().reading?.isRead { kind = .marked(isRead: isRead) }
    switch result {
    case .failure(let error):
      undo.end(id, count: 0)
      changes.cancelRemoval(by: id)
      context.fail(localized("\(direction.failure): \(error)."))
      if case .allowed = kind { context.then { $0.relistNever() } }
      if isAwaited { reload(isAwaited: true, in: &context) }
    case .success(let outcome):
      undo.end(id, count: outcome.isOfWheels ? 1 : outcome.count)
      context.then { [kind] in
        $0.notice = outcome.notice(of: kind, undoKey: $0.undoKey)
      }
      if outcome.isOfWheels {
        return context.then { $0.endNever(id, direction) }
      }
      if let isTrashed = kind.trashesLinks {
        let date = isTrashed ? context.surroundings.now : nil
        context.then { $0.reader.endMove(of: outcome.changed, trashedAt: date) }
      }
      reload(isAwaited: isAwaited, in: &context)
      changes.endRemoval(by: id, listing: listing.request.pendingID)
      context.lookUpCard()
    }
  }

  /// Handles the result of an undo or a redo.
  private mutating func endReplay(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>,
    in context: inout UpdateContext
  ) {
    let isAwaited = changes.end(id)
    let wasShown = undo.endReplay(id, direction, result.map(\.replayed))
    let outcome: ChangeOutcome
    switch result {
    case .failure(let error):
      context.fail(localized("\(direction.failure): \(error)."))
      if isAwaited { reload(isAwaited: true, in: &context) }
      return
    case .success(let success): outcome = success
    }
    guard let replayed = outcome.replayed else {
      context.inform(
        wasShown
          ? localized("Nothing to undo: that change was undone already, or never made.")
          : direction.messageWithoutChange)
      if isAwaited { reload(isAwaited: true, in: &context) }
      return
    }
    let now = context.surroundings.now
    if replayed.isHeld {
      let message = replayed.change.message(
        count: replayed.count, title: replayed.title, in: .program, at: now)
      return context.open(.question(.undo(replayed.change.id, message)))
    }
    context.inform(replayed.message(direction, at: now))
    if outcome.isOfWheels {
      return context.then { $0.endNever(id, direction) }
    }
    context.then {
      $0.reader.endMark(id, outcome.reading)
      $0.reader.endMove(of: replayed.trashed, trashedAt: now)
      $0.reader.endMove(of: replayed.restored, trashedAt: nil)
    }
    var position = ListRequest.Position.kept
    if direction == .undo, let first = replayed.restored.first, !listing.requestedQuery.isTrash {
      // The cursor goes to the first restored link.
      position = .at(.init(link: first, offset: cursor - top))
    }
    context.lookUpCard()
    return reload(position: position, isAwaited: isAwaited, in: &context)
  }

  /// Handles the result of saving a link.
  mutating func endSave(
    _ id: RequestID, _ result: Result<SaveOutcome, StoreError>, in context: inout UpdateContext
  ) {
    let isAwaited = changes.end(id)
    switch result {
    case .success(.saved):
      undo.end(id, count: 1)
      // A failure that was just reported, such as a new file in place of a lost one, stays on
      // screen.
      if context.notice?.kind != .failure {
        context.then { $0.say(undoable: localized("Saved", context: "event")) }
      }
    case .success(.restored):
      undo.end(id, count: 1)
      context.notice = .success(localized("Restored from the trash."))
    case .success(.alreadySaved(let link)):
      undo.end(id, count: 0)
      let now = context.surroundings.now
      let age = RelativeTime.text(from: link.savedAt, to: now)
      context.inform(
        RelativeTime.isRecent(link.savedAt, at: now)
          ? localized("Already saved.") : localized("Already saved \(age)."))
      // The cursor will be at the link when the user goes to Saved.
      scrollPositionBefore = .init(link: link.id, offset: 0)
    case .failure(let error): return endSave(id, failure: error, isAwaited: isAwaited, in: &context)
    }
    return reload(isAwaited: isAwaited, in: &context)
  }

  /// Handles the result of saving addresses.
  mutating func endSave(
    ofAddresses id: RequestID, _ result: Result<AddressesSaved, StoreError>,
    in context: inout UpdateContext
  ) {
    let isAwaited = changes.end(id)
    switch result {
    case .success(let outcome):
      undo.end(id, count: outcome.saved.count)
      let count = outcome.saved.count
      context.notice = .success(
        outcome.known == 0
          ? localized("Saved \(count, "link").")
          : localized("Saved \(count, "link"), \(outcome.known) already saved."))
      // The cursor will also be at the link when the user goes to Saved later.
      if outcome.first != nil { restoredScrollPosition = nil }
      context.lookUpCard()
      return reload(
        position: outcome.first.map { .added($0) } ?? .kept, isAwaited: isAwaited, in: &context)
    case .failure(let error): return endSave(id, failure: error, isAwaited: isAwaited, in: &context)
    }
  }

  private mutating func endSave(
    _ id: RequestID, failure: StoreError, isAwaited: Bool, in context: inout UpdateContext
  ) {
    undo.end(id, count: 0)
    context.fail(localized("Not saved: \(failure)."))
    if isAwaited { reload(isAwaited: true, in: &context) }
  }

  /// Handles the result of emptying the trash.
  mutating func endEmptying(
    _ id: RequestID, _ result: Result<Int, StoreError>, in context: inout UpdateContext
  ) {
    undo.end(id, count: (try? result.get()) ?? 0)
    switch result {
    case .success(let count):
      context.notice = .success(ChangeKind.emptiedTrash.message(count: count).asSentence)
      reload(isAwaited: true, in: &context)
      changes.endRemoval(by: id, listing: listing.request.pendingID)
    case .failure(let error):
      changes.cancelRemoval(by: id)
      context.fail(localized("Not deleted: \(error)."))
    }
  }

  /// Handles the result of clearing the history.
  mutating func endClearing(
    _ id: RequestID, _ result: Result<Int, StoreError>, in context: inout UpdateContext
  ) {
    undo.end(id, count: (try? result.get()) ?? 0)
    switch result {
    case .success(0): context.inform(localized("The history was empty."))
    case .success(let count):
      context.notice = .success(ChangeKind.clearedHistory.message(count: count).asSentence)
    case .failure(let error): context.fail(localized("Not cleared: \(error)."))
    }
  }
}

extension ChangeOutcome {
  /// - Parameter undoKey: the key that undoes the change; empty if the key types text on this
  ///   screen.
  func notice(of kind: ChangeKind, undoKey: String) -> Notice {
    let message = kind.message(count: count)
    if let interruption {
      return .information(localized("\(message), then it ended: \(interruption)."))
    }
    if changed.isEmpty, kind == .readdressed {
      return .failure(
        localized("The address stays: the new one is another saved link, or in the trash."))
    }
    if isEmpty { return .information(kind.messageWithoutChange) }
    return .information(
      undoKey.isEmpty ? message.asSentence : localized("\(message). Press \(undoKey) to undo."))
  }
}

extension ReplayedChange {
  /// Returns a message about what was undone or redone, and about values that stay because they've
  /// changed since.
  fileprivate func message(_ direction: ChangeDirection, at now: Date) -> String {
    let isUndo = direction == .undo
    guard count > 0 else {
      let message = change.message(count: max(1, leftCount), in: .program, at: now)
      return isUndo
        ? localized("Not undone: \(message). It was changed elsewhere.")
        : localized("Not redone: \(message). It was changed elsewhere.")
    }
    let message = change.message(count: count, title: title, in: .program, at: now)
    let done = isUndo ? localized("Undone: \(message).") : localized("Redone: \(message).")
    if leftCount == 0 { return done }
    let left = localized(
      "\(leftCount, "link changed since stays as it is.", "links changed since stay as they are.")")
    return [done, left].paragraph
  }
}

extension ChangeKind {
  /// Whether the change moves links to the trash, or out of it. Nil if it does neither.
  fileprivate var trashesLinks: Bool? {
    switch self {
    case .restored: false
    case .removed: true
    case .saved, .imported, .tagged, .untagged, .noted, .moved, .retitled, .readdressed, .edited,
      .refreshed, .marked, .never, .allowed, .emptiedTrash, .clearedHistory, .received:
      nil
    }
  }
}

extension ChangeDirection {
  fileprivate var failure: String {
    switch self {
    case .make: localized("Not changed")
    case .undo: localized("Not undone")
    case .redo: localized("Not redone")
    }
  }

  /// The message if the log has nothing more.
  var messageWithoutChange: String {
    switch self {
    case .make: ScreenTexts.nothingToChange
    case .undo: localized("Nothing to undo.")
    case .redo: localized("Nothing to redo.")
    }
  }
}

/// Reports changes with the keys that undo them.
extension AppState {
  mutating func say(undoable message: String) {
    let key = undoKey
    notice = .information(
      key.isEmpty ? message.asSentence : localized("\(message). Press \(key) to undo."))
  }

  /// Reports why the last change can't be undone, with the key that undoes the one before.
  mutating func say(permanence: String) {
    let key = undoKey
    let next =
      key.isEmpty || !saved.undo.canUndo
      ? nil : localized("Press \(key) again to undo the change before.")
    notice = .information([permanence, next].compactMap(\.self).paragraph)
  }
}
