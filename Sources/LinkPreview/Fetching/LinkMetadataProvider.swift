import Markup
public import Foundation
import NIOConcurrencyHelpers

/// Fetches the metadata of one link, once; the counterpart of Apple's `LPMetadataProvider`.
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
  /// How long the whole fetch may take, redirects and body included. 30 seconds unless told.
  public let timeout: Duration
  /// Whether what the page names besides itself, such as its oEmbed answer, is fetched for the
  /// metadata, too. True unless told.
  public let shouldFetchSubresources: Bool
  /// What the fetch cost so far.
  package let statistics = FetchStatistics()

  private let clock: any Clock<Duration>
  private let connections: Connections
  private let state = NIOLockedValueBox(State.ready)

  private enum State {
    case ready
    /// Finishing the stream ends the fetch.
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
  /// - Parameter url: an http or https address; redirects of the server are followed, 20 at most.
  /// - Throws: ``LinkMetadataError/failed(_:)`` with
  ///   ``LinkMetadataError/Cause/alreadyStarted`` on a second call.
  public func metadata(for url: URL) async throws(LinkMetadataError) -> LinkMetadata {
    try await metadata(for: LinkMetadataRequest(url: url))
  }

  /// As ``metadata(for:)-(URL)``, with more to say about the way it is fetched.
  public func metadata(
    for request: LinkMetadataRequest
  ) async throws(LinkMetadataError) -> LinkMetadata {
    try await fetch(request).metadata()
  }

  /// Fetches the metadata of the page that a request leads to, unless the page is still the one
  /// that `validators` came with: a server that knows validators then answers without a page.
  ///
  /// Fetch with the same request as before, since validators are of a page, not of what was asked
  /// of it.
  ///
  ///     switch try await provider.fetch(request, since: known.validators) {
  ///     case .metadata(let metadata, let validators): keep(metadata, validators)
  ///     case .notModified: break
  ///     }
  ///
  /// - Parameters:
  ///   - request: what to fetch, and how.
  ///   - validators: those of an earlier answer. They go to the address they came from only, so a
  ///     link that now redirects elsewhere is fetched in full. Nil fetches in full.
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

  /// Ends the fetch, which then throws ``LinkMetadataError/cancelled``; one that was not yet
  /// started never will. Without effect on one that has ended.
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
