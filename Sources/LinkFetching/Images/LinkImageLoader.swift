public import Foundation
public import LinkPreview
import Markup

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
  public var timeout: Duration { loader.configuration.timeout }
  private let cache: (any ImageCache)?
  private let loader: PageLoader

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
    loader = PageLoader(
      configuration: .init(timeout: timeout, includesSubresources: false),
      connections: connections)
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
    let subresources = SubresourceLoader(ofPageAt: page, by: loader)
    let (bytes, _, _) = try await loader.limited(naming: url.displayHost) {
      () async throws(LinkMetadataError) in
      try await subresources.bytes(
        of: url, accepting: "image/png,image/jpeg,image/webp,image/gif,*/*;q=0.5",
        limit: Self.sizeLimit)
    }
    guard let image = LinkImage(data: bytes) else { return nil }
    if let file = ImageFile(data: bytes) { await cache?.store(file, for: url) }
    return image
  }
}

/// Loads the icon of a link: the best of those its page names, or else its site's `/favicon.ico`.
///
///     let loader = LinkImageLoader(cache: InMemoryImageCache())
///     let icon = try await loader.icon(for: metadata)
///     print(icon.type, icon.width ?? 0)  // "image/png 180"
extension LinkImageLoader {
  /// The maximum size of an icon file in bytes. Larger files aren't accepted as icons.
  public static let iconSizeLimit = 1 << 20

  /// Fetches the page of a link and loads its icon.
  ///
  /// - Throws: ``LinkIconError/metadataLoadingFailed(_:)`` if the page can't be loaded, the time
  ///   limit passes or the task is cancelled. Otherwise as ``icon(for:)-(LinkMetadata)``.
  public func icon(for url: URL) async throws(LinkIconError) -> ImageFile {
    try await limited(to: url.displayHost) { () async throws(LinkMetadataError) in
      let page = PageLoad(loader: loader, request: LinkMetadataRequest(url: url))
      return await load(for: try await page.result().get().metadata())
    }
  }

  /// Loads the icon of a link whose metadata you already have.
  ///
  /// - Throws: ``LinkIconError/iconNotFound`` if none of its addresses has a file, and
  ///   ``LinkIconError/iconDataInvalid`` if there are files, but none is an icon.
  ///   ``LinkIconError/metadataLoadingFailed(_:)`` if the time limit passes or the task is
  ///   cancelled.
  public func icon(for metadata: LinkMetadata) async throws(LinkIconError) -> ImageFile {
    try await limited(to: metadata.url.displayHost) { await load(for: metadata) }
  }

  /// Returns the icon of a link from the cache, without using the network. Nil if none of its
  /// addresses is cached.
  public func cachedIcon(for metadata: LinkMetadata) async -> ImageFile? {
    for url in addresses(of: metadata) {
      if let kept = await cache?.image(for: url) { return kept }
    }
    return nil
  }

  private typealias Outcome = Result<ImageFile, LinkIconError>

  private func limited(
    to host: String, _ load: @escaping @Sendable () async throws(LinkMetadataError) -> Outcome
  ) async throws(LinkIconError) -> ImageFile {
    let outcome: Outcome
    do {
      outcome = try await loader.limited(naming: host, load)
    } catch {
      throw .metadataLoadingFailed(error)
    }
    return try outcome.get()
  }

  private func load(for metadata: LinkMetadata) async -> Outcome {
    let subresources = SubresourceLoader(ofPageAt: metadata.originalURL, by: loader)
    var failure = LinkIconError.iconNotFound
    for url in addresses(of: metadata) {
      if let kept = await cache?.image(for: url) { return .success(kept) }
      do {
        let (bytes, _, _) = try await subresources.bytes(
          of: url, accepting: "image/*,*/*;q=0.5", limit: Self.iconSizeLimit)
        guard let icon = ImageFile(data: bytes) else {
          if !bytes.isEmpty { failure = .iconDataInvalid }
          continue
        }
        await cache?.store(icon, for: url)
        return .success(icon)
      } catch .cancelled {
        return .failure(.metadataLoadingFailed(.cancelled))
      } catch .failed(.tooLarge) {
        failure = .iconDataInvalid
      } catch {
        continue
      }
    }
    return .failure(failure)
  }

  /// The addresses of the icons, best first, without duplicates.
  private func addresses(of metadata: LinkMetadata) -> [URL] {
    var addresses: [URL] = []
    for url in metadata.icons.map(\.url) + [metadata.url.faviconURL].compactMap(\.self)
    where !addresses.contains(url) {
      addresses.append(url)
    }
    return addresses
  }
}
