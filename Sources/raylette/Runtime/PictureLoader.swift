import CursesTerminal
import Foundation
import LinkPreview
import LinkStore
import RayletteApp
import TerminalGrid

/// Gets pictures for cards: the file from memory, from disk or from the web, and chafa to draw it.
struct PictureLoader: Sendable {
  private let chafa: Chafa
  private let files: PictureFiles
  private let images: LinkImageLoader
  private let clock: any Clock<Duration>

  /// How long a picture has to stay wanted before anything is done for it: somebody who holds a key
  /// down, or drags the edge of the window, passes over many.
  private static let rest = Duration.milliseconds(120)

  /// - Parameters:
  ///   - directory: where files are kept across runs.
  ///   - timeout: how long a file may take to come.
  init(
    chafa: Chafa, directory: URL, timeout: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.chafa = chafa
    files = PictureFiles(directory: directory)
    images = LinkImageLoader(cache: files, timeout: timeout)
    self.clock = clock
  }

  /// Nil when there is nothing to draw; unless the task was cancelled, that stays so.
  func picture(for request: PictureRequest) async -> Picture? {
    if await !files.areAtHand(for: request.url) {
      guard (try? await clock.sleep(for: Self.rest)) != nil else { return nil }
    }
    guard let image = try? await images.image(at: request.url, of: request.page) else { return nil }
    return await chafa.picture(of: image, size: request.size, depth: request.depth)
  }
}

extension PictureLoader {
  /// The loader for a terminal; nil where there are no pictures: not wanted, no colours, no chafa, or
  /// a character set without blocks.
  @MainActor
  init?(
    policy: ImagePolicy, appearance: Appearance, terminal: CursesTerminal, location: StoreLocation,
    timeout: Duration, environment: [String: String]
  ) {
    guard policy.depth(on: terminal.colorDepth) != nil, appearance.hasColors, terminal.speaksUTF8,
      let chafa = Chafa(environment: environment)
    else { return nil }
    self.init(chafa: chafa, directory: location.imageFolder, timeout: timeout)
  }
}

/// The files of pictures: those of the session in memory, so that a resize is drawn at once, and all
/// of the last weeks on disk.
private struct PictureFiles: ImageCache {
  private let memory = InMemoryImageCache(capacity: 32 << 20)
  private let disk: OnDiskImageCache

  init(directory: URL) { disk = OnDiskImageCache(directory: directory, capacity: 64 << 20) }

  func areAtHand(for url: URL) async -> Bool { await memory.image(for: url) != nil }

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
