import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// What takes a while over many saved links: eight at a time, with progress, until it is stopped.
extension EffectRunner {
  func stopJob(_ id: RequestID) { jobs[id]?.cancel() }

  /// Begins something that goes on over many links until it ends or is stopped by its id.
  func begin(
    _ id: RequestID, _ body: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let task = Task {
      await body()
      jobs[id] = nil
    }
    jobs[id] = task
    return task
  }

  /// Fetches metadata anew; what was fetched until a stop is kept.
  func refresh(_ id: RequestID, _ ids: [SavedLink.ID], post: @escaping Post) async {
    let metadata = await overLinks(id, ids, post: post) { link -> LinkMetadata? in
      let provider = LinkMetadataProvider(timeout: .seconds(15))
      return try? await provider.metadata(for: link.url)
    }
    post(.jobEnded(id, .refreshed(metadata, failed: ids.count - metadata.count)))
  }

  /// Looks for dead links. Each result is on disk at once, so that a look that was stopped goes on
  /// where it was: what was seen within the last hour is not asked again.
  func check(_ id: RequestID, _ ids: [SavedLink.ID], post: @escaping Post) async {
    let checker = LinkChecker(clock: clock)
    let saved = saved
    let found = await overLinks(id, ids, post: post) { link -> LinkCheck.Outcome? in
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
    let message =
      "Checked \(found.count == ids.count ? "" : "\(found.count) of ")\(ids.count.linksInWords): "
      + "\(gone) gone, \(moved) moved, "
      + "\(unreachable) unreachable"
    post(.jobEnded(id, .checked(message)))
  }

  /// Runs a body over links, eight at a time, a page of them after the other, until the task is
  /// cancelled.
  private func overLinks<Value: Sendable>(
    _ id: RequestID, _ ids: [SavedLink.ID], post: @escaping Post,
    _ body: @escaping @Sendable (SavedLink) async -> Value?
  ) async -> [SavedLink.ID: Value] {
    var values: [SavedLink.ID: Value] = [:]
    var done = 0
    for start in stride(from: 0, to: ids.count, by: 200) where !Task.isCancelled {
      let page = ids[start..<min(start + 200, ids.count)]
      let links = (try? await saved.links(page)) ?? []
      await withTaskGroup(of: (SavedLink.ID, Value?).self) { group in
        var rest = links[...]
        for link in rest.prefix(8) { group.addTask { (link.id, await body(link)) } }
        rest = rest.dropFirst(8)
        for await (linkID, value) in group {
          done += 1
          if let value { values[linkID] = value }
          post(.jobProgressed(id, done: done))
          if let next = rest.popFirst(), !Task.isCancelled {
            group.addTask { (next.id, await body(next)) }
          }
        }
      }
    }
    return values
  }
}
