import Markup
import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Changes of saved links, each after those that were asked for before it.
extension EffectRunner {
  /// Makes a change, takes it back or makes it again. One of many links tells how far it is, and can
  /// be stopped; what was done until then is a step of its own to take back.
  func change(
    _ id: RequestID, _ request: ChangeRequest, post: @escaping @MainActor (Action) -> Void
  ) async {
    let direction = request.direction
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
    let outcome = await apply(change, id, post: post)
    changes.settle(id, direction, outcome)
    if let error = outcome.error, outcome.inverse == nil {
      return post(.changed(id, direction, .failure(error)))
    }
    let isRestoration = if case .restore = change { true } else { false }
    post(
      .changed(
        id, direction,
        .success(
          ChangeOutcome(
            changed: outcome.inverse?.ids ?? [], isRestoration: isRestoration,
            interruption: outcome.error))))
  }

  private func apply(
    _ change: SavedChange, _ id: RequestID, post: @escaping @MainActor (Action) -> Void
  ) async -> SavedLinkStore.PiecewiseOutcome {
    let saved = saved
    let total = change.ids.count
    guard total > SavedChange.pieceSize else {
      return await saved.applyInPieces(change, at: Date())
    }
    post(.jobStarted(id, total: total))
    let (progress, progressInput) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      defer { progressInput.finish() }
      return await saved.applyInPieces(change, at: Date()) { progressInput.yield($0) }
    }
    jobs[id] = Task {
      await withTaskCancellationHandler {
        _ = await task.value
      } onCancel: {
        task.cancel()
      }
    }
    for await done in progress { post(.jobProgressed(id, done: done)) }
    jobs[id] = nil
    post(.jobEnded(id, .changed))
    return await task.value
  }

  private func moves(of ids: [SavedLink.ID]) async throws(StoreError) -> SavedChange {
    var moves: [SavedLink.ID: WebAddress] = [:]
    for start in stride(from: 0, to: ids.count, by: 500) {
      for link in try await saved.links(ids[start..<min(start + 500, ids.count)]) {
        if case .moved(let url)? = link.check?.outcome {
          moves[link.id] = WebAddress(url)
        }
      }
    }
    return .setAddresses(moves)
  }

  /// Saves addresses as they are; what was saved until an error is a step to take back.
  func save(
    _ urls: [URL], _ id: RequestID, post: @escaping @MainActor (Action) -> Void
  ) async {
    var outcome = AddressesSaved(saved: [], known: 0)
    do throws(StoreError) {
      for url in urls {
        switch try await saved.save(LinkMetadata(originalURL: url), at: Date()) {
        case .saved(let link), .restored(let link): outcome.saved.append(link.id)
        case .alreadySaved: outcome.known += 1
        }
      }
      changes.record(.trash(outcome.saved, at: Date()), of: id)
      post(.linksSaved(id, .success(outcome)))
    } catch {
      changes.record(.trash(outcome.saved, at: Date()), of: id)
      if !outcome.saved.isEmpty { post(.linksSaved(id, .success(outcome))) }
      post(outcome.saved.isEmpty ? .linksSaved(id, .failure(error)) : .storeFailed(error))
    }
  }
}
