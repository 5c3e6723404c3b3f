import Foundation
import NIOHTTP1

/// Fetches what a page names: icons, manifests, oEmbed answers. Without cookies or credentials, and
/// not from private hosts unless the page is on one.
struct SubresourceFetcher: Sendable {
  private let connections: Connections
  private let mayBePrivate: Bool
  private let isTrusted: @Sendable (URL) -> Bool
  private let language: String
  private let statistics: FetchStatistics
  private let budget: SubresourceBudget

  /// Bytes of all subresources of one fetch together, Apple's limit.
  static let totalLimit = 10 << 20

  /// - Parameters:
  ///   - mayBePrivate: whether the page that names them is on a private host itself.
  ///   - isTrusted: the addresses that count as given by the person.
  init(
    connections: Connections, mayBePrivate: Bool, language: String, statistics: FetchStatistics,
    isTrusted: @escaping @Sendable (URL) -> Bool = { _ in false },
    totalLimit: Int = SubresourceFetcher.totalLimit
  ) {
    self.connections = connections
    self.mayBePrivate = mayBePrivate
    self.language = language
    self.statistics = statistics
    self.isTrusted = isTrusted
    budget = SubresourceBudget(bytes: totalLimit)
  }

  /// For what a page names that was read before.
  /// - Parameter page: the address that the person gave and that led to the page. Its host is trusted,
  ///   whether its name leads to a private address or not.
  init(ofPageAt page: URL, connections: Connections) {
    self.init(
      connections: connections,
      mayBePrivate: connections.addressGuard.refuses(host: page.host() ?? ""),
      language: RequestHeaders.language(of: LinkMetadataRequest(url: page)),
      statistics: FetchStatistics(),
      isTrusted: { $0.host()?.lowercased() == page.host()?.lowercased() })
  }

  /// The whole of one subresource.
  ///
  /// - Parameters:
  ///   - url: an http or https address; redirects are followed.
  ///   - types: the value of the `Accept` header.
  ///   - limit: bytes, inflated; a longer one fails with `tooLarge`, and so does one that takes
  ///     all subresources of the fetch together over ``totalLimit``.
  /// - Returns: the bytes, the type that the server tells, and the address after redirects.
  @concurrent
  func bytes(
    of url: URL, accepting types: String, limit: Int
  ) async throws(LinkMetadataError) -> (Data, ContentType, URL) {
    var answer = try await answer(to: url, accepting: types)
    let granted = budget.reserve(limit)
    let bytes: Data
    do {
      bytes = try await answer.body(limit: granted)
    } catch {
      // What was read of it is spent, and how much that was is not told: all of it, then, unless
      // nothing was, since the server told the length.
      if !answer.wasRead { budget.giveBack(granted) }
      throw error
    }
    budget.giveBack(granted - bytes.count)
    return (bytes, answer.contentType, answer.url)
  }

  /// The length that the server tells of a subresource, of which nothing is read; nil where it does
  /// not tell.
  @concurrent
  func length(of url: URL) async throws(LinkMetadataError) -> Int? {
    let answer = try await answer(to: url, accepting: "video/*,*/*;q=0.5")
    return answer.headers.first(name: "Content-Length").flatMap { Int($0) }
  }

  private func answer(
    to url: URL, accepting types: String
  ) async throws(LinkMetadataError) -> WebAnswer {
    var visit = RedirectFollower(
      url, connections: connections,
      headers: RequestHeaders.subresource(accepting: types, language: language),
      isTrusted: isTrusted(url), mayBePrivate: mayBePrivate, sendsCredentials: false,
      statistics: statistics)
    let answer = try await visit.follow(url)
    guard (200..<300).contains(answer.status) else { throw .failed(.httpStatus(answer.status)) }
    return answer
  }
}
