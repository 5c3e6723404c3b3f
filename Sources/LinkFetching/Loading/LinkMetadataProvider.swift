public import Foundation
public import LinkPreview
import Markup
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
  public var configuration: PageLoader.Configuration { loader.configuration }

  private let loader: PageLoader
  private let state = Mutex(State.ready)

  private enum State {
    case ready
    case started(Task<Result<FetchResult, LinkMetadataError>, Never>)
    case cancelled
  }

  /// - Parameter timeout: the time limit for the whole fetch, including redirects and the body.
  public convenience init(timeout: Duration = .seconds(30)) {
    self.init(configuration: .init(timeout: timeout))
  }

  /// Creates a provider for one fetch, with the options of a loader.
  public convenience init(configuration: PageLoader.Configuration) {
    self.init(loader: PageLoader(configuration: configuration))
  }

  /// - Parameter loader: loads the page.
  public init(loader: PageLoader) { self.loader = loader }

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
  /// that `validators` belong to; see ``PageLoader/fetch(_:since:)``.
  ///
  /// - Throws: as ``metadata(for:)-(URL)``.
  public func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators? = nil
  ) async throws(LinkMetadataError) -> FetchResult {
    let task = try start(request, since: validators)
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  /// Cancels the fetch, which then throws ``LinkMetadataError/cancelled``. A fetch that hasn't
  /// started yet never will. Has no effect on a fetch that has ended.
  public func cancel() {
    state.withLock { state in
      if case .started(let task) = state { task.cancel() }
      state = .cancelled
    }
  }

  private func start(
    _ request: LinkMetadataRequest, since validators: PageValidators?
  ) throws(LinkMetadataError) -> Task<Result<FetchResult, LinkMetadataError>, Never> {
    try state.withLock { state throws(LinkMetadataError) in
      switch state {
      case .ready: break
      case .started: throw .failed(.alreadyStarted)
      case .cancelled: throw .cancelled
      }
      let task = Task { [loader] in await loader.load(request, since: validators).result }
      state = .started(task)
      return task
    }
  }
}

extension LinkMetadata {
  /// Fetches the metadata of a link.
  ///
  /// - Parameters:
  ///   - url: an http or https address.
  ///   - timeout: the time limit for the whole fetch.
  ///   - includesSubresources: whether to also fetch subresources that the page names.
  ///
  ///     let metadata = try await LinkMetadata(fetching: url, timeout: .seconds(5))
  public init(
    fetching url: URL, timeout: Duration = .seconds(30), includesSubresources: Bool = true
  ) async throws(LinkMetadataError) {
    try await self.init(
      fetching: LinkMetadataRequest(url: url), timeout: timeout,
      includesSubresources: includesSubresources)
  }

  /// Fetches the metadata of a link, with options for the request.
  ///
  ///     var request = LinkMetadataRequest(url: url)
  ///     request.followsMetaRefresh = false
  ///     let metadata = try await LinkMetadata(fetching: request)
  public init(
    fetching request: LinkMetadataRequest, timeout: Duration = .seconds(30),
    includesSubresources: Bool = true
  ) async throws(LinkMetadataError) {
    let loader = PageLoader(
      configuration: .init(timeout: timeout, includesSubresources: includesSubresources))
    self = try await loader.metadata(for: request)
  }
}
