public import Foundation
import Localization

/// An image file: its bytes, with the type and size read from them.
public struct ImageFile: Hashable, Sendable, Codable {
  /// The file as the server sent it.
  public var data: Data
  /// The media type detected from the bytes, such as `image/png` or `image/svg+xml`.
  public var type: String
  /// The width in pixels, of the largest image if the file contains several. Nil for an SVG that
  /// states no size.
  public var width: Int?
  /// The height in pixels.
  public var height: Int?

  /// Creates an image file from a file's bytes. Returns nil if they aren't an image of a known type: PNG,
  /// ICO, GIF, JPEG, WebP, AVIF, BMP or SVG.
  public init?(data: Data) {
    guard let header = ImageHeader(data) else { return nil }
    self.data = data
    type = header.type
    width = header.width
    height = header.height
  }
}

/// An error of loading an icon.
public enum LinkIconError: Error, Hashable, Sendable {
  /// The page, which names the icon, couldn't be loaded.
  case metadataLoadingFailed(LinkMetadataError)
  /// Neither the page nor its site has an icon.
  case iconNotFound
  /// The file isn't an image, or is too large for an icon.
  case iconDataInvalid
}

extension LinkIconError: CustomStringConvertible {
  /// One line for people, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .metadataLoadingFailed(let error): error.detail ?? error.sentence
    case .iconNotFound: localized("the site has no icon")
    case .iconDataInvalid: localized("the site's icon isn't an image")
    }
  }
}
