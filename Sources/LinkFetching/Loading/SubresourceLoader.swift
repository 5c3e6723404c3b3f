import Foundation
import LinkPreview
import TaskLimits

/// Loads subresources of a page: icons, manifests, oEmbed responses. Sends no credentials and
/// none of the page's cookies, and refuses private hosts unless the page is on one.
struct SubresourceLoader: Sendable {
  private let loader: PageLoader
  private let mayBePrivate: Bool
  private let isTrusted: @Sendable (URL) -> Bool
  private let language: String
  /// The number of bytes that all subresources together may still have, also at the same time.
  private let budget: Locked<Int>

  /// The limit in bytes for all subresources of one fetch together, as in Apple's framework.
  static let totalLimit = 10 << 20

  /// - Parameters:
  ///   - mayBePrivate: whether the page that names the subresources is on a private host itself.
  ///   - isTrusted: whether an address counts as entered by the user.
  init(
    by loader: PageLoader, mayBePrivate: Bool, language: String = RequestHeaders.ofEnvironment,
    isTrusted: @escaping @Sendable (URL) -> Bool = { _ in false },
    totalLimit: Int = SubresourceLoader.totalLimit
  ) {
    self.loader = loader
    self.mayBePrivate = mayBePrivate
    self.language = language
    self.isTrusted = isTrusted
    budget = Locked(totalLimit)
  }

  /// Creates a loader for subresources of a page that was read earlier.
  /// - Parameter page: the address that the user entered and that led to the page. Its host is
  ///   trusted even if its name resolves to a private address.
  init(ofPageAt page: URL, by loader: PageLoader) {
    self.init(
      by: loader,
      mayBePrivate: loader.connections.addressGuard.refuses(host: page.host() ?? ""),
      isTrusted: { $0.host()?.lowercased() == page.host()?.lowercased() })
  }

  /// Loads one subresource as a whole.
  ///
  /// - Parameters:
  ///   - url: an http or https address. Redirects are followed.
  ///   - types: the value of the `Accept` header.
  ///   - limit: the maximum size in bytes after decompression. Throws `tooLarge` above it, or if
  ///     all subresources of the fetch together exceed ``totalLimit``.
  /// - Returns: the bytes, the type that the server states, and the final URL.
  @concurrent
  func bytes(
    of url: URL, accepting types: String, limit: Int
  ) async throws(LinkMetadataError) -> (Data, ContentType, URL) {
    var response = try await response(to: url, accepting: types)
    let granted = budget.withLock { left in
      defer { left -= min(limit, left) }
      return min(limit, left)
    }
    let bytes: Data
    do {
      bytes = try await response.body(limit: granted)
    } catch {
      // Bytes that were read count against the budget. Their number is unknown, so the whole
      // reservation counts, unless nothing was read because the stated length was too large.
      if !response.wasRead { budget.withLock { $0 += granted } }
      throw error
    }
    budget.withLock { $0 += granted - bytes.count }
    return (bytes, response.contentType, response.url)
  }

  /// Returns the length that the server states for a subresource, or nil if it doesn't state one.
  /// Reads nothing of the body.
  @concurrent
  func length(of url: URL) async throws(LinkMetadataError) -> Int? {
    let response = try await response(to: url, accepting: "video/*,*/*;q=0.5")
    return response.headers.first(name: "Content-Length").flatMap { Int($0) }
  }

  private func response(
    to url: URL, accepting types: String
  ) async throws(LinkMetadataError) -> WebResponse {
    var follower = RedirectFollower(
      url, connections: loader.connections,
      headers: RequestHeaders.fields(accepting: types, language: language),
      isTrusted: isTrusted(url), mayBePrivate: mayBePrivate, sendsCredentials: false)
    let response = try await follower.follow(url)
    guard (200..<300).contains(response.status) else { throw .failed(.httpStatus(response.status)) }
    return response
  }
}
