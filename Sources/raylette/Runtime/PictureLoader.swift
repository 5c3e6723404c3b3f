import Foundation
import LinkPreview
import LinkStore
import RayletteApp
import TerminalGrid

/// Loads pictures for cards: gets the file from memory, disk or the web, and draws it with chafa.
struct PictureLoader: Sendable {
  private let chafa: Chafa
  private let files: PictureFiles
  private let images: LinkImageLoader
  private let clock: any Clock<Duration>

  /// How long a request has to last before it's loaded. Holding a key down, or dragging the edge of
  /// the window, makes many short-lived requests.
  private static let rest = Duration.milliseconds(120)

  /// - Parameters:
  ///   - directory: The directory of the image cache on disk.
  ///   - timeout: The time limit for downloading a file.
  init(
    chafa: Chafa, directory: URL, timeout: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.chafa = chafa
    files = PictureFiles(directory: directory)
    images = LinkImageLoader(cache: files, timeout: timeout)
    self.clock = clock
  }

  /// Returns the drawn picture, or nil if it can't be drawn. Unless the task was cancelled, trying
  /// again won't help.
  func picture(for request: PictureRequest) async -> Picture? {
    if await !files.isCached(for: request.url) {
      guard (try? await clock.sleep(for: Self.rest)) != nil else { return nil }
    }
    guard let image = try? await images.image(at: request.url, of: request.page) else { return nil }
    let size =
      request.form.canBeCropped
      ? Picture.size(ofPixels: (image.width, image.height), filling: request.size) : request.size
    let picture = await chafa.picture(of: image, size: size, form: request.form)
    return picture?.cropped(to: request.size)
  }
}

extension PictureLoader {
  /// Creates a loader. Returns nil if pictures can't be drawn: they're turned off, or there are no
  /// colours, or no chafa.
  init?(
    policy: ImagePolicy, theme: ThemeChoice, location: StoreLocation, timeout: Duration,
    environment: [String: String]
  ) {
    guard policy != .never, theme != .mono, let chafa = Chafa(environment: environment) else {
      return nil
    }
    self.init(chafa: chafa, directory: location.imageFolder, timeout: timeout)
  }
}

/// Caches image files: this session's in memory, so that a resize is drawn at once, and those of
/// the last weeks on disk.
private struct PictureFiles: ImageCache {
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
