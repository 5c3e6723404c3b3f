import Foundation
import NIOHTTP1

/// The headers that go with every request of a fetch.
enum RequestHeaders {
  /// Says what this is: many sites block what only claims to be a browser.
  static let userAgent = "Mozilla/5.0 (compatible; LinkPreview/1.0; link cards on request)"
  /// The names under which many sites give Open Graph tags; see ``LinkMetadataRequest/userAgent``.
  static let crawlerUserAgent = userAgent + " facebookexternalhit/1.1 Twitterbot/1.0"

  /// For pages.
  static func page(_ request: LinkMetadataRequest, userAgent: String) -> HTTPHeaders {
    [
      "User-Agent": userAgent,
      "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
      "Accept-Language": language(of: request),
      "Accept-Encoding": "gzip, deflate",
    ]
  }

  /// For what a page names.
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
