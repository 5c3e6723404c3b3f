import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import RayletteApp
import TaskLimits
import TerminalGrid

/// Loads pictures for cards: fetches the file from memory, the cache or the web, and draws it with
/// chafa.
struct PictureLoader: Sendable {
  private let chafa: Chafa
  private let files: PictureFiles
  private let images: LinkImageLoader
  private let clock: any Clock<Duration>
  /// Loads the icons of sites.
  let icons: IconLoader

  /// The time that a request has to last before its picture is loaded. Holding a key down, or
  /// dragging the edge of the window, makes many short-lived requests.
  static let debounce = Duration.milliseconds(120)

  /// - Parameters:
  ///   - timeout: the time limit for downloading a file.
  ///   - kept: the store with the pictures of stored articles.
  init(
    chafa: Chafa, timeout: Duration, clock: any Clock<Duration> = ContinuousClock(),
    kept: SavedLinkStore? = nil
  ) {
    self.chafa = chafa
    files = PictureFiles(kept: kept)
    images = LinkImageLoader(cache: files, timeout: timeout)
    self.clock = clock
    icons = IconLoader(chafa: chafa, images: images, clock: clock)
  }

  /// Keeps the files of all later pictures in a cache.
  func keepFiles(in cache: MetadataCache) { files.cache.withLock { $0 = cache } }

  /// Returns the drawn picture, or nil if it can't be drawn. Unless the task was cancelled, another
  /// attempt would fail too.
  func picture(for request: PictureRequest) async -> Picture? {
    if await !files.isCached(for: request.url) {
      guard (try? await clock.sleep(for: Self.debounce)) != nil else { return nil }
    }
    guard let image = try? await images.image(at: request.url, of: request.page) else { return nil }
    return await chafa.picture(of: image, for: request)
  }
}

extension PictureLoader {
  /// Creates a loader. Returns nil if pictures can't be drawn, because they're turned off, the
  /// terminal has no colours, or chafa isn't installed.
  init?(
    policy: ImagePolicy, theme: ThemeChoice, timeout: Duration, environment: [String: String],
    kept: SavedLinkStore? = nil
  ) {
    guard policy != .never, theme != .mono, let chafa = Chafa(environment: environment) else {
      return nil
    }
    self.init(chafa: chafa, timeout: timeout, kept: kept)
  }
}

/// Caches image files: the last ones in memory, so that a resize is drawn at once, and the last weeks'
/// with the metadata.
struct PictureFiles: ImageCache {
  private let memory = InMemoryImageCache(capacity: 8 << 20, countLimit: 100)
  let cache = Locked<MetadataCache?>(nil)
  /// The store with the pictures of stored articles.
  private let kept: SavedLinkStore?

  init(kept: SavedLinkStore? = nil) { self.kept = kept }

  func isCached(for url: URL) async -> Bool { await memory.image(for: url) != nil }

  func image(for url: URL) async -> ImageFile? {
    if let file = await memory.image(for: url) { return file }
    guard let file = await stored(url) else { return nil }
    await memory.store(file, for: url)
    return file
  }

  private func stored(_ url: URL) async -> ImageFile? {
    if let data = await cache.withLock(\.self)?.image(for: url) { return ImageFile(data: data) }
    return ((try? await kept?.keptPicture(url: url)) ?? nil).flatMap { ImageFile(data: $0) }
  }

  func store(_ image: ImageFile, for url: URL) async {
    await memory.store(image, for: url)
    await cache.withLock(\.self)?.store(image: image.data, for: url)
  }
}
