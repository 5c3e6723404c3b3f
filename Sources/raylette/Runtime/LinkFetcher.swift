import Foundation
import LinkPreview
import LinkStore

/// The one way in which the program fetches pages: from the cache or the network, within a time limit,
/// with a memory of failures, and at most eight pages at once in the background.
struct LinkFetcher: Sendable {
  /// Nil when fetches neither use nor fill a cache.
  let cache: MetadataCache?
  var clock: any Clock<Duration> = ContinuousClock()
  var now: @Sendable () -> Date = { Date() }
  var hasNetwork: @Sendable () -> Bool = { LocalNetwork.isUp }

  /// How many pages are fetched at once in the background.
  static let concurrency = 8

  /// What happens during a load.
  enum Event: Sendable {
    case progressed(elapsed: Duration)
    case loaded(Result<MetadataCache.Entry, LinkMetadataError>)
    /// The entry from the cache was old, and this is the new one.
    case refreshed(MetadataCache.Entry)
    /// The cache failed. The load goes on without it.
    case cacheFailed(StoreError)
  }

  typealias Report = @Sendable (Event) -> Void

  /// Loads the metadata of a link: from the cache, from the network, or first from one and then from
  /// the other.
  ///
  /// Reports one ``Event/loaded(_:)``, and after an old entry at most one ``Event/refreshed(_:)``.
  func load(
    _ url: URL, timeout: Duration, ignoringCache: Bool = false, report: @escaping Report
  ) async {
    if !ignoringCache {
      if let entry = await entry(for: url, report) {
        report(.loaded(.success(entry)))
        if !entry.isFresh(at: now()), await failure(for: url, timeout, report) == nil {
          await refresh(entry, timeout: timeout, report)
        }
        return
      }
      if let failure = await failure(for: url, timeout, report) {
        return report(.loaded(.failure(failure)))
      }
    }
    let result = await withTaskGroup(of: Void.self) { [clock] group in
      group.addTask { await Self.reportProgress(clock: clock, report) }
      defer { group.cancelAll() }
      return await fetch(url, timeout: timeout)
    }
    report(.loaded(result))
    await remember(result, for: url, report)
  }

  /// Fetches the metadata of a link from the network, and keeps it in the cache.
  func metadata(of url: URL, timeout: Duration) async -> LinkMetadata? {
    let result = await fetch(url, timeout: timeout)
    await remember(result, for: url) { _ in }
    return try? result.get().metadata
  }

  /// Lists what the publisher of a page could improve.
  func findings(
    for url: URL, timeout: Duration
  ) async -> Result<[PageCheck.Finding], LinkMetadataError> {
    do throws(LinkMetadataError) {
      return .success(try await Self.client(timeout: timeout).findings(for: url))
    } catch {
      return .failure(error)
    }
  }

  /// The client of all fetches. A site that only lets well-known crawlers in still gets a card.
  static func client(timeout: Duration) -> LinkPreviewClient {
    LinkPreviewClient(configuration: .init(timeout: timeout, retriesAsKnownCrawler: true))
  }

  private func fetch(
    _ url: URL, timeout: Duration
  ) async -> Result<MetadataCache.Entry, LinkMetadataError> {
    switch await response(from: url, since: nil, timeout: timeout) {
    case .success(.metadata(let metadata, let validators)):
      .success(.init(metadata: metadata, fetchedAt: now(), validators: validators))
    // Only a fetch with validators can end like this.
    case .success(.notModified): .failure(.failed(.httpStatus(304)))
    case .failure(let error): .failure(error)
    }
  }

  /// Updates an old entry while its card is on screen. If that fails, the card stays, and nobody is
  /// told, because nobody asked.
  private func refresh(
    _ old: MetadataCache.Entry, timeout: Duration, _ report: @escaping Report
  ) async {
    let url = old.metadata.originalURL
    switch await response(from: url, since: old.validators, timeout: timeout) {
    case .success(.metadata(let metadata, let validators)):
      let entry = MetadataCache.Entry(
        metadata: metadata, fetchedAt: now(), validators: validators)
      report(.refreshed(entry))
      await keep(entry, report)
    case .success(.notModified):
      var entry = old
      entry.fetchedAt = now()
      // The card shows its age.
      report(.refreshed(entry))
      await touch(entry, report)
    case .failure(let error): await remember(error, for: url, report)
    }
  }

  private func response(
    from url: URL, since validators: PageValidators?, timeout: Duration
  ) async -> Result<FetchResult, LinkMetadataError> {
    if Task.isCancelled { return .failure(.cancelled) }
    do throws(LinkMetadataError) {
      let request = LinkMetadataRequest(url: url)
      return .success(
        try await Self.client(timeout: timeout).fetch(request, since: validators))
    } catch {
      return .failure(error)
    }
  }

  /// Ten times a second, as often as the spinner turns.
  private static func reportProgress(clock: some Clock<Duration>, _ report: Report) async {
    let start = clock.now
    while (try? await clock.sleep(for: .milliseconds(100))) != nil {
      report(.progressed(elapsed: start.duration(to: clock.now)))
    }
  }
}
