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
/// Cancelling the task that awaits ``metadata(for:)`` does the same as ``cancel()``. Either returns
/// at once and closes the connection.
public final class LinkMetadataProvider: Sendable {
  /// How long the whole fetch may take, redirects and body included. 30 seconds unless told.
  public let timeout: Duration

  private let clock: any Clock<Duration>
  private let state = NIOLockedValueBox(State.ready)

  private enum State {
    case ready
    /// Finishing the stream ends the fetch.
    case started(cancellation: AsyncStream<Never>.Continuation)
    case cancelled
  }

  public convenience init(timeout: Duration = .seconds(30)) {
    self.init(timeout: timeout, clock: ContinuousClock())
  }

  init(timeout: Duration, clock: any Clock<Duration>) {
    self.timeout = timeout
    self.clock = clock
  }

  /// Fetches the metadata of the page that `url` leads to.
  ///
  /// - Parameter url: an http or https address; redirects of the server are followed, 20 at most.
  /// - Throws: ``LinkMetadataError/failed(_:)`` with
  ///   ``LinkMetadataError/Cause/alreadyStarted`` on a second call.
  public func metadata(for url: URL) async throws(LinkMetadataError) -> LinkMetadata {
    let cancelled = try start()
    let outcome = await withTaskGroup(of: Outcome.self) { [clock, timeout] group in
      group.addTask { await Self.fetch(url) }
      group.addTask {
        do {
          try await clock.sleep(for: timeout)
          return .failure(.timedOut(host: url.displayHost, after: timeout))
        } catch {
          return .failure(.cancelled)
        }
      }
      group.addTask {
        for await _ in cancelled {}
        return .failure(.cancelled)
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return first
    }
    return try outcome.get()
  }

  /// Ends the fetch, which then throws ``LinkMetadataError/cancelled``; one that was not yet
  /// started never will. Without effect on one that has ended.
  public func cancel() {
    state.withLockedValue { state in
      if case .started(let cancellation) = state { cancellation.finish() }
      state = .cancelled
    }
  }

  private typealias Outcome = Result<LinkMetadata, LinkMetadataError>

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

  private static func fetch(_ url: URL) async -> Outcome {
    do {
      return .success(try await PageFetcher().metadata(for: url))
    } catch {
      return .failure(error)
    }
  }
}

extension LinkMetadata {
  /// Fetches the metadata of a link.
  ///
  /// - Parameters:
  ///   - url: an http or https address.
  ///   - timeout: how long the whole fetch may take.
  ///
  ///     let metadata = try await LinkMetadata(fetching: url, timeout: .seconds(5))
  public init(
    fetching url: URL, timeout: Duration = .seconds(30)
  ) async throws(LinkMetadataError) {
    self = try await LinkMetadataProvider(timeout: timeout).metadata(for: url)
  }
}
