public import Foundation
public import LinkPreview
import Markup
import Synchronization
import TaskLimits

/// Loads pages: their metadata, articles and problems, and files of any other type. One loader
/// serves any number of links, also at once.
///
///     let loader = PageLoader(configuration: .init(timeout: .seconds(5)))
///     let metadata = try await loader.metadata(for: url)
///     print(metadata.displayTitle)
///
/// Copies of a loader share the loads of pages under way, so that a page that's wanted twice at the
/// same time is requested once. Cancelling the task cancels its load, which throws
/// ``LinkMetadataError/cancelled`` at once and closes its connection.
public struct PageLoader: Sendable {
  /// The options for loading pages.
  public struct Configuration: Hashable, Sendable {
    /// The time limit for a whole fetch, including redirects, the body and subresources.
    public var timeout: Duration
    /// Whether to also fetch subresources that a page names, such as its oEmbed response.
    public var includesSubresources: Bool
    /// Whether to request a page that refuses, or that has no metadata, once more under the names
    /// of well-known crawlers, as Apple's LinkPresentation does. This doubles the requests to such
    /// sites. Requests that set their own ``LinkMetadataRequest/userAgent`` are never retried.
    public var retriesAsKnownCrawler: Bool

    /// Creates options. A whole fetch has 30 seconds by default.
    public init(
      timeout: Duration = .seconds(30), includesSubresources: Bool = true,
      retriesAsKnownCrawler: Bool = false
    ) {
      self.timeout = timeout
      self.includesSubresources = includesSubresources
      self.retriesAsKnownCrawler = retriesAsKnownCrawler
    }
  }

  /// The options of the loads that begin from now on.
  public var configuration: Configuration
  let connections: Connections
  /// The cost of all loads so far.
  package let statistics = FetchStatistics()
  private let clock: any Clock<Duration>
  private let pages = SharedLoads<PageKey, PageEvent>()

  /// The number of those who wait for pages.
  var listenerCount: Int { pages.listenerCount }

  /// What distinguishes the loads of pages.
  private struct PageKey: Hashable, Sendable {
    var request: LinkMetadataRequest
    var validators: PageValidators?
    var configuration: Configuration
  }

  /// Creates a loader on the connections that all loaders of the process share.
  public init(configuration: Configuration = Configuration()) {
    self.init(configuration: configuration, connections: .shared)
  }

  init(
    configuration: Configuration, connections: Connections,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.configuration = configuration
    self.connections = connections
    self.clock = clock
  }

  /// Fetches the metadata of the page that an address leads to.
  ///
  /// - Parameter url: an http or https address. Server redirects are followed, 20 at most.
  public func metadata(for url: URL) async throws(LinkMetadataError) -> LinkMetadata {
    try await metadata(for: LinkMetadataRequest(url: url))
  }

  /// Works like ``metadata(for:)-(URL)``, with options for the request.
  public func metadata(
    for request: LinkMetadataRequest
  ) async throws(LinkMetadataError) -> LinkMetadata {
    try await fetch(request).metadata()
  }

  /// Fetches the metadata of the page that a request leads to, unless the page is still the version
  /// that `validators` belong to. A server that supports validators then responds without a page.
  ///
  /// Use the same request as before, because validators belong to a page and don't cover the
  /// options of a request.
  ///
  ///     switch try await loader.fetch(request, since: known.validators) {
  ///     case .metadata(let metadata, let validators): store(metadata, validators)
  ///     case .notModified: break
  ///     }
  ///
  /// - Parameters:
  ///   - request: the link, with options for fetching it.
  ///   - validators: the validators from an earlier result. They're sent only to the URL they
  ///     belong to, so a link that now redirects elsewhere is fetched in full. Nil fetches in full.
  public func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators? = nil
  ) async throws(LinkMetadataError) -> FetchResult {
    try await load(request, since: validators).result.get()
  }

  /// Works like ``fetch(_:since:)``, for callers that remember results and read pages on. The
  /// metadata doesn't wait for the rest of the page, and the time limit is for both together.
  ///
  /// - Parameters:
  ///   - limit: how many bytes of the page are read for its beginning, after decompression. Nil
  ///     reads no more than the metadata needs.
  ///   - isLasting: whether the load continues if the task is cancelled.
  ///   - known: returns the result of a load that has ended since the caller asked for it.
  ///   - unclaimed: called with the result if nobody waits for it any more.
  package func load(
    _ request: LinkMetadataRequest, since validators: PageValidators? = nil,
    readingOn limit: Int? = nil, isLasting: Bool = false,
    known: @escaping @Sendable () async -> FetchResult? = { nil },
    unclaimed: @escaping @Sendable (Result<FetchResult, LinkMetadataError>) async -> Void = { _ in }
  ) async -> LoadedPage {
    let timeout = configuration.timeout
    var key = PageKey(request: request, validators: validators, configuration: configuration)
    // Whoever has another time limit may wait, too.
    key.configuration.timeout = .zero
    let outcome = await pages.first(for: key, within: timeout, isLasting: isLasting) {
      if case .result(.failure(.timedOut(_, let limit))) = $0 { limit < timeout } else { false }
    } load: { report in
      if let result = await known() { return await report(.result(.success(result))) }
      await load(request, since: validators, readingOn: limit, report)
    } unclaimed: {
      if case .result(let result) = $0 { await unclaimed(result) }
    }
    switch outcome {
    case .finished((.result(let result), let events)):
      return LoadedPage(result: result, events: events)
    case .timedOut:
      return LoadedPage(
        result: .failure(.timedOut(host: request.url.displayHost, after: timeout)))
    case .finished, .cancelled: return LoadedPage(result: .failure(.cancelled))
    }
  }

  private func load(
    _ request: LinkMetadataRequest, since validators: PageValidators?, readingOn limit: Int?,
    _ report: @escaping @Sendable (PageEvent) async -> Void
  ) async {
    let load = PageLoad(
      loader: self, request: request, validators: validators, keptLength: limit ?? 0
    ) { await report(.result(.success($0))) }
    var result: Result<FetchResult, LinkMetadataError>
    do throws(LinkMetadataError) {
      result = .success(
        try await limited(naming: request.url.displayHost) { () async throws(LinkMetadataError) in
          try await load.result()
        })
    } catch {
      result = .failure(error)
      if case .timedOut = error { result = load.interim.withLock { $0 }.result ?? result }
    }
    // Only the first result counts, which is the one from before the page was read on.
    await report(.result(result))
    guard !Task.isCancelled, let file = load.interim.withLock({ $0.start }) else { return }
    await report(.beginning(try? await Self.read(file).get()))
  }

  /// Runs a load within the time limit. Throws `timedOut` with the name of a host, or `cancelled`.
  /// - Parameter limit: a limit in place of the configuration's.
  func limited<Value: Sendable>(
    naming host: String, to limit: Duration? = nil,
    _ load: @escaping @Sendable () async throws(LinkMetadataError) -> Value
  ) async throws(LinkMetadataError) -> Value {
    let limit = limit ?? configuration.timeout
    let outcome = await withTimeLimit(limit, clock: clock) {
      () async -> Result<Value, LinkMetadataError> in
      do throws(LinkMetadataError) {
        return .success(try await load())
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .finished(let result): return try result.get()
    case .timedOut: throw .timedOut(host: host, after: limit)
    case .cancelled: throw .cancelled
    }
  }

  /// Lists the problems that keep a page from making a good link preview. Fetches the page's image
  /// and icon, and the size of its video. See ``PageCheck``.
  ///
  /// - Parameter url: an http or https address. Server redirects are followed.
  public func findings(for url: URL) async throws(LinkMetadataError) -> [PageCheck.Finding] {
    try await limited(naming: url.displayHost) { () async throws(LinkMetadataError) in
      try await check(url)
    }
  }
}

/// The cost of loads, for benchmarks.
package final class FetchStatistics: Sendable {
  package struct Counts: Hashable, Sendable {
    /// The number of requests sent, including redirects and the second attempt.
    var requests = 0
    /// The number of body bytes read from the connections, after decompression.
    package var bytesRead = 0
  }

  private let box = Mutex(Counts())

  package var counts: Counts { box.withLock { $0 } }

  func count(_ change: (inout Counts) -> Void) { box.withLock { change(&$0) } }
}
