package import Articles
public import Foundation
public import LinkPreview
import Markup
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
    let start = Locked<FetchedFile?>(nil)
    let last = Locked<Result<FetchResult, LinkMetadataError>?>(nil)
    let load = PageLoad(
      loader: self, request: request, validators: validators, keptLength: limit ?? 0
    ) { result in
      await report(.result(.success(result)))
    } keep: { file in
      start.withLock { $0 = file }
    }
    var result: Result<FetchResult, LinkMetadataError>
    do throws(LinkMetadataError) {
      result = .success(
        try await limited(naming: request.url.displayHost) { () async throws(LinkMetadataError) in
          let result = await load.result()
          last.withLock { $0 = result }
          return try result.get()
        })
    } catch {
      result = .failure(error)
      // What the load ended with when the time was up.
      if case .timedOut = error, let last = last.withLock(\.self), last != .failure(.cancelled) {
        result = last
      }
    }
    // Only the first result counts, which is the one from before the page was read on.
    await report(.result(result))
    guard !Task.isCancelled, let file = start.withLock(\.self) else { return }
    await report(.beginning(try? await Self.read(file).get()))
  }

  /// Runs a load within the time limit. Throws `timedOut` with the name of a host, or `cancelled`.
  /// - Parameter limit: a limit in place of the configuration's.
  func limited<Value: Sendable>(
    naming host: String, to limit: Duration? = nil,
    _ load: @escaping @Sendable () async throws(LinkMetadataError) -> Value
  ) async throws(LinkMetadataError) -> Value {
    let limit = limit ?? configuration.timeout
    let outcome = await withTimeLimit(limit, clock: clock) { await Result(of: load) }
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

/// An event of the load of a page.
enum PageEvent: Sendable {
  /// The metadata, or why there's none.
  case result(Result<FetchResult, LinkMetadataError>)
  /// The article in the part of the page that was read on. Nil if there's none.
  case beginning(Article?)
}

/// A page whose metadata is known, or the reason why it isn't. The page may be read on for the text
/// at its beginning, until this is released.
package struct LoadedPage: Sendable {
  package let result: Result<FetchResult, LinkMetadataError>
  /// The events that follow. Nil if there are none.
  var events: AsyncStream<PageEvent>?

  /// Returns the article in the part of the page that was read, or nil if there's none. Cancelling
  /// the task stops the reading.
  package func beginning() async -> Article? {
    guard let events, case .success(.metadata) = result else { return nil }
    for await case .beginning(let article) in events { return article }
    return nil
  }
}

/// Loads a page and reads no more of it than its metadata needs.
struct PageLoad: Sendable {
  let loader: PageLoader
  let request: LinkMetadataRequest
  /// The validators of the known version of the page.
  var validators: PageValidators?
  /// How many bytes of the page are kept. It's read on for them once its metadata is known. 0 reads
  /// no more than the metadata needs.
  var keptLength = 0
  /// Receives the metadata before the page is read on.
  var report: @Sendable (FetchResult) async -> Void = { _ in }
  /// Receives what was read of a page that was read on.
  var keep: @Sendable (FetchedFile) -> Void = { _ in }

  /// The maximum number of bytes of a page to read, after decompression. YouTube's tags are near
  /// byte 694,000.
  static let pageLimit = 4 << 20

  /// Returns the metadata of the page that the request leads to, unless the page is still the
  /// version that the validators belong to. If the task is cancelled, for example by the time
  /// limit, that's the metadata of what has arrived, if there's a title, or else `cancelled`.
  @concurrent
  func result() async -> Result<FetchResult, LinkMetadataError> {
    let first = await attempt(userAgent: request.userAgent ?? RequestHeaders.userAgent)
    guard loader.configuration.retriesAsKnownCrawler, request.userAgent == nil,
      first.deservesAnother
    else { return first.result }
    let second = await attempt(userAgent: RequestHeaders.crawlerUserAgent)
    return first.better(second).result
  }

  private func attempt(userAgent: String) async -> Attempt {
    do {
      return try await fetch(userAgent: userAgent)
    } catch {
      return Attempt(result: .failure(error))
    }
  }

  @concurrent
  private func fetch(userAgent: String) async throws(LinkMetadataError) -> Attempt {
    var follower = RedirectFollower(
      request.url, connections: loader.connections,
      headers: RequestHeaders.fields(
        language: RequestHeaders.language(of: request), userAgent: userAgent),
      ownHeaders: .init(Array(request.headers)), validators: validators)
    follower.returnsRedirects = true
    var response = try await follower.follow(request.url)
    var content = try await read(&response)
    if request.followsMetaRefresh, let target = content.refresh(of: response) {
      do {
        var next = try await follower.follow(target)
        content = try await read(&next)
        response = next
      } catch {
        // A page that describes itself makes a card even if its refresh fails, and one with a title
        // if there's no time left for that.
        guard case .page(let page, _, _) = content,
          page.facts.isDescribed || error == .cancelled && page.title != nil
        else { throw error }
      }
    }
    switch content {
    case .notModified: return Attempt(result: .success(.notModified))
    case .empty: throw .failed(.emptyPage)
    case .other:
      let metadata = try await otherContent(&response)
      return Attempt(result: .success(.metadata(metadata, PageValidators(of: response))))
    case .page(let page, var isWhole, let bytes):
      if page.wall(originalURL: request.url, isRefusal: response.statesWall) != nil {
        throw .failed(.botWall(host: response.url.displayHost))
      }
      var metadata = LinkMetadata(page: page, originalURL: request.url)
      if loader.configuration.includesSubresources {
        let subresources = SubresourceLoader(
          by: loader, mayBePrivate: follower.mayBePrivate,
          language: RequestHeaders.language(of: request))
        isWhole = await complete(&metadata, of: page, by: subresources) && isWhole
      }
      // Incomplete metadata gets no validators. With validators, the next fetch would find the page
      // unchanged, and the missing metadata would never be read.
      let result = FetchResult.metadata(metadata, isWhole ? PageValidators(of: response) : nil)
      if keptLength > 0, !page.facts.isEmpty {
        await report(result)
        await readOn(&response, after: bytes)
      }
      return Attempt(result: .success(result), isEmpty: page.facts.isEmpty)
    }
  }

  /// Reads on. What has arrived is kept if the page breaks off or its time limit passes.
  /// - Parameter start: the bytes of the page that were read already.
  @concurrent
  private func readOn(_ response: inout WebResponse, after start: Data) async {
    var start = start
    while start.count < keptLength, let piece = try? await response.next() {
      start.append(contentsOf: piece.prefix(keptLength - start.count))
    }
    keep(FetchedFile(start, of: response))
  }

  /// Adds metadata from subresources that the page names. A subresource that fails is skipped.
  /// - Returns: whether all of them succeeded.
  private func complete(
    _ metadata: inout LinkMetadata, of page: Page, by subresources: SubresourceLoader
  ) async -> Bool {
    var isWhole = true
    let lacksFacts = metadata.title == nil || metadata.image == nil || metadata.author == nil
    let original = metadata
    if lacksFacts, let url = page.oEmbedURL {
      if let json = await json(at: url, by: subresources) {
        OEmbed(json: json)?.complete(&metadata)
      } else {
        isWhole = false
      }
    }
    // A manifest is worth a request only if the page names no icon that's large enough.
    if (metadata.icon?.width ?? 0) < PageCheck.goodIconWidth, let url = page.manifestURL,
      !page.namesHomeScreenIcon
    {
      if let json = await json(at: url, by: subresources) {
        WebManifest(json: json, url: url)?.complete(&metadata)
      } else {
        isWhole = false
      }
    }
    if metadata != original { metadata = metadata.sanitized() }
    return isWhole
  }

  private func json(at url: URL, by subresources: SubresourceLoader) async -> Data? {
    try? await subresources.bytes(
      of: url, accepting: "application/json,*/*;q=0.5", limit: Self.subresourceLimit
    ).0
  }

  /// The maximum size in bytes of an oEmbed response or a manifest.
  private static let subresourceLimit = 256 << 10
}
