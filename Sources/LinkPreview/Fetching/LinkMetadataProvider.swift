import Markup
public import Foundation
import NIOConcurrencyHelpers

/// Fetches the metadata of one link, once. The counterpart of Apple's `LPMetadataProvider`.
///
///     let provider = LinkMetadataProvider(timeout: .seconds(5))
///     do {
///       let metadata = try await provider.metadata(for: url)
///     } catch {
///       print(error.sentence)  // "Metadata fetch timed out."
///     }
///
/// Cancelling the task that awaits ``metadata(for:)-(URL)`` does the same as ``cancel()``. Either
/// returns at once and closes the connection.
public final class LinkMetadataProvider: Sendable {
  /// The time limit for the whole fetch, including redirects and the body. Defaults to 30 seconds.
  public let timeout: Duration
  /// Whether to also fetch subresources that the page names, such as its oEmbed response. Defaults
  /// to true.
  public let shouldFetchSubresources: Bool
  /// The cost of the fetch so far.
  package let statistics = FetchStatistics()

  private let clock: any Clock<Duration>
  private let connections: Connections
  private let state = NIOLockedValueBox(State.ready)

  private enum State {
    case ready
    /// Finishing the stream cancels the fetch.
    case started(cancellation: AsyncStream<Never>.Continuation)
    case cancelled
  }

  public convenience init(timeout: Duration = .seconds(30), shouldFetchSubresources: Bool = true) {
    self.init(
      timeout: timeout, shouldFetchSubresources: shouldFetchSubresources, connections: .shared)
  }

  init(
    timeout: Duration = .seconds(30), shouldFetchSubresources: Bool = true,
    clock: any Clock<Duration> = ContinuousClock(), connections: Connections
  ) {
    self.timeout = timeout
    self.shouldFetchSubresources = shouldFetchSubresources
    self.clock = clock
    self.connections = connections
  }

  /// Fetches the metadata of the page that `url` leads to.
  ///
  /// - Parameter url: an http or https address. Server redirects are followed, 20 at most.
  /// - Throws: ``LinkMetadataError``. A second call throws ``LinkMetadataError/failed(_:)`` with
  ///   ``LinkMetadataError/Cause/alreadyStarted``.
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
  ///     switch try await provider.fetch(request, since: known.validators) {
  ///     case .metadata(let metadata, let validators): keep(metadata, validators)
  ///     case .notModified: break
  ///     }
  ///
  /// - Parameters:
  ///   - request: what to fetch, and how.
  ///   - validators: the validators from an earlier result. They're sent only to the URL they
  ///     belong to, so a link that now redirects elsewhere is fetched in full. Nil fetches in full.
  /// - Throws: as ``metadata(for:)-(URL)``.
  public func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators? = nil
  ) async throws(LinkMetadataError) -> FetchResult {
    let cancelled = try start()
    let fetcher = PageFetcher(connections: connections, statistics: statistics)
    let limit = TimeLimit(duration: timeout, clock: clock)
    do {
      return try await limit.run(naming: request.url.displayHost, cancelledBy: cancelled) {
        [shouldFetchSubresources] () async throws(LinkMetadataError) in
        try await fetcher.answer(
          to: request, since: validators, includeSubresources: shouldFetchSubresources)
      }
    } catch {
      guard case .timedOut = error, let interim = fetcher.interim.withLockedValue(\.self) else {
        throw error
      }
      return try interim.result.get()
    }
  }

  /// Cancels the fetch, which then throws ``LinkMetadataError/cancelled``. A fetch that hasn't
  /// started yet never will. Has no effect on a fetch that has ended.
  public func cancel() {
    state.withLockedValue { state in
      if case .started(let cancellation) = state { cancellation.finish() }
      state = .cancelled
    }
  }

  private func start() throws(LinkMetadataError) -> AsyncStream<Never> {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let refusal = state.withLockedValue { state -> LinkMetadataError? in
      switch state {
      case .ready: state = .started(cancellation: continuation)
      case .started: return .failed(.alreadyStarted)
      case .cancelled: return .cancelled
      }
      return nil
    }
    if let refusal { throw refusal }
    return stream
  }
}
