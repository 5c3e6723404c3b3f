import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// What takes a while over many saved links: eight at a time, with progress, until it is stopped.
extension EffectRunner {
  func stopWork() { cancelWork?() }

  /// Fetches metadata anew; what was fetched until a stop is kept.
  func refresh(_ ids: [SavedLink.ID], post: @escaping Post) async {
    let metadata = await overLinks(.refresh, ids, post: post) { link -> LinkMetadata? in
      let provider = LinkMetadataProvider(timeout: .seconds(15))
      return try? await provider.metadata(for: link.url)
    }
    let failed = ids.count - metadata.count
    let words = "Refreshed \(metadata.count.linksInWords)"
    post(
      .workEnded(
        .refresh, metadata.isEmpty ? nil : .setMetadata(metadata),
        words: failed == 0 ? words : "\(words), \(failed) failed"))
  }

  /// Looks for dead links. Each result is on disk at once, so that a look that was stopped goes on
  /// where it was: what was seen within the last hour is not asked again.
  func check(_ ids: [SavedLink.ID], post: @escaping Post) async {
    let checker = LinkChecker(clock: clock)
    let saved = saved
    let found = await overLinks(.check, ids, post: post) { link -> LinkCheck.Outcome? in
      await checker.freshOutcome(of: link, keepingIn: saved)
    }
    var gone = 0, moved = 0, unreachable = 0
    for outcome in found.values {
      switch outcome {
      case .ok: break
      case .moved: moved += 1
      case .gone: gone += 1
      case .unreachable: unreachable += 1
      }
    }
    let words =
      "Checked \(found.count == ids.count ? "" : "\(found.count) of ")\(ids.count.linksInWords): "
      + "\(gone) gone, \(moved) moved, "
      + "\(unreachable) unreachable"
    post(.workEnded(.check, nil, words: words))
  }

  /// Makes a change of many links, with progress. What was changed until a stop stays changed, as a
  /// step of its own to take back.
  func changeMany(
    _ change: SavedChange, _ origin: ChangeOrigin, words: String, _ post: @escaping Post
  ) async {
    let saved = saved
    let total = change.ids.count
    post(.longChangeBegan(total: total))
    let task = Task {
      await saved.applyInPieces(change, at: Date()) { post(.workContinues(.change, done: $0)) }
    }
    let isOnlyWork = cancelWork == nil
    if isOnlyWork { cancelWork = { task.cancel() } }
    let outcome = await task.value
    if isOnlyWork { cancelWork = nil }
    post(.longChangeEnded)
    guard let rest = outcome.rest, let error = outcome.error else {
      if let inverse = outcome.inverse {
        post(.changed(change, origin, words: words, .success(inverse)))
      }
      return
    }
    post(.changed(rest, origin, words: words, .failure(error)))
    guard let inverse = outcome.inverse else { return }
    let left = Set(rest.ids)
    let done = change.ids.filter { !left.contains($0) }
    let told = "Changed \(done.count) of \(total.linksInWords) (\(error))"
    post(.changed(change.piece(of: done), origin, words: told, .success(inverse)))
  }

  /// Runs a body over links, a page of them at a time, in a task that can be stopped.
  func overLinks<Value: Sendable>(
    _ kind: Work.Kind, _ ids: [SavedLink.ID], post: @escaping Post,
    _ body: @escaping @Sendable (SavedLink) async -> Value?
  ) async -> [SavedLink.ID: Value] {
    let saved = saved
    let task = Task { () -> [SavedLink.ID: Value] in
      var values: [SavedLink.ID: Value] = [:]
      var done = 0
      for start in stride(from: 0, to: ids.count, by: 200) where !Task.isCancelled {
        let page = ids[start..<min(start + 200, ids.count)]
        let links = (try? await saved.links(page)) ?? []
        await withTaskGroup(of: (SavedLink.ID, Value?).self) { group in
          var rest = links[...]
          for link in rest.prefix(8) { group.addTask { (link.id, await body(link)) } }
          rest = rest.dropFirst(8)
          for await (id, value) in group {
            done += 1
            if let value { values[id] = value }
            post(.workContinues(kind, done: done))
            if let next = rest.popFirst(), !Task.isCancelled {
              group.addTask { (next.id, await body(next)) }
            }
          }
        }
      }
      return values
    }
    cancelWork = { task.cancel() }
    defer { cancelWork = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
