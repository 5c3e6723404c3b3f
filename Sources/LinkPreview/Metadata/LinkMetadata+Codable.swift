package import Markup
import Foundation

/// Encodes metadata as JSON with a version number. Absent fields are left out, and unknown fields
/// are skipped. Files from older versions therefore always decode, and files from newer versions
/// decode without their new fields.
extension LinkMetadata: Codable {
  private static let encodingVersion = 2

  private enum CodingKeys: String, CodingKey {
    case version, originalURL, originalAddress, url, canonicalURL, syndicationSource, title
    case summary, siteName, kind, author, published
    case modified, language, readingTime, themeColor, feeds, icon, icons, image, video, remoteVideo
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    originalURL = try values.decodeURL(forKey: .originalURL)
    url = try values.decodeURLIfPresent(forKey: .url) ?? originalURL
    spelling = try values.decodeIfPresent(String.self, forKey: .originalAddress)
      .flatMap { WebAddress($0) }
    if spelling?.url != originalURL { spelling = nil }
    canonicalURL = try values.decodeURLIfPresent(forKey: .canonicalURL)
    syndicationSource = try values.decodeURLIfPresent(forKey: .syndicationSource)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    summary = try values.decodeIfPresent(String.self, forKey: .summary)
    siteName = try values.decodeIfPresent(String.self, forKey: .siteName)
    kind = try values.decodeIfPresent(String.self, forKey: .kind).flatMap(Kind.init(rawValue:))
    author = try values.decodeIfPresent(String.self, forKey: .author)
    published = try values.decodeIfPresent(String.self, forKey: .published).flatMap(Self.date)
    modified = try values.decodeIfPresent(String.self, forKey: .modified).flatMap(Self.date)
    language = try values.decodeIfPresent(String.self, forKey: .language)
    readingTime = try values.decodeIfPresent(Double.self, forKey: .readingTime)
      .flatMap(Duration.init(inSeconds:))
    themeColor = try values.decodeIfPresent(String.self, forKey: .themeColor).flatMap {
      Color(css: $0)
    }
    feeds =
      try values.decodeIfPresent([String].self, forKey: .feeds)?.compactMap(URL.init(stored:)) ?? []
    // Version 1 had one icon only.
    icons =
      try values.decodeIfPresent([Media].self, forKey: .icons)
      ?? values.decodeIfPresent(Media.self, forKey: .icon).map { [$0] } ?? []
    image = try values.decodeIfPresent(Media.self, forKey: .image)
    video = try values.decodeIfPresent(Media.self, forKey: .video)
    remoteVideo = try values.decodeIfPresent(Media.self, forKey: .remoteVideo)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.encodingVersion, forKey: .version)
    try values.encode(originalURL, forKey: .originalURL)
    try values.encodeIfPresent(spelling?.text, forKey: .originalAddress)
    try values.encode(url, forKey: .url)
    try values.encodeIfPresent(canonicalURL, forKey: .canonicalURL)
    try values.encodeIfPresent(syndicationSource, forKey: .syndicationSource)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encodeIfPresent(summary, forKey: .summary)
    try values.encodeIfPresent(siteName, forKey: .siteName)
    try values.encodeIfPresent(kind, forKey: .kind)
    try values.encodeIfPresent(author, forKey: .author)
    try values.encodeIfPresent(published?.formatted(.iso8601), forKey: .published)
    try values.encodeIfPresent(modified?.formatted(.iso8601), forKey: .modified)
    try values.encodeIfPresent(language, forKey: .language)
    try values.encodeIfPresent(readingTime?.inSeconds, forKey: .readingTime)
    try values.encodeIfPresent(themeColor, forKey: .themeColor)
    if !feeds.isEmpty { try values.encode(feeds, forKey: .feeds) }
    if !icons.isEmpty { try values.encode(icons, forKey: .icons) }
    try values.encodeIfPresent(image, forKey: .image)
    try values.encodeIfPresent(video, forKey: .video)
    try values.encodeIfPresent(remoteVideo, forKey: .remoteVideo)
  }

  /// Parses a date. Dates are ISO 8601, whatever the encoder's strategy, and invalid ones count as
  /// absent.
  private static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
}

extension LinkMetadata.Media: Codable {
  private enum CodingKeys: String, CodingKey {
    case url, type, width, height, alternativeText, duration
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    url = try values.decodeURL(forKey: .url)
    type = try values.decodeIfPresent(String.self, forKey: .type)
    width = try values.decodeIfPresent(Int.self, forKey: .width)
    height = try values.decodeIfPresent(Int.self, forKey: .height)
    alternativeText = try values.decodeIfPresent(String.self, forKey: .alternativeText)
    duration = try values.decodeIfPresent(Double.self, forKey: .duration)
      .flatMap(Duration.init(inSeconds:))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(url, forKey: .url)
    try values.encodeIfPresent(type, forKey: .type)
    try values.encodeIfPresent(width, forKey: .width)
    try values.encodeIfPresent(height, forKey: .height)
    try values.encodeIfPresent(alternativeText, forKey: .alternativeText)
    try values.encodeIfPresent(duration?.inSeconds, forKey: .duration)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeURL(forKey key: Key) throws -> URL {
    let text = try decode(String.self, forKey: key)
    guard let url = URL(stored: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "not an address")
    }
    return url
  }

  fileprivate func decodeURLIfPresent(forKey key: Key) throws -> URL? {
    guard try contains(key) && !decodeNil(forKey: key) else { return nil }
    return try decodeURL(forKey: key)
  }
}

extension URL {
  /// Parses a stored address. An address that somebody edited by hand is parsed as browsers do.
  fileprivate init?(stored text: String) {
    guard let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(webAddress: text)
    else { return nil }
    self = url
  }
}

extension Duration {
  /// Returns nil for more seconds than a duration can hold, which a damaged file may contain.
  fileprivate init?(inSeconds seconds: Double) {
    guard (0..<1e15).contains(seconds) else { return nil }
    self = .seconds(seconds)
  }

  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension LinkMetadata {
  /// Makes metadata from a file as safe as fetched metadata, and assigns it to the link in whose
  /// record it was stored.
  package func sanitized(for address: WebAddress) -> LinkMetadata {
    var metadata = self
    metadata.originalAddress = address
    return metadata.sanitized()
  }

  /// Makes all text plain and bounded, and removes addresses that aren't web addresses. All text
  /// from pages, subresources and files goes through here.
  package func sanitized() -> LinkMetadata {
    var metadata = self
    if !metadata.url.isWebAddress { metadata.url = metadata.originalURL }
    metadata.canonicalURL = canonicalURL.flatMap { $0.isWebAddress ? $0 : nil }
    metadata.syndicationSource = syndicationSource.flatMap { $0.isWebAddress ? $0 : nil }
    metadata.title = title.flatMap { PlainText.folded($0) }
    metadata.summary = summary.flatMap { PlainText.folded($0, limit: 5_000) }
    metadata.siteName = siteName.flatMap { PlainText.folded($0) }
    metadata.author = author.flatMap { PlainText.folded($0) }
    metadata.language = language.flatMap { PlainText.folded($0, limit: 35) }
    metadata.feeds = feeds.filter(\.isWebAddress)
    metadata.icons = icons.compactMap(\.sanitized)
    metadata.image = image?.sanitized
    metadata.video = video?.sanitized
    metadata.remoteVideo = remoteVideo?.sanitized
    return metadata
  }
}

extension LinkMetadata.Media {
  fileprivate var sanitized: Self? {
    guard url.isWebAddress else { return nil }
    var media = self
    media.type = type.flatMap { PlainText.folded($0, limit: 100) }
    media.alternativeText = alternativeText.flatMap { PlainText.folded($0) }
    return media
  }
}
