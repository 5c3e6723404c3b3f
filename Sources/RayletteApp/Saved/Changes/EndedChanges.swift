import Foundation
import Links

extension AppState {
  /// Handles the result of a change.
  mutating func endChange(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>
  ) -> [Effect] {
    guard direction == .make else { return endReplay(id, direction, result) }
    let isAwaited = saved.changes.end(.init(id: id, direction: direction))
    reader.endMark(id, try? result.get().reading)
    guard var kind = saved.undo.kind(of: id) else {
      // The file was replaced. Keys that waited for this change proceed.
      saved.changes.cancelRemoval(by: id)
      return isAwaited ? reloadList(isAwaited: true) : []
    }
    // Only the store knew whether all of them were read.
    if let isRead = try? result.get().reading?.isRead { kind = .marked(isRead: isRead) }
    switch result {
    case .failure(let error):
      saved.undo.end(id, isChanged: false)
      saved.changes.cancelRemoval(by: id)
      notice = .failure("\(direction.failure): \(error).")
      return (isAwaited ? reloadList(isAwaited: true) : []) + relistNever(after: kind)
    case .success(let outcome):
      saved.undo.end(id, isChanged: !outcome.isEmpty)
      let undoKey = self.keyMap.label(of: .undoPressed, in: self)
      notice = outcome.notice(of: kind, undoKey: undoKey)
      if outcome.isOfWheels { return endNever(id, direction) }
      if let isTrashed = kind.trashesLinks {
        reader.endMove(of: outcome.changed, trashedAt: isTrashed ? self.now : nil)
      }
      let effects = reloadList(isAwaited: isAwaited)
      saved.changes.endRemoval(by: id, listing: saved.listing.request.pendingID)
      return effects + lookUpSpin()
    }
  }

  /// Handles the result of an undo or a redo.
  private mutating func endReplay(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>
  ) -> [Effect] {
    let isAwaited = saved.changes.end(.init(id: id, direction: direction))
    let wasOffered = saved.undo.endReplay(id, direction, result.map(\.replayed))
    let outcome: ChangeOutcome
    switch result {
    case .failure(let error):
      notice = .failure("\(direction.failure): \(error).")
      return isAwaited ? reloadList(isAwaited: true) : []
    case .success(let success): outcome = success
    }
    guard let replayed = outcome.replayed else {
      notice = .information(
        wasOffered
          ? "Nothing to undo: that change was undone already, or never made."
          : direction.messageWithoutChange)
      return isAwaited ? reloadList(isAwaited: true) : []
    }
    notice = .information(replayed.message(direction, at: self.now))
    if outcome.isOfWheels { return endNever(id, direction) }
    reader.endMark(id, outcome.reading)
    reader.endMove(of: replayed.trashed, trashedAt: self.now)
    reader.endMove(of: replayed.restored, trashedAt: nil)
    var position = ListRequest.Position.kept
    if direction == .undo, let first = replayed.restored.first,
      !saved.listing.requestedQuery.isTrash
    {
      // The cursor goes to the first restored link.
      position = .at(.init(link: first, offset: saved.cursor - saved.top))
    }
    return reloadList(position: position, isAwaited: isAwaited) + lookUpSpin()
  }

  /// Handles the result of saving the link on Spin.
  mutating func endSave(
    _ id: RequestID, _ result: Result<SaveOutcome, StoreError>
  ) -> [Effect] {
    let isAwaited = saved.changes.end(.init(id: id, direction: .make))
    let link = try? result.get().link
    let next = update(\.spin) { spin, turn in
      spin.endSave(id, link, in: &turn)
      return []
    }
    reader.endSave(id, link)
    switch result {
    case .success(.saved(let link)):
      saved.undo.end(id, isChanged: true)
      self.now = max(self.now, link.savedAt)
      // A failure that was just reported, such as a new file in place of a lost one, stays readable.
      if notice?.kind != .failure { notice = .success("Successfully saved!") }
    case .success(.restored(let link)):
      saved.undo.end(id, isChanged: true)
      self.now = max(self.now, link.savedAt)
      notice = .success("Restored from the trash.")
    case .success(.alreadySaved(let link)):
      saved.undo.end(id, isChanged: false)
      let age = RelativeTime.text(from: link.savedAt, to: self.now)
      notice = .information(age == "just now" ? "Already saved." : "Already saved \(age).")
      // The cursor is at it when the user goes to Saved.
      saved.placeBefore = .init(link: link.id, offset: 0)
    case .failure(let error): return endSave(id, failure: error, isAwaited: isAwaited)
    }
    // The card on screen may be another link of the same page.
    let isShown = link.map { $0.id == spin.card?.saved?.id } ?? true
    return reloadList(isAwaited: isAwaited) + next + (isShown ? [] : lookUpSpin())
  }

  /// Handles the result of saving pasted addresses.
  mutating func endSave(
    ofAddresses id: RequestID, _ result: Result<AddressesSaved, StoreError>
  ) -> [Effect] {
    let isAwaited = saved.changes.end(.init(id: id, direction: .make))
    switch result {
    case .success(let outcome):
      let known = outcome.known == 0 ? "" : ", \(outcome.known) already saved"
      saved.undo.end(id, isChanged: !outcome.saved.isEmpty)
      notice = .success("Saved \(outcome.saved.count.linkCount)\(known).")
      // The cursor is at it also when the user goes to Saved later.
      if outcome.first != nil { saved.restoredPlace = nil }
      return reloadList(position: outcome.first.map { .added($0) } ?? .kept, isAwaited: isAwaited)
        + lookUpSpin()
    case .failure(let error): return endSave(id, failure: error, isAwaited: isAwaited)
    }
  }

  private mutating func endSave(
    _ id: RequestID, failure: StoreError, isAwaited: Bool
  ) -> [Effect] {
    saved.undo.end(id, isChanged: false)
    notice = .failure("Not saved: \(failure).")
    return isAwaited ? reloadList(isAwaited: true) : []
  }
}

extension AppState {
  private mutating func endNever(_ id: RequestID, _ direction: ChangeDirection) -> [Effect] {
    let isOnScreen = tab == .spin && modals.isEmpty
    return update(\.spin) { $0.endNever(id, direction, isOnScreen: isOnScreen, in: &$1) }
  }

  mutating func endClearing(_ id: RequestID, _ result: Result<Int, StoreError>) {
    saved.undo.end(id, isChanged: (try? result.get()) ?? 0 > 0)
    switch result {
    case .success(0): notice = .information("The history was empty.")
    case .success(let count):
      notice = .success("\(ChangeKind.clearedHistory.message(count: count)).")
    case .failure(let error): notice = .failure("Not cleared: \(error).")
    }
  }
}

extension ChangeOutcome {
  /// - Parameter undoKey: The key that undoes it, or nothing if it's typed on this screen.
  fileprivate func notice(of kind: ChangeKind, undoKey: String) -> Notice {
    let message = kind.message(count: count)
    if let interruption { return .information("\(message), then it ended: \(interruption).") }
    if changed.isEmpty, kind == .readdressed {
      return .failure("The address stays: the new one is another saved link, or in the trash.")
    }
    if isEmpty { return .information(kind.messageWithoutChange) }
    return .information(undoKey.isEmpty ? "\(message)." : "\(message). Press \(undoKey) to undo.")
  }
}

extension ReplayedChange {
  /// Says what was undone or redone, and what has stayed because it has changed since.
  fileprivate func message(_ direction: ChangeDirection, at now: Date) -> String {
    let isUndo = direction == .undo
    guard count > 0 else {
      let message = change.message(count: max(1, leftCount), in: .program, at: now)
      return "\(isUndo ? "Not undone" : "Not redone"): \(message). It was changed elsewhere."
    }
    let message = change.message(count: count, in: .program, at: now)
    let stays = leftCount == 1 ? "stays as it is" : "stay as they are"
    let left = leftCount > 0 ? " \(leftCount.linkCount) changed since \(stays)." : ""
    return "\(isUndo ? "Undone" : "Redone"): \(message).\(left)"
  }
}

extension ChangeKind {
  /// Whether it puts links into the trash, or takes them out. Nil if it does neither.
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
    case .make: "Not changed"
    case .undo: "Not undone"
    case .redo: "Not redone"
    }
  }

  /// The message if the log has nothing more.
  fileprivate var messageWithoutChange: String {
    switch self {
    case .make: "Nothing to change."
    case .undo: "Nothing to undo."
    case .redo: "Nothing to redo."
    }
  }
}

extension Action {
  /// A message about a failed write, for when the screen is already closed. Nil if nothing failed.
  public var unwrittenMessage: String? {
    switch self {
    case .linkSaved(_, .failure(let error)), .linksSaved(_, .failure(let error)):
      "the last link was not saved: \(error)"
    case .linkSaved(_, .success), .linksSaved(_, .success): nil
    case .changed(_, .make, .failure(let error)): "the last change was not made: \(error)"
    case .changed(_, .undo, .failure(let error)): "the last change was not undone: \(error)"
    case .changed(_, .redo, .failure(let error)): "the last change was not redone: \(error)"
    case .changed(_, _, .success(let outcome)):
      outcome.interruption.map { "the last change was not made of all links: \($0)" }
    case .saved, .reader, .openPressed, .sharePressed, .copyPressed, .readPressed, .tagsPressed,
      .notePressed, .keyPressed, .mouse, .pasted, .spin, .wheel, .chooser, .share, .details, .sync,
      .palette, .help, .tabPressed, .addressPressed, .detailsPressed, .wheelPressed, .undoPressed,
      .redoPressed, .addPressed, .clearHistoryPressed, .palettePressed, .syncPressed, .helpPressed,
      .modalClosed, .questionAnswered, .quitPressed, .previewLoaded, .pictureLoaded, .trashEmptied,
      .historyCleared, .shareEnded, .browserOpened, .waitIsLong, .started, .storeChanged,
      .wheelsChanged, .storeFailed, .networkChanged, .meterChanged, .resized, .terminalAnswered,
      .timePassed, .interrupted:
      nil
    }
  }
}
