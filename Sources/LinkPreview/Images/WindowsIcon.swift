public import Foundation

/// One of the images in an ICO file, which most sites have as their `/favicon.ico`.
///
/// Such a file is a list of images of one icon. Each is a PNG file, or a bitmap, which is simple
/// enough to be read here.
///
///     switch WindowsIcon(data: file.data, side: 48) {
///     case .png(let data)?: …
///     case .bitmap(let width, let height, let pixels)?: …
///     case nil: …
///     }
public enum WindowsIcon: Hashable, Sendable {
  /// A whole PNG file.
  case png(Data)
  /// - Parameter pixels: red, green, blue and opacity of each pixel, row by row from the top.
  case bitmap(width: Int, height: Int, pixels: [UInt8])

  /// Returns the smallest image that isn't smaller than `side`, or else the largest. Nil if the
  /// file contains no readable image.
  /// - Parameter side: the required width and height in pixels.
  public init?(data: Data, side: Int) {
    let file = ImageBytes(data)
    guard file.little(at: 0, 4) == 0x0001_0000, let count = file.little(at: 4, 2) else {
      return nil
    }
    let images = (0..<min(count, Self.imageLimit)).compactMap { Entry(file, index: $0) }
    let icon = images.sorted { $0.isBetter(than: $1, for: side) }.lazy
      .compactMap { Self(file, $0) }.first
    guard let icon else { return nil }
    self = icon
  }

  /// The maximum number of images to look at.
  private static let imageLimit = 64

  /// An entry of the list.
  private struct Entry {
    let side: Int
    let depth: Int
    let position: Int
    let length: Int

    init?(_ file: ImageBytes, index: Int) {
      let start = 6 + 16 * index
      guard let width = file.little(at: start, 1), let height = file.little(at: start + 1, 1),
        let depth = file.little(at: start + 6, 2), let length = file.little(at: start + 8, 4),
        let position = file.little(at: start + 12, 4)
      else { return nil }
      side = min(width == 0 ? 256 : width, height == 0 ? 256 : height)
      (self.depth, self.position, self.length) = (depth, position, length)
    }

    func isBetter(than other: Entry, for wanted: Int) -> Bool {
      if side == other.side { return depth > other.depth }
      let isEnough = side >= wanted
      if isEnough != (other.side >= wanted) { return isEnough }
      return isEnough ? side < other.side : side > other.side
    }
  }

  private init?(_ file: ImageBytes, _ entry: Entry) {
    guard let bytes = file.part(at: entry.position, entry.length) else { return nil }
    if MagicNumber.mediaType(of: bytes.prefix(16)) == "image/png" {
      self = .png(Data(bytes))
    } else if let bitmap = IconBitmap(ImageBytes(bytes)) {
      self = .bitmap(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
    } else {
      return nil
    }
  }
}
