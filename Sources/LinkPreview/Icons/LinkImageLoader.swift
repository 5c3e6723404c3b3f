import Markup
public import Foundation

/// Loads the picture that a page names, under the rules of all that pages name: no cookies, and
/// nothing from private hosts unless the page is on one.
///
///     let loader = LinkImageLoader(cache: InMemoryLinkIconCache(capacity: 32 << 20))
///     if let media = metadata.image {
///       let image = try await loader.image(at: media.url, of: metadata.originalURL)
///     }
public struct LinkImageLoader: Sendable {
  /// How long one picture may take.
  public let timeout: Duration
  private let cache: (any LinkIconCache)?
  private let connections: Connections

  /// Bytes of a file; a longer one is not read to its end.
  public static let sizeLimit = 8 << 20

  /// - Parameters:
  ///   - cache: where files are kept by their address; nil fetches each time.
  ///   - timeout: how long one picture may take. 30 seconds unless told.
  public init(cache: (any LinkIconCache)? = nil, timeout: Duration = .seconds(30)) {
    self.init(cache: cache, timeout: timeout, connections: .shared)
  }

  init(
    cache: (any LinkIconCache)? = nil, timeout: Duration = .seconds(30), connections: Connections
  ) {
    self.cache = cache
    self.timeout = timeout
    self.connections = connections
  }

  /// - Parameters:
  ///   - url: of the picture, http or https.
  ///   - page: the address that the person gave and that led to the page which names the picture.
  /// - Returns: nil when what came is no picture that may be decoded; see ``LinkImage``.
  /// - Throws: why nothing came: among others `tooLarge` above ``sizeLimit``, `timedOut`, and
  ///   `cancelled` when the task is.
  public func image(at url: URL, of page: URL) async throws(LinkMetadataError) -> LinkImage? {
    if let kept = await cache?.icon(for: url) { return LinkImage(data: kept.data) }
    let fetcher = SubresourceFetcher(ofPageAt: page, connections: connections)
    let (bytes, _, _) = try await TimeLimit(duration: timeout).run(naming: url.displayHost) {
      () async throws(LinkMetadataError) in
      try await fetcher.bytes(
        of: url, accepting: "image/png,image/jpeg,image/webp,image/gif,*/*;q=0.5",
        limit: Self.sizeLimit)
    }
    guard let image = LinkImage(data: bytes) else { return nil }
    if let file = LinkIcon(data: bytes) { await cache?.keep(file, for: url) }
    return image
  }
}
