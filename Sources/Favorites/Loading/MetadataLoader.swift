import Articles
package import Foundation
package import LinkFetching
package import LinkPreview
package import LinkStore
package import Links
import Markup
import TaskLimits

/// Loads the metadata of pages from the cache or with a ``PageLoader``, keeps it in the cache, and
/// remembers failures. Copies of a loader share its running loads.
package struct MetadataLoader: Sendable {
  /// The cache, or nil if loads neither use nor fill one.
  package let cache: MetadataCache?
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  package let hasNetwork: @Sendable () async -> Bool

  package init(
    cache: MetadataCache?, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() },
    hasNetwork: @escaping @Sendable () async -> Bool = { await LocalNetwork.findsHosts() }
  ) {
    self.cache = cache
    self.clock = clock
    self.now = now
    self.hasNetwork = hasNetwork
  }

  private let pages = Self.pages(timeout: .zero)

  /// How many bytes of a page are read for its beginning.
  private static let beginningLimit = 512 << 10
  /// How many characters of its text are shown at most.
  private static let beginningLength = 3_000

  /// The maximum number of concurrent loads in the background.
  package static let concurrency = 8

  /// An event during a load.
  package enum Event: Sendable {
    case progressed(elapsed: Duration)
    /// - Parameter failedAt: when an earlier fetch failed, if this is its remembered failure.
    case loaded(Result<CachedMetadata, LinkMetadataError>, failedAt: Date? = nil)
    /// The new entry that replaces an outdated one.
    case refreshed(CachedMetadata)
    /// The first paragraphs of the page, if it was read on. None if it has no text.
    case begun([String])
    /// The cache failed. The load continues without it.
    case cacheFailed(StoreError)
  }

  package typealias Report = @Sendable (Event) -> Void

  /// Loads the metadata of a link from the cache, from the network, or from the cache first and
  /// then from the network.
  ///
  /// Reports one ``Event/loaded(_:)``, after an outdated entry at most one ``Event/refreshed(_:)``,
  /// and at most one ``Event/begun(_:)``.
  /// - Parameter readsOn: Whether a page that has to be fetched is read on for the text at its
  ///   beginning.
  package func load(
    _ url: URL, timeout: Duration, ignoringCache: Bool = false, readsOn: Bool = false,
    report: @escaping Report
  ) async {
    let known = ignoringCache ? nil : await known(url, timeout: timeout, report)
    switch known {
    case .entry(let entry)?: report(.loaded(.success(entry)))
    case .failure(let failure)?:
      report(.loaded(.failure(failure.error), failedAt: failure.failedAt))
    case nil: break
    }
    await load(url, knowing: known, timeout: timeout, readsOn: readsOn, report: report)
  }

  /// The cached result of fetching a page.
  package enum Known: Sendable {
    case entry(CachedMetadata)
    case failure(MetadataCache.Failure)
  }

  /// Returns the cached result for a page, or nil if the page has to be fetched.
  package func known(_ url: URL, timeout: Duration, _ report: @escaping Report) async -> Known? {
    if let entry = await entry(for: url, report) { return .entry(entry) }
    return await failure(for: url, timeout, report).map { .failure($0) }
  }

  /// Fetches a page that isn't cached, or the new version of an outdated entry.
  func load(
    _ url: URL, knowing known: Known?, timeout: Duration, readsOn: Bool = false,
    report: @escaping Report
  ) async {
    switch known {
    case .entry(let entry)?:
      if !entry.isFresh(at: now()), await failure(for: url, timeout, report) == nil {
        await refresh(entry, timeout: timeout, readsOn: readsOn, report)
      }
      return
    case .failure?: return
    case nil: break
    }
    let loaded = await Self.reporting(clock: clock) {
      report(.progressed(elapsed: $0))
    } while: {
      await page(url, timeout: timeout, readsOn: readsOn)
    }
    let result = entry(from: loaded.result)
    report(.loaded(result))
    await remember(result, for: url, report)
    if readsOn { await reportBeginning(of: loaded, report) }
  }

  /// Waits for the text at the beginning of a page that's read on.
  private func reportBeginning(of page: LoadedPage, _ report: Report) async {
    guard case .success(.metadata) = page.result else { return }
    let article = await page.beginning()
    if Task.isCancelled { return }
    report(.begun(article?.firstParagraphs(length: Self.beginningLength) ?? []))
  }

  /// Fetches a page from the network, and stores its metadata in the cache.
  package func entry(
    of url: URL, timeout: Duration
  ) async -> Result<CachedMetadata, LinkMetadataError> {
    let result = entry(from: await page(url, timeout: timeout).result)
    await remember(result, for: url) { _ in }
    return result
  }

  /// Returns the metadata of a link on screen that the user didn't request. If the task is
  /// cancelled, the fetch continues and fills the cache, because the link mostly comes back on
  /// screen.
  package func backfill(
    _ url: URL, timeout: Duration
  ) async -> Result<LinkMetadata, LinkMetadataError> {
    switch await known(url, timeout: timeout, { _ in }) {
    case .entry(let entry)?: return .success(entry.metadata)
    case .failure(let failure)?: return .failure(failure.error)
    case nil: break
    }
    let result = entry(from: await page(url, timeout: timeout, isLasting: true).result)
    if result != .failure(.cancelled) { await remember(result, for: url) { _ in } }
    return result.map(\.metadata)
  }

  /// Returns the preview problems of a page, for its publisher to fix.
  package func findings(
    for url: URL, timeout: Duration
  ) async -> Result<[PageCheck.Finding], LinkMetadataError> {
    await Result { () async throws(LinkMetadataError) in
      try await Self.pages(timeout: timeout).findings(for: url)
    }
  }

  /// Returns a loader of pages. It retries as a well-known crawler, so that sites that admit only
  /// those get a card too.
  package static func pages(timeout: Duration) -> PageLoader {
    PageLoader(configuration: .init(timeout: timeout, retriesAsKnownCrawler: true))
  }

  private func entry(
    from response: Result<FetchResult, LinkMetadataError>
  ) -> Result<CachedMetadata, LinkMetadataError> {
    switch response {
    case .success(.metadata(let metadata, let validators)):
      .success(.init(metadata: metadata, fetchedAt: now(), validators: validators))
    // Only a fetch with validators can find the page unchanged, and this one has none.
    case .success(.notModified): .failure(.failed(.httpStatus(304)))
    case .failure(let error): .failure(error)
    }
  }

  /// Updates an outdated entry while its card is on screen. Ignores failures and leaves the card as
  /// it is, because the user didn't request the update.
  private func refresh(
    _ old: CachedMetadata, timeout: Duration, readsOn: Bool, _ report: @escaping Report
  ) async {
    let url = old.metadata.originalURL
    let loaded = await page(url, since: old.validators, timeout: timeout, readsOn: readsOn)
    switch loaded.result {
    case .success(.metadata(let metadata, let validators)):
      let entry = CachedMetadata(
        metadata: metadata, fetchedAt: now(), validators: validators)
      report(.refreshed(entry))
      await remember(.success(entry), for: url, report)
      if readsOn { await reportBeginning(of: loaded, report) }
    case .success(.notModified):
      var entry = old
      entry.fetchedAt = now()
      // Reports the entry even if it's unchanged, because the card shows its age.
      report(.refreshed(entry))
      await reporting(report) { cache throws(StoreError) in
        try await cache.touch(url, at: entry.fetchedAt)
        return ()
      }
    case .failure(let error): await remember(.failure(error), for: url, report)
    }
  }

  /// Loads a page from the network, or waits for a running load of the same page.
  private func page(
    _ url: URL, since validators: PageValidators? = nil, timeout: Duration, isLasting: Bool = false,
    readsOn: Bool = false
  ) async -> LoadedPage {
    var pages = pages
    pages.configuration.timeout = timeout
    return await pages.load(
      LinkMetadataRequest(url: url), since: validators,
      readingOn: readsOn ? Self.beginningLimit : nil, isLasting: isLasting
    ) {
      // An unclaimed load may have ended and stored the page since the caller looked it up.
      guard isLasting, let entry = await entry(for: url, { _ in }) else { return nil }
      return .metadata(entry.metadata, entry.validators)
    } unclaimed: { result in
      guard validators == nil, result != .failure(.cancelled) else { return }
      await remember(entry(from: result), for: url) { _ in }
    }
  }

  /// Reports progress until a body ends.
  static func reporting<Value: Sendable>(
    clock: any Clock<Duration>, _ report: @escaping @Sendable (Duration) -> Void,
    while body: () async -> Value
  ) async -> Value {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await reportProgress(clock: clock, report) }
      defer { group.cancelAll() }
      return await body()
    }
  }

  /// Reports progress ten times a second, which is the frame rate of the spinner.
  private static func reportProgress(
    clock: some Clock<Duration>, _ report: @Sendable (Duration) -> Void
  ) async {
    let start = clock.now
    while (try? await clock.sleep(for: .milliseconds(100))) != nil {
      report(start.duration(to: clock.now))
    }
  }
}

/// Access to the cache. If the cache fails, the loader reports the error and continues without a
/// cache.
extension MetadataLoader {
  func entry(for url: URL, _ report: Report) async -> CachedMetadata? {
    await reporting(report) { cache throws(StoreError) in
      try await cache.entry(for: url, at: now())
    }
  }

  /// Returns the remembered failure of a link. Ignores a timeout if the time limit is longer now.
  func failure(
    for url: URL, _ timeout: Duration, _ report: Report
  ) async -> MetadataCache.Failure? {
    let failure = await reporting(report) { cache throws(StoreError) in
      try await cache.failure(for: url, at: now())
    }
    if case .timedOut(_, let limit)? = failure?.error, limit < timeout { return nil }
    return failure
  }

  func remember(
    _ result: Result<CachedMetadata, LinkMetadataError>, for url: URL, _ report: Report
  ) async {
    switch result {
    // Without a network, these errors say nothing about the host.
    case .failure(.failed(.hostNotFound)), .failure(.timedOut):
      guard await hasNetwork() else { return }
    case .success, .failure: break
    }
    await reporting(report) { cache throws(StoreError) in
      switch result {
      case .success(let entry):
        try await cache.store(entry.metadata, validators: entry.validators, at: entry.fetchedAt)
      case .failure(let error): try await cache.remember(error, for: url, at: now())
      }
      return ()
    }
  }

  /// Returns the result of reading the cache. If that fails, reports the error and returns nil.
  @discardableResult
  private func reporting<Value: Sendable>(
    _ report: Report, _ body: (MetadataCache) async throws(StoreError) -> Value?
  ) async -> Value? {
    guard let cache else { return nil }
    do {
      return try await body(cache)
    } catch {
      report(.cacheFailed(error))
      return nil
    }
  }
}
