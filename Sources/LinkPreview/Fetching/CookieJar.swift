import Foundation
import NIOHTTP1

/// The cookies of one fetch. Some sites redirect to themselves until they get their cookies back.
struct CookieJar: Sendable {
  private var cookies: [Cookie] = []

  /// The maximum number of cookies, as many as browsers keep per site. Each header is limited in
  /// size, but those of a redirect chain add up.
  private static let limit = 180

  /// Stores the cookies of a response from `url`.
  mutating func take(from headers: HTTPHeaders, at url: URL, now: Date = .now) {
    for header in headers["Set-Cookie"] {
      guard let cookie = Cookie(header: header, from: url, now: now) else { continue }
      cookies.removeAll {
        $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
      }
      if !cookie.isExpired, cookies.count < Self.limit { cookies.append(cookie) }
    }
  }

  /// Returns the `Cookie` header for a request to `url`, with the longest paths first.
  func header(for url: URL) -> String? {
    let matching = cookies.filter { $0.isFor(url) }.sorted { $0.path.count > $1.path.count }
    guard !matching.isEmpty else { return nil }
    return matching.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }
}
