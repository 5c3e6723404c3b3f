import Foundation
import Links

extension AppState {
  /// Handles the result of a change.
  mutating func endChange(
    _ id: RequestID, _ direction: ChangeDirection, _ result: Result<ChangeOutcome, StoreError>
  ) -> [Effect] {
    let isAwaited = saved.changes.end(.init(id: id, direction: direction))
    reader.endMark(id, try? result.get().reading)
    if direction == .make, let isRead = try? result.get().reading?.isRead {
      saved.history.specify(id, .marked(isRead: isRead))
    }
    guard let kind = saved.history.kind(of: id) else {
      // The file was replaced, and the history began again. Keys that waited for this change
      // proceed.
      saved.changes.cancelRemoval(by: id)
      return isAwaited ? reloadList(isAwaited: true) : []
    }
    switch result {
    case .failure(let error):
      saved.history.settle(id, direction, .notDone)
      saved.changes.cancelRemoval(by: id)
      notice = .failure("\(direction.failure): \(error).")
      return (isAwaited ? reloadList(isAwaited: true) : []) + relistNever(after: kind)
    case .success(let outcome):
      saved.history.settle(
        id, direction,
        outcome.interruption != nil ? .partly : outcome.isEmpty ? .empty : .done)
      let undoKey = self.keyMap.label(of: .undoPressed, in: self)
      notice = outcome.notice(of: kind, direction, undoKey: undoKey)
      if outcome.isOfWheels { return endNever(id, direction) }
      if let isTrashed = kind.trashesLinks(direction) {
        reader.endMove(of: outcome.changed, trashedAt: isTrashed ? self.now : nil)
      }
      var position = ListRequest.Position.kept
      if direction == .undo, outcome.isRestoration, !saved.listing.requestedQuery.isTrash {
        // The cursor goes to the first restored link.
        position = .at(.init(link: outcome.changed.first, offset: saved.cursor - saved.top))
      }
      let effects = reloadList(position: position, isAwaited: isAwaited)
      saved.changes.endRemoval(by: id, listing: saved.listing.request.pendingID)
      return effects + lookUpSpin()
    }
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
      self.now = max(self.now, link.savedAt)
      // A failure that was just reported, such as a new file in place of a lost one, stays readable.
      if notice?.kind != .failure { notice = .success("Successfully saved!") }
    case .success(.restored(let link)):
      self.now = max(self.now, link.savedAt)
      notice = .success("Restored from the trash.")
    case .success(.alreadySaved(let link)):
      saved.history.settle(id, .make, .empty)
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
      saved.history.settle(id, .make, outcome.saved.isEmpty ? .empty : .done)
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
    saved.history.settle(id, .make, .notDone)
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
    saved.history.settle(id, .make, .init(result))
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
  fileprivate func notice(
    of kind: ChangeKind, _ direction: ChangeDirection, undoKey: String
  ) -> Notice {
    let message = kind.message(count: count)
    if let interruption {
      return .information("\(direction.prefix(message)), then it ended: \(interruption).")
    }
    switch direction {
    case .make where changed.isEmpty && kind == .readdressed:
      return .failure("The address stays: the new one is another saved link, or in the trash.")
    case .make where isEmpty: return .information(kind.messageWithoutChange)
    case .undo where isEmpty, .redo where isEmpty:
      return .information("\(direction.prefix(message)). It was changed elsewhere.")
    case .make where undoKey.isEmpty: return .information("\(message).")
    case .make: return .information("\(message). Press \(undoKey) to undo.")
    case .undo, .redo: return .information("\(direction.prefix(message)).")
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

  fileprivate func prefix(_ message: String) -> String {
    switch self {
    case .make: message
    case .undo: "Undone: \(message.lowercasedFirst)"
    case .redo: "Redone: \(message.lowercasedFirst)"
    }
  }
}

extension String {
  /// The string with a lower-case first letter, for the middle of a sentence.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Action {
  /// A message about a failed write, for when the screen is already closed. Nil if nothing failed.
  public var unwrittenMessage: String? {
    switch self {
    case .linkSaved(_, .failure(let error)), .linksSaved(_, .failure(let error)):
      "the last link was not saved: \(error)"
    case .linkSaved(_, .success), .linksSaved(_, .success): nil
    case .changed(_, _, .failure(let error)): "the last change was not made: \(error)"
    case .changed(_, _, .success(let outcome)):
      outcome.interruption.map { "the last change was not made of all links: \($0)" }
    case .saved, .reader, .openPressed, .sharePressed, .copyPressed, .readPressed, .tagsPressed,
      .notePressed, .keyPressed, .mouse, .pasted, .spin, .wheel, .chooser, .share, .details, .sync,
      .palette,
      .help, .tabPressed, .addressPressed, .detailsPressed, .wheelPressed, .undoPressed,
      .redoPressed, .addPressed, .clearHistoryPressed, .palettePressed, .syncPressed, .helpPressed,
      .modalClosed, .questionAnswered, .quitPressed, .previewLoaded, .pictureLoaded,
      .trashEmptied, .historyCleared, .shareEnded, .browserOpened,
      .waitIsLong, .started, .storeChanged, .wheelsChanged, .storeFailed, .networkChanged,
      .meterChanged, .resized, .terminalAnswered, .timePassed, .interrupted:
      nil
    }
  }
}
