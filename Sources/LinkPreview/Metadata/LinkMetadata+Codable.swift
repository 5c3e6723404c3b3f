package import Markup
import Foundation

/// Encodes metadata as JSON with a version number. Absent fields are left out, and unknown fields
/// are skipped, so what a later version has written decodes without its new fields.
extension LinkMetadata: Codable {
  private static let encodingVersion = 2

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: MetadataField.Key.self)
    let originalURL = try values.decodeURL(forKey: .originalURL)
    self.init(
      originalURL: originalURL,
      url: try values.decodeIfPresent(String.self, forKey: .url) == nil
        ? nil : values.decodeURL(forKey: .url))
    spelling = try values.decodeIfPresent(String.self, forKey: .originalAddress)
      .flatMap { WebAddress($0) }
    if spelling?.url != originalURL { spelling = nil }
    for field in MetadataField.all { try field.decode(values, &self) }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: MetadataField.Key.self)
    try values.encode(Self.encodingVersion, forKey: .version)
    try values.encode(originalURL, forKey: .originalURL)
    try values.encodeIfPresent(spelling?.text, forKey: .originalAddress)
    try values.encode(url, forKey: .url)
    for field in MetadataField.all { try field.encode(self, &values) }
  }
}

extension MetadataField.Key {
  fileprivate static let version = Self("version")
  fileprivate static let originalURL = Self("originalURL")
  fileprivate static let originalAddress = Self("originalAddress")
  fileprivate static let url = Self("url")
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
}

extension URL {
  /// Parses a stored address. An address that somebody edited by hand is parsed as browsers do.
  init?(stored text: String) {
    guard let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(webAddress: text)
    else { return nil }
    self = url
  }
}

extension Duration {
  /// Returns nil for more seconds than a duration can hold, which a damaged file may contain.
  init?(inSeconds seconds: Double) {
    guard (0..<1e15).contains(seconds) else { return nil }
    self = .seconds(seconds)
  }

  var inSeconds: Double {
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
    for field in MetadataField.all { field.sanitize(&metadata) }
    return metadata
  }
}
