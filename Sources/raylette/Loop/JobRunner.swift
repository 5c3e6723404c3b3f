import Foundation
import LinkFetching
import LinkPreview
import Links
import LinkStore
import Favorites
import RayletteApp
import TaskLimits

/// Processes many saved links, eight at a time, with progress, until all are done or the job is
/// cancelled.
@MainActor
struct JobRunner {
  let loader: MetadataLoader
  let saved: SavedLinkStore
  let tasks: RequestTasks
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  let post: EffectRunner.Post
  let background: Background

  private static let refreshTimeout = Duration.seconds(15)

  func run(_ effect: Effect.Job) {
    switch effect {
    case .refresh(let id, let ids): tasks.run(id) { await refresh(id, ids) }
    case .check(let id, let ids): tasks.run(id) { await check(id, ids) }
    case .updateWheels: tasks.run(nil) { [background] in await background.updateWheels() }
    case .sync: tasks.run(nil) { [background] in await background.exchange() }
    }
  }

  /// Fetches metadata again. A cancelled job keeps the metadata it fetched.
  private func refresh(_ id: RequestID, _ ids: [SavedLink.ID]) async {
    let results = await results(id, ids) { [loader] link in
      await loader.entry(of: link.url, timeout: Self.refreshTimeout).map(\.metadata)
    }
    let metadata = results.compactMapValues { try? $0.get() }
    let failures = results.compactMapValues { result in
      if case .failure(let error) = result { error } else { nil }
    }
    post(
      .saved(
        .jobEnded(
          id, .refreshed(metadata, failed: ids.count - metadata.count, failures: failures))))
  }

  /// Checks links. Stores each result at once, so that the next check continues after a cancelled
  /// one: links checked within the last hour are skipped.
  private func check(_ id: RequestID, _ ids: [SavedLink.ID]) async {
    let checker = LinkChecker(clock: clock)
    var outcomes = await results(id, ids) { [saved, now] link in
      await checker.freshOutcome(of: link, storingIn: saved, at: now)
    }
    // A later result may show that a page hasn't moved.
    let moved = outcomes.filter { $0.value.state == .moved }.map(\.key)
    for link in (try? await saved.links(moved)) ?? [] {
      outcomes[link.id] = link.check?.outcome ?? outcomes[link.id]
    }
    var counts = CheckCounts(total: ids.count)
    for outcome in outcomes.values { counts.add(outcome) }
    post(.saved(.jobEnded(id, .checked(counts))))
  }

  /// Runs a body for links, which are read in batches, and returns its results. After a cancellation,
  /// and when links can't be read, these are the results so far.
  private func results<Value: Sendable>(
    _ id: RequestID, _ ids: [SavedLink.ID],
    _ body: @escaping @Sendable (SavedLink) async -> Value?
  ) async -> [SavedLink.ID: Value] {
    let state = Locked((values: [SavedLink.ID: Value](), done: 0))
    var batches = saved.batches(of: ids, size: 200).makeAsyncIterator()
    while let links = try? await batches.next() {
      await links.concurrently(limit: MetadataLoader.concurrency) { [post] link in
        let value = await body(link)
        let done = state.withLock { state in
          state.done += 1
          state.values[link.id] = value
          return state.done
        }
        post(.saved(.jobProgressed(id, done: done)))
      }
    }
    return state.withLock { $0.values }
  }
}
