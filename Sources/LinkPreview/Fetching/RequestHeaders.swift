import Foundation
import NIOHTTP1

/// The headers that go with every request of a fetch.
enum RequestHeaders {
  /// Names LinkPreview itself, because many sites block clients that only claim to be a browser.
  static let userAgent = "Mozilla/5.0 (compatible; LinkPreview/1.0; link cards on request)"
  /// The crawler names for which many sites send Open Graph tags; see
  /// ``LinkMetadataRequest/userAgent``.
  static let crawlerUserAgent = userAgent + " facebookexternalhit/1.1 Twitterbot/1.0"

  /// Returns the headers for a page.
  static func page(_ request: LinkMetadataRequest, userAgent: String) -> HTTPHeaders {
    [
      "User-Agent": userAgent,
      "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
      "Accept-Language": language(of: request),
      "Accept-Encoding": "gzip, deflate",
    ]
  }

  /// Returns the headers for a subresource.
  static func subresource(accepting types: String, language: String) -> HTTPHeaders {
    [
      "User-Agent": userAgent, "Accept": types, "Accept-Language": language,
      "Accept-Encoding": "gzip, deflate",
    ]
  }

  static func language(of request: LinkMetadataRequest) -> String {
    request.languages.map { AcceptLanguage.header(languages: $0) } ?? ofEnvironment
  }

  private static let ofEnvironment = AcceptLanguage.header(
    environment: ProcessInfo.processInfo.environment)
}
