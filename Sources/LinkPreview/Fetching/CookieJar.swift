import Foundation
import NIOHTTP1

/// The cookies of one fetch. Some sites redirect to themselves until they get theirs back.
struct CookieJar: Sendable {
  private var cookies: [Cookie] = []

  /// As many as browsers keep of one site; a header is bounded, a chain of redirects is not.
  private static let limit = 180

  /// Takes the cookies of an answer from `url`.
  mutating func take(from headers: HTTPHeaders, at url: URL, now: Date = .now) {
    for header in headers["Set-Cookie"] {
      guard let cookie = Cookie(header: header, from: url, now: now) else { continue }
      cookies.removeAll {
        $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
      }
      if !cookie.isExpired, cookies.count < Self.limit { cookies.append(cookie) }
    }
  }

  /// The `Cookie` header for a request to `url`: the more precise paths first.
  func header(for url: URL) -> String? {
    let matching = cookies.filter { $0.isFor(url) }.sorted { $0.path.count > $1.path.count }
    guard !matching.isEmpty else { return nil }
    return matching.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }
}
