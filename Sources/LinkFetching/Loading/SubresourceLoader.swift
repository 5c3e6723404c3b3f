import Foundation
import LinkPreview
import Synchronization

/// Loads subresources of a page: icons, manifests, oEmbed responses. Sends no credentials and
/// none of the page's cookies, and refuses private hosts unless the page is on one.
struct SubresourceLoader: Sendable {
  private let loader: PageLoader
  private let mayBePrivate: Bool
  private let isTrusted: @Sendable (URL) -> Bool
  private let language: String
  private let budget: SubresourceBudget

  /// The limit in bytes for all subresources of one fetch together, as in Apple's framework.
  static let totalLimit = 10 << 20

  /// - Parameters:
  ///   - mayBePrivate: whether the page that names the subresources is on a private host itself.
  ///   - isTrusted: whether an address counts as entered by the user.
  init(
    by loader: PageLoader, mayBePrivate: Bool, language: String,
    isTrusted: @escaping @Sendable (URL) -> Bool = { _ in false },
    totalLimit: Int = SubresourceLoader.totalLimit
  ) {
    self.loader = loader
    self.mayBePrivate = mayBePrivate
    self.language = language
    self.isTrusted = isTrusted
    budget = SubresourceBudget(bytes: totalLimit)
  }

  /// Creates a loader for subresources of a page that was read earlier.
  /// - Parameter page: the address that the user entered and that led to the page. Its host is
  ///   trusted even if its name resolves to a private address.
  init(ofPageAt page: URL, by loader: PageLoader) {
    self.init(
      by: loader,
      mayBePrivate: loader.connections.addressGuard.refuses(host: page.host() ?? ""),
      language: RequestHeaders.language(of: LinkMetadataRequest(url: page)),
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
    let granted = budget.reserve(limit)
    let bytes: Data
    do {
      bytes = try await response.body(limit: granted)
    } catch {
      // Bytes that were read count against the budget. Their number is unknown, so the whole
      // reservation counts, unless nothing was read because the stated length was too large.
      if !response.wasRead { budget.release(granted) }
      throw error
    }
    budget.release(granted - bytes.count)
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
      headers: RequestHeaders.subresource(accepting: types, language: language),
      isTrusted: isTrusted(url), mayBePrivate: mayBePrivate, sendsCredentials: false,
      statistics: loader.statistics)
    let response = try await follower.follow(url)
    guard (200..<300).contains(response.status) else { throw .failed(.httpStatus(response.status)) }
    return response
  }
}

/// The number of bytes that all subresources of a fetch may use together, even if they're fetched
/// concurrently.
final class SubresourceBudget: Sendable {
  private let left: Mutex<Int>

  init(bytes: Int) { left = Mutex(bytes) }

  /// Reserves bytes. Returns their number, which is less than `wanted` if the budget runs out. Pass
  /// unused bytes to `release(_:)`.
  func reserve(_ wanted: Int) -> Int {
    left.withLock { left in
      let granted = min(max(wanted, 0), left)
      left -= granted
      return granted
    }
  }

  package func release(_ unused: Int) { left.withLock { $0 += unused } }
}
