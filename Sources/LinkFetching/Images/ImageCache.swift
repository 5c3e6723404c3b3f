public import Foundation
public import LinkPreview

/// Caches image files by their address, so that each is fetched once.
///
/// A cache may forget images at any time and throws no errors. Forgotten images are fetched again.
public protocol ImageCache: Sendable {
  /// Returns the cached image for an address, or nil without one.
  func image(for url: URL) async -> ImageFile?
  /// Stores an image for an address.
  func store(_ image: ImageFile, for url: URL) async
}

/// Caches the most recently used images in memory, for as long as the program runs.
///
///     let loader = LinkImageLoader(cache: InMemoryImageCache(capacity: 4 << 20))
public actor InMemoryImageCache: ImageCache {
  private let capacity: Int
  private var images: [URL: (image: ImageFile, lastUse: Int)] = [:]
  private var size = 0
  private var uses = 0

  /// - Parameter capacity: the maximum size of all icon files together in bytes. Defaults to 8 MB.
  public init(capacity: Int = 8 << 20) { self.capacity = capacity }

  public func image(for url: URL) -> ImageFile? {
    uses += 1
    images[url]?.lastUse = uses
    return images[url]?.image
  }

  public func store(_ image: ImageFile, for url: URL) {
    uses += 1
    remove(url)
    guard image.data.count <= capacity else { return }
    images[url] = (image, uses)
    size += image.data.count
    while size > capacity, let oldest = images.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(oldest.key)
    }
  }

  private func remove(_ url: URL) {
    size -= images.removeValue(forKey: url)?.image.data.count ?? 0
  }
}
