import Foundation
import LinkPreview

/// Caches image files: this session's in memory, so that a resize is drawn at once, and those of
/// the last weeks on disk.
struct PictureFiles: ImageCache {
  private let memory = InMemoryImageCache(capacity: 32 << 20)
  private let disk: OnDiskImageCache

  init(directory: URL) { disk = OnDiskImageCache(directory: directory, capacity: 64 << 20) }

  func isCached(for url: URL) async -> Bool { await memory.image(for: url) != nil }

  func image(for url: URL) async -> ImageFile? {
    if let file = await memory.image(for: url) { return file }
    guard let file = await disk.image(for: url) else { return nil }
    await memory.store(file, for: url)
    return file
  }

  func store(_ image: ImageFile, for url: URL) async {
    await memory.store(image, for: url)
    await disk.store(image, for: url)
  }
}
