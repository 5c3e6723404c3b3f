public import Foundation

/// The icon of a link's page or site, ready to be drawn.
public struct LinkIcon: Hashable, Sendable, Codable {
  /// The file as the server sent it.
  public var data: Data
  /// The media type that the bytes show, such as `image/png` or `image/svg+xml`.
  public var type: String
  /// Pixels across, of the largest picture where the file holds several; nil where it has no size,
  /// as an SVG may.
  public var width: Int?
  /// Pixels down.
  public var height: Int?

  /// The icon in a file's bytes; nil when they are no picture of a known type. PNG, ICO, GIF, JPEG,
  /// WebP, AVIF, BMP and SVG are.
  public init?(data: Data) {
    guard let header = ImageHeader(data) else { return nil }
    self.data = data
    type = header.type
    width = header.width
    height = header.height
  }
}

/// Why there is no icon.
public enum LinkIconError: Error, Hashable, Sendable {
  /// The page, which would name the icon, could not be had.
  case metadataLoadingFailed(LinkMetadataError)
  /// Neither the page nor its site has one.
  case iconNotFound
  /// What came as an icon is no picture, or a larger file than an icon is.
  case iconDataInvalid
}

extension LinkIconError: CustomStringConvertible {
  /// One line for people, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .metadataLoadingFailed(let error): error.detail ?? error.sentence
    case .iconNotFound: "the site has no icon"
    case .iconDataInvalid: "the site's icon is no picture"
    }
  }
}
