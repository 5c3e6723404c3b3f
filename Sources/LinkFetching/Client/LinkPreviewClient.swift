public import Foundation
public import LinkPreview
import Markup
import TaskLimits

/// Fetches the metadata of links. One client serves any number of links, also at once.
///
///     let client = LinkPreviewClient(configuration: .init(timeout: .seconds(5)))
///     let metadata = try await client.metadata(for: url)
///     print(metadata.displayTitle)
///
/// Cancelling the task cancels its fetch, which throws ``LinkMetadataError/cancelled`` at once and
/// closes its connection.
public struct LinkPreviewClient: Sendable {
  /// The options for fetching pages.
  public struct Configuration: Sendable {
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

  /// The options of the fetches that begin from now on.
  public var configuration: Configuration
  let connections: Connections
  let clock: any Clock<Duration>

  /// Creates a client on the connections that all clients of the process share.
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
  ///     switch try await client.fetch(request, since: known.validators) {
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
    try await fetch(request, since: validators, statistics: FetchStatistics())
  }

  func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators?,
    statistics: FetchStatistics, cancelledBy cancellation: AsyncStream<Never>? = nil,
    start: PageStart? = nil
  ) async throws(LinkMetadataError) -> FetchResult {
    let fetcher = PageFetcher(
      connections: connections, statistics: statistics,
      retriesAsKnownCrawler: configuration.retriesAsKnownCrawler, start: start)
    let limit = TimeLimit(duration: configuration.timeout, clock: clock)
    let includesSubresources = configuration.includesSubresources
    do {
      return try await limit.run(naming: request.url.displayHost, cancelledBy: cancellation) {
        () async throws(LinkMetadataError) in
        try await fetcher.result(
          for: request, since: validators, includesSubresources: includesSubresources)
      }
    } catch {
      guard case .timedOut = error, let result = fetcher.interim.withLock({ $0 }).result
      else { throw error }
      return try result.get()
    }
  }

  /// Lists the problems that keep a page from making a good link preview. Fetches the page's image
  /// and icon, and the size of its video. See ``PageCheck``.
  ///
  /// - Parameter url: an http or https address. Server redirects are followed.
  public func findings(for url: URL) async throws(LinkMetadataError) -> [PageCheck.Finding] {
    let fetcher = PageFetcher(connections: connections)
    let limit = TimeLimit(duration: configuration.timeout, clock: clock)
    return try await limit.run(naming: url.displayHost) { () async throws(LinkMetadataError) in
      try await fetcher.findings(for: url)
    }
  }
}
