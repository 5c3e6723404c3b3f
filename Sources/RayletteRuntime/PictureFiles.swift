import Foundation
import LinkFetching
import LinkPreview
import LinkStore

/// Caches image files: this session's in memory, so that a resize is drawn at once, and the last
/// weeks' on disk.
struct PictureFiles: ImageCache {
  private let memory = InMemoryImageCache(capacity: 32 << 20)
  private let disk: OnDiskImageCache
  /// The store with the pictures of stored articles.
  private let kept: SavedLinkStore?

  init(directory: URL, kept: SavedLinkStore? = nil) {
    disk = OnDiskImageCache(directory: directory, capacity: 64 << 20)
    self.kept = kept
  }

  func isCached(for url: URL) async -> Bool { await memory.image(for: url) != nil }

  func image(for url: URL) async -> ImageFile? {
    if let file = await memory.image(for: url) { return file }
    guard let file = await stored(url) else { return nil }
    await memory.store(file, for: url)
    return file
  }

  private func stored(_ url: URL) async -> ImageFile? {
    if let file = await disk.image(for: url) { return file }
    return ((try? await kept?.keptPicture(url: url)) ?? nil).flatMap { ImageFile(data: $0) }
  }

  func store(_ image: ImageFile, for url: URL) async {
    await memory.store(image, for: url)
    await disk.store(image, for: url)
  }
}
