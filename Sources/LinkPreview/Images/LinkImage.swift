public import Foundation

/// The bytes of an image that's safe to decode: its type can't contain a program, and its size in
/// pixels fits in memory. Both are detected from the bytes, whatever type the server states.
public struct LinkImage: Hashable, Sendable {
  /// The file as the server sent it.
  public let data: Data
  /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
  public let type: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// The maximum width and height in pixels, more than cameras produce.
  public static let sideLimit = 16_384
  /// The maximum number of pixels, more than cameras produce. Decoded, they take 200 MB.
  public static let areaLimit = 50_000_000

  /// Returns nil for other types, for images above the limits, and for files without a size.
  public init?(data: Data) {
    // A JPEG's size comes after its metadata, which may be long.
    guard let header = ImageHeader(data), Self.types.contains(header.type),
      let width = header.width, let height = header.height,
      max(width, height) <= Self.sideLimit, width * height <= Self.areaLimit
    else { return nil }
    self.data = data
    type = header.type
    self.width = width
    self.height = height
  }

  private static let types: Set = ["image/png", "image/jpeg", "image/gif", "image/webp"]
}
