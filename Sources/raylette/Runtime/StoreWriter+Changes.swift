import Foundation
import LinkStore
import Markup
import RayletteApp

extension StoreWriter {
  /// Makes, undoes or redoes a change. A change of many links reports its progress and can be
  /// cancelled. The part done until then can be undone.
  func change(_ id: RequestID, _ request: ChangeRequest) async {
    let direction = request.direction
    if nevers[id] != nil { return await change(never: id, direction) }
    let change: SavedChange?
    do throws(StoreError) {
      change =
        switch request {
        case .make(let change): change
        case .acceptMoves(let ids): try await moves(of: ids)
        case .undo, .redo: changes.change(id, direction)
        }
    } catch {
      return post(.changed(id, direction, .failure(error)))
    }
    guard let change, !change.ids.isEmpty else {
      let outcome = ChangeOutcome(changed: [], isRestoration: false)
      return post(.changed(id, direction, .success(outcome)))
    }
    let outcome = await apply(change, id)
    changes.settle(id, direction, outcome)
    if let error = outcome.error, outcome.inverse == nil {
      return post(.changed(id, direction, .failure(error)))
    }
    let isRestoration = if case .restore = change { true } else { false }
    let changed = ChangeOutcome(
      changed: outcome.inverse?.ids ?? [], isRestoration: isRestoration,
      interruption: outcome.error)
    post(.changed(id, direction, .success(changed)))
  }

  private func apply(
    _ change: SavedChange, _ id: RequestID
  ) async -> SavedLinkStore.BatchOutcome {
    let total = change.ids.count
    guard total > SavedChange.batchSize else {
      return await saved.applyInBatches(change, at: now())
    }
    post(.jobStarted(id, total: total))
    let (progress, progressInput) = AsyncStream.makeStream(of: Int.self)
    let task = Task { [saved, now] in
      defer { progressInput.finish() }
      return await saved.applyInBatches(change, at: now()) { progressInput.yield($0) }
    }
    // Runs in its own task, so that only this change can be cancelled, and not the whole queue.
    tasks.run(id) {
      await withTaskCancellationHandler {
        _ = await task.value
      } onCancel: {
        task.cancel()
      }
    }
    for await done in progress { post(.jobProgressed(id, done: done)) }
    post(.jobEnded(id, .changed))
    return await task.value
  }

  /// Returns the change that updates moved links to their new addresses.
  private func moves(of ids: [SavedLink.ID]) async throws(StoreError) -> SavedChange {
    var moves: [SavedLink.ID: WebAddress] = [:]
    for start in stride(from: 0, to: ids.count, by: 500) {
      for link in try await saved.links(ids[start..<min(start + 500, ids.count)]) {
        if case .moved(let url)? = link.check?.outcome { moves[link.id] = WebAddress(url) }
      }
    }
    return .setAddresses(moves)
  }
}
