import LinkFetching
package import LinkPreview
import LinkStore
package import Links
import TaskLimits

/// Pages of many saved links: eight at a time, until all are done or the task is cancelled.
extension LinkLibrary {
  /// How long links have to stay on screen before their missing pages are fetched.
  private static let debounce = Duration.milliseconds(500)
  private static let backfillTimeout = Duration.seconds(10)
  private static let refreshTimeout = Duration.seconds(15)

  /// Fetches pages that were never fetched. Reports failures only to the caller, because the user
  /// didn't request these fetches.
  package func backfill(
    _ ids: [SavedLink.ID],
    report: @escaping @Sendable (SavedLink.ID, LinkMetadataError?) -> Void
  ) async {
    guard (try? await clock.sleep(for: Self.debounce)) != nil,
      let links = try? await saved.links(ids)
    else { return }
    await links.concurrently(limit: MetadataLoader.concurrency) { link in
      var failure: LinkMetadataError?
      switch await loader.backfill(link.url, timeout: Self.backfillTimeout) {
      case .success(let metadata):
        do {
          try await saved.fillIn(metadata, of: link.id)
        } catch {
          failure = .unknown("\(error)")
        }
      case .failure(let error): failure = error
      }
      if !Task.isCancelled { report(link.id, failure) }
    }
  }

  /// Fetches metadata again, without storing it with the links. A cancelled task returns what it has
  /// fetched.
  /// - Parameter progress: called with the number of links that are done.
  package func metadata(
    of ids: [SavedLink.ID], progress: @escaping @Sendable (Int) -> Void
  ) async -> [SavedLink.ID: Result<LinkMetadata, LinkMetadataError>] {
    await results(ids, progress: progress) { link in
      await loader.entry(of: link.url, timeout: Self.refreshTimeout).map(\.metadata)
    }
  }

  /// Checks links for dead and moved pages. Stores each result at once, so that the next check
  /// continues after a cancelled one: links checked within the last hour are skipped.
  /// - Parameter progress: called with the number of links that are done.
  package func check(
    _ ids: [SavedLink.ID], progress: @escaping @Sendable (Int) -> Void
  ) async -> CheckCounts {
    let checker = LinkChecker(clock: clock)
    var outcomes = await results(ids, progress: progress) { link in
      await checker.freshOutcome(of: link, storingIn: saved, at: now)
    }
    // A later result may show that a page hasn't moved.
    let moved = outcomes.filter { $0.value.state == .moved }.map(\.key)
    for link in (try? await saved.links(moved)) ?? [] {
      outcomes[link.id] = link.check?.outcome ?? outcomes[link.id]
    }
    var counts = CheckCounts(total: ids.count)
    for outcome in outcomes.values { counts.add(outcome) }
    return counts
  }

  /// Runs a body for links, which are read in batches, and returns its results. After a cancellation,
  /// and when links can't be read, these are the results so far.
  private func results<Value: Sendable>(
    _ ids: [SavedLink.ID], progress: @escaping @Sendable (Int) -> Void,
    _ body: @escaping @Sendable (SavedLink) async -> Value?
  ) async -> [SavedLink.ID: Value] {
    let state = Locked((values: [SavedLink.ID: Value](), done: 0))
    var batches = saved.batches(of: ids, size: 200).makeAsyncIterator()
    while let links = try? await batches.next() {
      await links.concurrently(limit: MetadataLoader.concurrency) { link in
        let value = await body(link)
        progress(
          state.withLock { state in
            state.done += 1
            state.values[link.id] = value
            return state.done
          })
      }
    }
    return state.withLock { $0.values }
  }
}
