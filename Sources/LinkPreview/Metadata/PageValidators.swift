public import Foundation
import Markup

/// The validators that distinguish one version of a page from the next (RFC 9110, section 8.8), so
/// that a later fetch requests the page only if it has changed.
///
///     let first = try await LinkMetadataProvider().fetch(request)
///     if case .metadata(_, let validators?) = first {
///       let second = try await LinkMetadataProvider().fetch(request, since: validators)
///       print(second == .notModified)
///     }
public struct PageValidators: Hashable, Sendable {
  /// The final URL of the response these validators belong to, without fragment and credentials.
  /// They're sent to this URL only.
  public let url: URL
  /// The value of `ETag`, including the quotes and `W/`.
  public let entityTag: String?
  /// The value of `Last-Modified`, as the server wrote it.
  public let lastModified: String?

  /// The maximum length of a header value in bytes. Longer values are dropped, because servers use
  /// a few dozen.
  static let lengthLimit = 512

  /// Creates the validators of a response from `url`. Drops values that don't have the form
  /// required by RFC 9110 or are longer than 512 bytes. Returns nil if none is left.
  ///
  ///     PageValidators(url: url, entityTag: "\"v1\"")  // <url>, "v1"
  ///     PageValidators(url: url, entityTag: "v1")      // nil: an entity tag has quotes
  public init?(url: URL, entityTag: String? = nil, lastModified: String? = nil) {
    self.url = url.withoutFragment.withoutCredentials
    self.entityTag = entityTag.flatMap { Self.isEntityTag($0) ? $0 : nil }
    self.lastModified = lastModified.flatMap { Self.isDate($0) ? $0 : nil }
    if self.entityTag == nil && self.lastModified == nil { return nil }
  }

  /// Whether a text is an entity tag (RFC 9110, section 8.8.3) in ASCII.
  private static func isEntityTag(_ text: String) -> Bool {
    guard text.utf8.count <= lengthLimit else { return false }
    let quoted = (text.hasPrefix("W/") ? text.dropFirst(2) : text[...]).utf8
    guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""),
      quoted.last == UInt8(ascii: "\"")
    else { return false }
    return quoted.dropFirst().dropLast().allSatisfy {
      (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"")
    }
  }

  /// Whether a text is a date in the form that servers must write (RFC 9110, section 5.6.7).
  private static func isDate(_ text: String) -> Bool {
    text.utf8.count <= lengthLimit
      && text.wholeMatch(
        of: /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT/) != nil
  }
}

/// Decoding applies the same rules, because the values go into headers unchanged.
extension PageValidators: Codable {
  private enum CodingKeys: String, CodingKey { case url, entityTag, lastModified }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let decoded = Self(
      url: try values.decode(URL.self, forKey: .url),
      entityTag: try values.decodeIfPresent(String.self, forKey: .entityTag),
      lastModified: try values.decodeIfPresent(String.self, forKey: .lastModified))
    guard let decoded else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no validator"))
    }
    self = decoded
  }
}
