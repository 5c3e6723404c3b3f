import Foundation

/// JSON with a version number. Absent fields are left out, and unknown ones skipped, so that files
/// written by an older version decode for ever, and those of a newer one as far as they are known.
extension LinkMetadata: Codable {
  private static let encodingVersion = 1

  private enum CodingKeys: String, CodingKey {
    case version, originalURL, url, title, summary, siteName, kind, icon, image, video, remoteVideo
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    originalURL = try values.decode(URL.self, forKey: .originalURL)
    url = try values.decodeIfPresent(URL.self, forKey: .url) ?? originalURL
    title = try values.decodeIfPresent(String.self, forKey: .title)
    summary = try values.decodeIfPresent(String.self, forKey: .summary)
    siteName = try values.decodeIfPresent(String.self, forKey: .siteName)
    kind = try values.decodeIfPresent(String.self, forKey: .kind).flatMap(Kind.init(rawValue:))
    icon = try values.decodeIfPresent(Media.self, forKey: .icon)
    image = try values.decodeIfPresent(Media.self, forKey: .image)
    video = try values.decodeIfPresent(Media.self, forKey: .video)
    remoteVideo = try values.decodeIfPresent(Media.self, forKey: .remoteVideo)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.encodingVersion, forKey: .version)
    try values.encode(originalURL, forKey: .originalURL)
    try values.encode(url, forKey: .url)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encodeIfPresent(summary, forKey: .summary)
    try values.encodeIfPresent(siteName, forKey: .siteName)
    try values.encodeIfPresent(kind, forKey: .kind)
    try values.encodeIfPresent(icon, forKey: .icon)
    try values.encodeIfPresent(image, forKey: .image)
    try values.encodeIfPresent(video, forKey: .video)
    try values.encodeIfPresent(remoteVideo, forKey: .remoteVideo)
  }
}
