public import Foundation
public import LinkPreview
import Markup

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
  private let countLimit: Int
  private var images: [URL: (image: ImageFile, lastUse: Int)] = [:]
  private var size = 0
  private var uses = 0

  /// - Parameters:
  ///   - capacity: the maximum size of all image files together in bytes. Defaults to 8 MB.
  ///   - countLimit: the maximum number of images, because a small one takes more than its bytes.
  ///     Defaults to 500.
  public init(capacity: Int = 8 << 20, countLimit: Int = 500) {
    self.capacity = capacity
    self.countLimit = countLimit
  }

  /// Returns the image of an address, and counts that as a use. Nil without one.
  public func image(for url: URL) -> ImageFile? {
    uses += 1
    images[url]?.lastUse = uses
    return images[url]?.image
  }

  /// Stores the image of an address, and forgets the least recently used ones if there's no room.
  public func store(_ image: ImageFile, for url: URL) {
    uses += 1
    remove(url)
    guard image.data.count <= capacity, countLimit > 0 else { return }
    images[url] = (image, uses)
    size += image.data.count
    while size > capacity || images.count > countLimit,
      let oldest = images.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      remove(oldest.key)
    }
  }

  private func remove(_ url: URL) {
    size -= images.removeValue(forKey: url)?.image.data.count ?? 0
  }
}
