import Markup
public import Foundation
public import LinkPreview
import Synchronization

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
  /// The options for fetching the page.
  public var configuration: LinkPreviewClient.Configuration { client.configuration }
  /// The cost of the fetch so far.
  package let statistics = FetchStatistics()

  private let client: LinkPreviewClient
  private let state = Mutex(State.ready)

  private enum State {
    case ready
    /// Finishing the stream cancels the fetch.
    case started(cancellation: AsyncStream<Never>.Continuation)
    case cancelled
  }

  /// - Parameter timeout: the time limit for the whole fetch, including redirects and the body.
  public convenience init(timeout: Duration = .seconds(30)) {
    self.init(configuration: .init(timeout: timeout))
  }

  /// Creates a provider for one fetch, with the options of a client.
  public convenience init(configuration: LinkPreviewClient.Configuration) {
    self.init(client: LinkPreviewClient(configuration: configuration))
  }

  convenience init(
    timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    connections: Connections
  ) {
    self.init(
      client: LinkPreviewClient(
        configuration: .init(timeout: timeout), connections: connections, clock: clock))
  }

  /// - Parameter client: fetches the page.
  public init(client: LinkPreviewClient) { self.client = client }

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
  ///   - request: the link, with options for fetching it.
  ///   - validators: the validators from an earlier result. They're sent only to the URL they
  ///     belong to, so a link that now redirects elsewhere is fetched in full. Nil fetches in full.
  /// - Throws: as ``metadata(for:)-(URL)``.
  public func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators? = nil
  ) async throws(LinkMetadataError) -> FetchResult {
    let cancellation = try start()
    return try await client.fetch(
      request, since: validators, statistics: statistics, cancelledBy: cancellation)
  }

  /// Cancels the fetch, which then throws ``LinkMetadataError/cancelled``. A fetch that hasn't
  /// started yet never will. Has no effect on a fetch that has ended.
  public func cancel() {
    state.withLock { state in
      if case .started(let cancellation) = state { cancellation.finish() }
      state = .cancelled
    }
  }

  private func start() throws(LinkMetadataError) -> AsyncStream<Never> {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let refusal = state.withLock { state -> LinkMetadataError? in
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
