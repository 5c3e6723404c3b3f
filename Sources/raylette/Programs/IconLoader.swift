import Foundation
import LinkFetching
import LinkPreview
import RayletteApp
import TaskLimits
import TerminalGrid

/// Loads the icons of sites: fetches the file from the cache or the site, a few at once, and draws
/// it for its tile.
struct IconLoader: Sendable {
  private let chafa: Chafa
  private let images: LinkImageLoader
  private let clock: any Clock<Duration>
  private let hasNetwork: @Sendable () -> Bool
  private let queue = TaskQueue(limit: 4)

  enum Outcome: Sendable {
    /// Nil if the site has no icon that can be drawn.
    case ended(Picture?)
    /// There's no network, so that the site couldn't be asked.
    case offline
  }

  /// The width and height to which icons are decoded, enough for a tile on a high-resolution
  /// screen.
  private static let side = 64

  init(
    chafa: Chafa, images: LinkImageLoader, clock: any Clock<Duration>,
    hasNetwork: @escaping @Sendable () -> Bool = { LocalNetwork.isUp }
  ) {
    self.chafa = chafa
    self.images = images
    self.clock = clock
    self.hasNetwork = hasNetwork
  }

  /// Returns the icon if the request lasts for a moment. The outcome of a cancelled task is
  /// meaningless.
  @concurrent
  func icon(for request: IconRequest) async -> Outcome {
    guard (try? await clock.sleep(for: PictureLoader.debounce)) != nil else { return .ended(nil) }
    let outcome = await queue.run { await load(request) }
    return outcome ?? .ended(nil)
  }

  private func load(_ request: IconRequest) async -> Outcome {
    guard let file = await file(for: request.page) else {
      return hasNetwork() || request.page.url.isLoopback ? .ended(nil) : .offline
    }
    guard let raster = await raster(of: file) else { return .ended(nil) }
    return .ended(
      raster.icon(
        in: IconRequest.Form.cells, of: request.form.cell, for: request.form.graphics))
  }

  private func file(for page: LinkMetadata) async -> ImageFile? {
    if let cached = await images.cachedIcon(for: page) { return cached }
    guard hasNetwork() || page.url.isLoopback else { return nil }
    return try? await images.icon(for: page)
  }

  private func raster(of file: ImageFile) async -> Raster? {
    guard file.type == "image/x-icon" else { return await decoded(file.data) }
    switch WindowsIcon(data: file.data, side: Self.side / 2) {
    case .png(let data)?: return await decoded(data)
    case .bitmap(let width, let height, let pixels)?:
      return Raster(size: PixelSize(width: width, height: height), bytes: pixels)
    case nil: return nil
    }
  }

  private func decoded(_ data: Data) async -> Raster? {
    guard let image = LinkImage(data: data) else { return nil }
    return await chafa.raster(of: image, side: Self.side)
  }
}
