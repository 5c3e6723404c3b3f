import Foundation
import Links
import Markup
import RayletteApp
import LinkStore

extension StoreWriter {
  /// Makes, undoes or redoes a change. A change of many links reports its progress and can be
  /// cancelled. The part done until then can be undone.
  func change(_ id: RequestID, _ request: ChangeRequest) async {
    let direction = request.direction
    let change: StoreChange?
    do throws(StoreError) {
      change =
        switch request {
        case .make(let change): .links(change)
        case .acceptMoves(let ids): .links(try await moves(of: ids))
        case .mark(let target, let isRead): .reading(try await marks(target, isRead))
        case .never(let entry): .never(entry)
        case .allow(let subject): .allow(subject)
        case .undo, .redo: changes.change(id, direction)
        }
    } catch {
      return post(.changed(id, direction, .failure(error)))
    }
    guard let change, change.count > 0 else {
      return post(.changed(id, direction, .success(ChangeOutcome())))
    }
    let outcome = await apply(change, id)
    changes.settle(id, direction, outcome)
    if let error = outcome.error, outcome.inverse == nil {
      return post(.changed(id, direction, .failure(error)))
    }
    post(.changed(id, direction, .success(change.outcome(outcome))))
  }

  private func apply(_ change: StoreChange, _ id: RequestID) async -> StoreChange.Outcome {
    let total = change.count
    guard total > SavedChange.batchSize else {
      return await change.apply(to: saved, wheels, at: now())
    }
    post(.saved(.jobStarted(id, total: total)))
    let (progress, progressInput) = AsyncStream.makeStream(of: Int.self)
    let task = Task { [saved, wheels, now] in
      defer { progressInput.finish() }
      return await change.apply(to: saved, wheels, at: now()) { progressInput.yield($0) }
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
    for link in try await links(ids) {
      if case .moved(let url)? = link.check?.outcome { moves[link.id] = WebAddress(url) }
    }
    return .setAddresses(moves)
  }

  /// Returns the change that marks pages as read or unread.
  /// - Parameter isRead: Nil for read if any of the pages is unread, and else for unread.
  private func marks(
    _ target: ReadingTarget, _ isRead: Bool?
  ) async throws(StoreError) -> ReadingChange {
    switch target {
    case .page(let url):
      return ReadingChange(isRead: isRead ?? true, [WebAddress(url)], at: now())
    case .links(let ids):
      let links = try await links(ids)
      return ReadingChange(
        isRead: isRead ?? links.contains { $0.reading?.readAt == nil }, links.map(\.address),
        at: now())
    }
  }

  /// Reads links, some at a time so that others can write in between.
  private func links(_ ids: [SavedLink.ID]) async throws(StoreError) -> [SavedLink] {
    var links: [SavedLink] = []
    for start in stride(from: 0, to: ids.count, by: 500) {
      links += try await saved.links(ids[start..<min(start + 500, ids.count)])
    }
    return links
  }
}
