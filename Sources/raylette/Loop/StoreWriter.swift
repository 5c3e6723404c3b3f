import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import Favorites
import RayletteApp

/// Changes the store, in the order of the requests. Everything requested is written, even if the
/// next key quits the program.
@MainActor
final class StoreWriter {
  let saved: SavedLinkStore
  let wheels: WheelStore
  let tasks: RequestTasks
  /// Says where browsers have their profiles.
  let environment: [String: String]
  let now: @Sendable () -> Date
  /// Called with each note that was stored.
  private let noteStored: @Sendable (String) -> Void
  /// The entries of this session's changes in the log.
  var entries: [RequestID: LinkChange.ID] = [:]
  /// The links that came up and aren't recorded as seen yet.
  private(set) var unwrittenMarks: [String] = []
  /// One message for each write that failed after the screen was closed.
  private(set) var unwritten: [String] = []
  let sendAction: EffectRunner.Post
  private var isFinishing = false
  /// The number of cards that aren't in the history yet.
  private var unwrittenVisitCount = 0
  private let (queue, queueInput) = AsyncStream.makeStream(of: QueueItem.self)

  private enum QueueItem: Sendable {
    case write(Effect.Write)
    /// Ends a stream when everything before it is written.
    case reached(AsyncStream<Void>.Continuation)
  }

  init(
    saved: SavedLinkStore, wheels: WheelStore, tasks: RequestTasks,
    environment: [String: String],
    now: @escaping @Sendable () -> Date,
    noteStored: @escaping @Sendable (String) -> Void = { _ in },
    post: @escaping EffectRunner.Post
  ) {
    self.saved = saved
    self.wheels = wheels
    self.tasks = tasks
    self.environment = environment
    self.now = now
    self.noteStored = noteStored
    sendAction = post
  }

  func enqueue(_ effect: Effect.Write) {
    if case .markSeen(let address, _) = effect { unwrittenMarks.append(address) }
    if case .record = effect { unwrittenVisitCount += 1 }
    queueInput.yield(.write(effect))
  }

  /// Returns a stream that ends when the history has all cards that came up so far. Nil if it has them
  /// now.
  func pendingVisits() -> AsyncStream<Void>? {
    guard unwrittenVisitCount > 0 else { return nil }
    let (stream, input) = AsyncStream.makeStream(of: Void.self)
    if case .terminated = queueInput.yield(.reached(input)) { input.finish() }
    return stream
  }

  /// Processes the queue until ``finish()`` is called and the queue is empty.
  func run() async {
    for await item in queue {
      switch item {
      case .write(let effect): await write(effect)
      case .reached(let stream): stream.finish()
      }
    }
  }

  /// Ends the queue. No more changes will be requested.
  func finish() {
    isFinishing = true
    queueInput.finish()
  }

  func post(_ action: Action) {
    // The screen is closed, so the message can't be shown there.
    if isFinishing, let message = action.unwrittenMessage { unwritten.append(message) }
    sendAction(action)
  }

  private func write(_ effect: Effect.Write) async {
    switch effect {
    case .save(let id, let metadata): await save(metadata, id)
    case .saveAddresses(let id, let urls): await save(urls, id)
    case .change(let id, let request, let kind): await change(id, request, kind)
    case .undo(let id, let target): await undo(id, of: target)
    case .redo(let id): await redo(id)
    case .markSeen(let address, let wheel):
      await record { writer throws(StoreError) in
        try await writer.wheels.markSeen(address, on: wheel, at: writer.now())
      }
      unwrittenMarks.removeFirst()
    case .startOver(let wheel, let round, let narrowing):
      await record { writer throws(StoreError) in
        try await writer.wheels.startOver(wheel, after: round, narrowedTo: narrowing)
      }
    case .record(let visit, let isLoaded):
      await record { writer throws(StoreError) in
        try await writer.wheels.record(visit, isLoaded: isLoaded)
      }
      unwrittenVisitCount -= 1
    case .clearHistory(let id): await clearHistory(id)
    case .importBookmarks(let id, let browsers): await importBookmarks(id, of: browsers)
    case .importNewBookmarks(let id): importNewBookmarks(id)
    case .markOpened(let id):
      await record { writer throws(StoreError) in
        try await writer.saved.markOpened(id, at: writer.now())
      }
    case .readingPlace(let url, let place, let known):
      await record { writer throws(StoreError) in
        try await writer.saved.setPlace(
          place, of: WebAddress(url), after: known, date: writer.now())
      }
      post(.reader(.placeStored))
    case .purgeTrash: await purgeTrash()
    case .emptyTrash(let id, let date): await emptyTrash(id, removedBefore: date)
    }
  }

  /// Writes a record that the user didn't request. Does nothing if the store isn't writable,
  /// because the screen already says so. Wheels in memory are always writable.
  private func record(_ body: (StoreWriter) async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await body(self)
    } catch {
      if saved.writeError == nil { post(.program(.storeFailed(error))) }
    }
  }

  private func save(_ metadata: LinkMetadata, _ id: RequestID) async {
    do throws(StoreError) {
      let recording = saved.recording(.saved, at: now())
      let outcome = try await recording.save(metadata, at: now())
      entries[id] = recording.recordedChange
      post(.changes(.linkSaved(id, .success(outcome))))
    } catch {
      post(.changes(.linkSaved(id, .failure(error))))
    }
  }

  /// Saves addresses. Links saved before an error can be undone.
  private func save(_ urls: [URL], _ id: RequestID) async {
    var outcome = AddressesSaved(saved: [], known: 0)
    var failure: StoreError?
    let recording = saved.recording(.saved, at: now())
    do throws(StoreError) {
      for url in urls {
        let saving = try await recording.save(LinkMetadata(originalURL: url), at: now())
        switch saving {
        case .saved(let link), .restored(let link): outcome.saved.append(link.id)
        case .alreadySaved: outcome.known += 1
        }
        outcome.first = outcome.first ?? saving.link.id
      }
    } catch {
      failure = error
    }
    entries[id] = recording.recordedChange
    guard let failure else { return post(.changes(.linksSaved(id, .success(outcome)))) }
    if outcome.saved.isEmpty { return post(.changes(.linksSaved(id, .failure(failure)))) }
    post(.changes(.linksSaved(id, .success(outcome))))
    post(.program(.storeFailed(failure)))
  }

  private func clearHistory(_ id: RequestID) async {
    do throws(StoreError) {
      post(.changes(.historyCleared(id, .success(try await wheels.clearHistory()))))
    } catch {
      post(.changes(.historyCleared(id, .failure(error))))
    }
  }

  private func emptyTrash(_ id: RequestID, removedBefore date: Date) async {
    do throws(StoreError) {
      post(.changes(.trashEmptied(id, .success(try await saved.emptyTrash(removedBefore: date)))))
    } catch {
      post(.changes(.trashEmptied(id, .failure(error))))
    }
  }

  private func purgeTrash() async {
    var isDone = true
    do throws(StoreError) {
      try await saved.deleteExpired(at: now())
    } catch .busy {
      // Another program has locked the file. The state requests the write again later.
      isDone = false
    } catch {}
    post(.saved(.trashPurged(isDone: isDone)))
  }
}

extension StoreWriter {
  /// Makes, undoes or redoes a change. A change of many links reports its progress and can be
  /// cancelled. The part done until then can be undone.
  func change(_ id: RequestID, _ request: ChangeRequest, _ kind: ChangeKind) async {
    var kind = kind
    let change: StoreChange
    do throws(StoreError) {
      switch request {
      case .make(let made): change = .links(made)
      case .acceptMoves(let ids): change = .links(try await moves(of: ids))
      case .mark(let target, let isRead):
        let marks = try await marks(target, isRead)
        kind = .marked(isRead: marks.isRead)
        change = .reading(marks)
      case .never(let entry): change = .never(entry)
      case .allow(let subject): change = .allow(subject)
      }
    } catch {
      return post(.changes(.ended(id, .make, .failure(error))))
    }
    guard change.count > 0 else {
      return post(.changes(.ended(id, .make, .success(ChangeOutcome()))))
    }
    let (outcome, entry) = await apply(change, id, kind)
    if outcome.interruption == nil, case .make(.set(.note, let notes)) = request {
      for note in notes.values { noteStored(note) }
    }
    entries[id] = entry
    if let error = outcome.interruption, outcome.isEmpty {
      return post(.changes(.ended(id, .make, .failure(error))))
    }
    post(.changes(.ended(id, .make, .success(outcome))))
  }

  func undo(_ id: RequestID, of target: UndoTarget) async {
    var change: LinkChange.ID?
    switch target {
    case .latest: break
    case .change(let chosen): change = chosen
    case .request(let request):
      change = entries[request]
      // A change without effect has no entry.
      if change == nil {
        return post(.changes(.ended(id, .undo, .success(ChangeOutcome()))))
      }
    }
    await replay(id, .undo) { [change] saved, date throws(StoreError) in
      try await saved.undo(change, at: date)
    }
  }

  func redo(_ id: RequestID) async {
    await replay(id, .redo) { saved, date throws(StoreError) in try await saved.redo(at: date) }
  }

  private func replay(
    _ id: RequestID, _ direction: ChangeDirection,
    _ body: (SavedLinkStore, Date) async throws(StoreError) -> ReplayedChange?
  ) async {
    do throws(StoreError) {
      let replayed = try await body(saved, now())
      if let replayed { try await wheels.updateSession(after: replayed) }
      post(.changes(.ended(id, direction, .success(ChangeOutcome(replayed)))))
    } catch {
      post(.changes(.ended(id, direction, .failure(error))))
    }
  }

  private func apply(
    _ change: StoreChange, _ id: RequestID, _ kind: ChangeKind
  ) async -> (outcome: ChangeOutcome, entry: LinkChange.ID?) {
    let total = change.count
    guard total > SavedChange.batchSize else {
      return await change.apply(to: saved, wheels, as: kind, at: now())
    }
    post(.saved(.jobStarted(id, total: total)))
    let (progress, progressInput) = AsyncStream.makeStream(of: Int.self)
    let task = Task { [saved, wheels, now] in
      defer { progressInput.finish() }
      return await change.apply(to: saved, wheels, as: kind, at: now()) {
        progressInput.yield($0)
      }
    }
    // Runs in its own task, so that only this change can be cancelled, and not the whole queue.
    tasks.run(id) {
      await withTaskCancellationHandler {
        _ = await task.value
      } onCancel: {
        task.cancel()
      }
    }
    for await done in progress { post(.saved(.jobProgressed(id, done: done))) }
    post(.saved(.jobEnded(id, .changed)))
    return await task.value
  }

  /// Returns the change that updates moved links to their new addresses.
  private func moves(of ids: [SavedLink.ID]) async throws(StoreError) -> SavedChange {
    .setAddresses(try await saved.moves(of: ids))
  }

  /// Returns the change that marks pages as read or unread.
  /// - Parameter isRead: nil toggles: read if any of the pages is unread, otherwise unread.
  private func marks(
    _ target: ReadingTarget, _ isRead: Bool?
  ) async throws(StoreError) -> ReadingChange {
    switch target {
    case .page(let url):
      return ReadingChange(isRead: isRead ?? true, [WebAddress(url)], at: now())
    case .links(let ids):
      let links = try await saved.links(ids)
      return ReadingChange(
        isRead: isRead ?? links.contains { $0.reading?.readAt == nil }, links.map(\.address),
        at: now())
    }
  }
}
