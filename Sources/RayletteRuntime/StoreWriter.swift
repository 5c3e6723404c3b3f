import Foundation
import LinkPreview
import Links
import LinkStore
import Markup
import RayletteApp

/// Changes the store, in the order of the requests. Everything requested is written, even if the
/// next key quits the program.
@MainActor
final class StoreWriter {
  let saved: SavedLinkStore
  let wheels: WheelStore
  let tasks: RequestTasks
  let now: @Sendable () -> Date
  /// The entries of this session's changes in the log.
  var entries: [RequestID: LinkChange.ID] = [:]
  /// The links that came up and aren't recorded as seen yet.
  private(set) var unwrittenMarks: [String] = []
  /// One message for each write that failed after the screen was closed.
  private(set) var unwritten: [String] = []
  private let sendAction: EffectRunner.Post
  private var isFinishing = false
  private let (queue, queueInput) = AsyncStream.makeStream(of: Effect.Write.self)

  init(
    saved: SavedLinkStore, wheels: WheelStore, tasks: RequestTasks,
    now: @escaping @Sendable () -> Date,
    post: @escaping EffectRunner.Post
  ) {
    self.saved = saved
    self.wheels = wheels
    self.tasks = tasks
    self.now = now
    sendAction = post
  }

  func enqueue(_ effect: Effect.Write) {
    if case .markSeen(let address, _) = effect { unwrittenMarks.append(address) }
    queueInput.yield(effect)
  }

  /// Processes the queue until ``finish()`` is called and the queue is empty.
  func run() async {
    for await effect in queue { await write(effect) }
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
    case .undo(let id, let request): await undo(id, of: request)
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
    case .record(let visit, let isShown):
      await record { writer throws(StoreError) in
        try await writer.wheels.record(visit, isShown: isShown)
      }
    case .clearHistory(let id): await clearHistory(id)
    case .markOpened(let id):
      await record { writer throws(StoreError) in
        try await writer.saved.markOpened(id, at: writer.now())
      }
    case .readingPlace(let url, let place):
      await record { writer throws(StoreError) in
        try await writer.saved.setPlace(place, of: WebAddress(url), date: writer.now())
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
