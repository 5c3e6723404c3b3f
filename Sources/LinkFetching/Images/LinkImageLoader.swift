import Markup
public import Foundation
public import LinkPreview

/// Loads the images and icons that a page names, with the rules for all subresources: no cookies of
/// the page, and nothing from private hosts unless the page is on one.
///
///     let loader = LinkImageLoader(cache: InMemoryImageCache(capacity: 32 << 20))
///     if let media = metadata.image {
///       let image = try await loader.image(at: media.url, of: metadata.originalURL)
///     }
///
/// One loader can load any number of images concurrently.
public struct LinkImageLoader: Sendable {
  /// The time limit for all requests for one image or icon together.
  public let timeout: Duration
  let cache: (any ImageCache)?
  let connections: Connections

  /// The maximum size of a file in bytes. Longer files aren't read to the end.
  public static let sizeLimit = 8 << 20

  /// - Parameters:
  ///   - cache: stores the files by their address. Nil fetches them each time.
  ///   - timeout: the time limit for one image or icon. Defaults to 30 seconds.
  public init(cache: (any ImageCache)? = nil, timeout: Duration = .seconds(30)) {
    self.init(cache: cache, timeout: timeout, connections: .shared)
  }

  init(
    cache: (any ImageCache)? = nil, timeout: Duration = .seconds(30), connections: Connections
  ) {
    self.cache = cache
    self.timeout = timeout
    self.connections = connections
  }

  /// Loads an image.
  ///
  /// - Parameters:
  ///   - url: the image's address, http or https.
  ///   - page: the address that the user entered and that led to the page that names the image.
  /// - Returns: nil if the file isn't an image that's safe to decode; see ``LinkImage``.
  /// - Throws: the reason why the image couldn't be fetched, such as `tooLarge` above
  ///   ``sizeLimit``, `timedOut`, or `cancelled` if the task is cancelled.
  public func image(at url: URL, of page: URL) async throws(LinkMetadataError) -> LinkImage? {
    if let kept = await cache?.image(for: url) { return LinkImage(data: kept.data) }
    let fetcher = SubresourceFetcher(ofPageAt: page, connections: connections)
    let (bytes, _, _) = try await TimeLimit(duration: timeout).run(naming: url.displayHost) {
      () async throws(LinkMetadataError) in
      try await fetcher.bytes(
        of: url, accepting: "image/png,image/jpeg,image/webp,image/gif,*/*;q=0.5",
        limit: Self.sizeLimit)
    }
    guard let image = LinkImage(data: bytes) else { return nil }
    if let file = ImageFile(data: bytes) { await cache?.store(file, for: url) }
    return image
  }
}
