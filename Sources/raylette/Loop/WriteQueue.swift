import Favorites
import Foundation
import LinkStore
import Links
import Markup
import RayletteApp
import TaskLimits

/// Changes the store, in the order of the requests. Everything requested is written, even if the
/// next key quits the program.
@MainActor
final class WriteQueue {
  private let library: LinkLibrary
  private let tasks: RequestTasks
  /// Called with each note that was stored.
  private let noteStored: @Sendable (String) -> Void
  private let send: EffectRunner.Post
  /// The entries of this session's changes in the log.
  private var entries: [RequestID: LinkChange.ID] = [:]
  /// The links that came up and aren't stored as seen yet.
  private var seenLinks: [SeenLink] = []
  /// One message for each write that failed after the screen was closed.
  private(set) var unwritten: [String] = []
  private var isFinishing = false
  private let (queue, input) = AsyncStream.makeStream(of: Item.self)

  private enum Item: Sendable {
    case write(Effect.Write)
    /// Ends a stream when everything before it is written.
    case reached(AsyncStream<Void>.Continuation)
  }

  init(
    library: LinkLibrary, tasks: RequestTasks, noteStored: @escaping @Sendable (String) -> Void,
    post: @escaping EffectRunner.Post
  ) {
    (self.library, self.tasks, self.noteStored) = (library, tasks, noteStored)
    send = post
  }

  /// The links that the wheels may still draw, though they came up.
  var unwrittenMarks: [String] { seenLinks.filter { $0.wheel != nil }.map(\.address) }

  func enqueue(_ effect: Effect.Write) {
    if case .seen(let link) = effect { seenLinks.append(link) }
    input.yield(.write(effect))
  }

  /// Returns a stream that ends when the history has all cards that came up so far. Nil if it has them
  /// now.
  func pendingVisits() -> AsyncStream<Void>? {
    guard seenLinks.contains(where: { $0.visit != nil }) else { return nil }
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    if case .terminated = input.yield(.reached(end)) { end.finish() }
    return stream
  }

  /// Writes until ``finish()`` is called and everything is written.
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
    input.finish()
  }

  private func post(_ action: Action) {
    // The screen is closed, so the message can't be shown there.
    if isFinishing, let message = action.unwrittenMessage { unwritten.append(message) }
    send(action)
  }

  private func write(_ effect: Effect.Write) async {
    let (changes, wheels) = (library.changes, library.wheels)
    switch effect {
    case .save(let id, let metadata):
      await answer({ .changes(.linkSaved(id, $0)) }) { () throws(StoreError) in
        keep(id, try await changes.save(metadata))
      }
    case .saveAddresses(let id, let urls):
      let (saved, failure) = await changes.save(urls)
      let outcome = keep(id, saved)
      guard let failure else { return post(.changes(.linksSaved(id, .success(outcome)))) }
      if outcome.saved.isEmpty { return post(.changes(.linksSaved(id, .failure(failure)))) }
      post(.changes(.linksSaved(id, .success(outcome))))
      post(.program(.storeFailed(failure)))
    case .change(let id, let request, let kind): await change(id, request, kind)
    case .undo(let id, let target):
      await answer({ .changes(.ended(id, .undo, $0)) }) { () throws(StoreError) in
        switch target {
        case .latest: return try await changes.undo(nil)
        case .change(let change): return try await changes.undo(change)
        case .request(let request):
          // A change without effect has no entry.
          guard let change = entries[request] else { return ChangeOutcome() }
          return try await changes.undo(change)
        }
      }
    case .redo(let id):
      await answer({ .changes(.ended(id, .redo, $0)) }) { () throws(StoreError) in
        try await changes.redo()
      }
    case .seen(let link):
      await record { () throws(StoreError) in try await wheels.record(link, at: library.now()) }
      seenLinks.removeFirst()
    case .clearHistory(let id):
      await answer({ .changes(.historyCleared(id, $0)) }) { () throws(StoreError) in
        try await wheels.clearHistory()
      }
    case .importBookmarks(let id, let browsers):
      let imported = await cancellable(id) { [send] in
        await changes.importBookmarks(of: browsers) { send(.saved(.jobProgressed(id, done: $0))) }
      }
      post(.changes(.bookmarksImported(id, keep(id, imported))))
    case .importNewBookmarks(let id):
      // Other changes don't wait for it, because the files of browsers can be large.
      tasks.run(id) {
        guard let imported = await changes.importNewBookmarks() else { return }
        let imports = self.keep(id, imported)
        // A program that was started at the same time may have imported them before the list was
        // watched.
        self.post(
          imports.isEmpty ? .program(.storeChanged) : .changes(.newBookmarksImported(id, imports)))
      }
    case .markOpened(let id):
      await record { () throws(StoreError) in
        try await library.saved.markOpened(id, at: library.now())
      }
    case .readingPlace(let url, let place, let known):
      await record { () throws(StoreError) in
        try await library.saved.setPlace(
          place, of: WebAddress(url), after: known, date: library.now())
      }
      post(.reader(.placeStored))
    case .purgeTrash: post(.saved(.trashPurged(isDone: await changes.purgeTrash())))
    case .emptyTrash(let id, let date):
      await answer({ .changes(.trashEmptied(id, $0)) }) { () throws(StoreError) in
        try await library.saved.emptyTrash(removedBefore: date)
      }
    }
  }

  /// Keeps the entry of a change in the log, so that it can be undone.
  private func keep<Value>(_ id: RequestID, _ recorded: LinkChanges.Recorded<Value>) -> Value {
    entries[id] = recorded.entry
    return recorded.value
  }

  private func answer<Value>(
    _ action: (Result<Value, StoreError>) -> Action, _ body: () async throws(StoreError) -> Value
  ) async {
    post(action(await Result(of: body)))
  }

  /// Writes a record that the user didn't request. Does nothing if the store isn't writable,
  /// because the screen already says so. Wheels in memory are always writable.
  private func record(_ body: () async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await body()
    } catch {
      if library.saved.writeError == nil { post(.program(.storeFailed(error))) }
    }
  }

  /// Makes a change. One of many links reports its progress and can be cancelled. The part done until
  /// then can be undone.
  private func change(_ id: RequestID, _ request: ChangeRequest, _ kind: ChangeKind) async {
    await answer({ .changes(.ended(id, .make, $0)) }) { () throws(StoreError) in
      let changes = library.changes
      let (change, kind) = try await changes.change(for: request, kind)
      let outcome: ChangeOutcome
      if change.count > SavedChange.batchSize {
        post(.saved(.jobStarted(id, total: change.count)))
        let made = await cancellable(id) { [send] in
          await changes.make(change, kind) { send(.saved(.jobProgressed(id, done: $0))) }
        }
        post(.saved(.jobEnded(id, .changed)))
        outcome = keep(id, made)
      } else {
        outcome = keep(id, await changes.make(change, kind))
      }
      if outcome.interruption == nil, case .make(.set(.note, let notes)) = request {
        for note in notes.values { noteStored(note) }
      }
      if let error = outcome.interruption, outcome.isEmpty { throw error }
      return outcome
    }
  }

  /// Runs a body in its own task, so that only this change can be cancelled, and not the whole queue.
  private func cancellable<Value: Sendable>(
    _ id: RequestID, _ body: @escaping @Sendable () async -> Value
  ) async -> Value {
    let task = Task { @concurrent in await body() }
    tasks.run(id) {
      await withTaskCancellationHandler {
        _ = await task.value
      } onCancel: {
        task.cancel()
      }
    }
    return await task.value
  }
}
