public import Foundation

/// The bytes of a picture that a decoder may be given: of a type that is no program, and of a size in
/// pixels that fits in memory. Told from the bytes, whatever the server calls them.
public struct LinkImage: Hashable, Sendable {
  /// The file as the server sent it.
  public let data: Data
  /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
  public let type: String
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  /// Pixels of a side, and of all: more than cameras make, and 200 MB of memory when decoded.
  public static let sideLimit = 16_384
  public static let areaLimit = 50_000_000

  /// Nil for other types, for what is larger than the limits, and for what tells no size.
  public init?(data: Data) {
    // The size of a JPEG stands behind its metadata, which may be long.
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
