import Foundation
import Links
import Markup
import RayletteApp
import LinkStore

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
    entries[id] = entry
    if let error = outcome.interruption, outcome.isEmpty {
      return post(.changes(.ended(id, .make, .failure(error))))
    }
    post(.changes(.ended(id, .make, .success(outcome))))
  }

  /// Undoes the change of an earlier request, or else the latest of the log.
  func undo(_ id: RequestID, of request: RequestID?) async {
    // A change without effect has no entry.
    if let request, entries[request] == nil {
      return post(.changes(.ended(id, .undo, .success(ChangeOutcome()))))
    }
    await replay(id, .undo) {
      [entry = request.flatMap { entries[$0] }] saved, date throws(StoreError) in
      try await saved.undo(entry, at: date)
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
    var moves: [SavedLink.ID: WebAddress] = [:]
    for link in try await saved.links(ids) {
      if case .moved(let url)? = link.check?.outcome { moves[link.id] = WebAddress(url) }
    }
    return .setAddresses(moves)
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
