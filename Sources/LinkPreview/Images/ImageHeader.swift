import Foundation

/// The type and pixel size of an image, detected from its first bytes, whatever type its server
/// states.
package struct ImageHeader: Hashable, Sendable {
  /// The media type, such as `image/png`.
  package let type: String
  /// The width in pixels. Nil for an SVG that states no size.
  package let width: Int?
  /// The height in pixels.
  package let height: Int?

  /// Returns nil if the bytes aren't an image of a known type, or end before its size.
  package init?(_ bytes: some Collection<UInt8>) {
    let file = ImageBytes(bytes)
    guard let type = MagicNumber.mediaType(of: file.start) ?? file.otherType else { return nil }
    let size: (Int, Int)?
    switch type {
    case "image/png": size = file.png
    case "image/gif": size = file.gif
    case "image/jpeg": size = file.jpeg
    case "image/x-icon": size = file.largestIcon
    case "image/bmp": size = file.bitmap
    case "image/webp": size = file.webP
    case "image/avif": size = file.imageSpatialExtent
    case "image/svg+xml":
      let svg = SVGSize(file.text)
      self.init(type: type, width: svg.width, height: svg.height)
      return
    default: return nil
    }
    guard let size, size.0 > 0, size.1 > 0 else { return nil }
    self.init(type: type, width: size.0, height: size.1)
  }

  private init(type: String, width: Int?, height: Int?) {
    self.type = type
    self.width = width
    self.height = height
  }
}
