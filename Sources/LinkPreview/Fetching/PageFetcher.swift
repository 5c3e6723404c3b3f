import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix

/// Gets a page over HTTP and reads no more of it than its metadata needs.
struct PageFetcher: Sendable {
  private let client: HTTPClient

  init(client: HTTPClient = .linkPreview) { self.client = client }

  /// As many redirects as browsers follow before they call it a loop.
  static let redirectLimit = 20
  /// Bytes of a page, inflated, after which it is taken as it is.
  static let pageLimit = 2 << 20

  /// The metadata of the page that `address` leads to. Throws ``LinkMetadataError``'s `failed`,
  /// `notAllowed` and `unknown`, and `cancelled` when its task is.
  func metadata(for address: URL) async throws(LinkMetadataError) -> LinkMetadata {
    guard address.isWebAddress else { throw .notAllowed(.notAWebAddress) }
    var url = address
    for _ in 0...Self.redirectLimit {
      let response = try await respond(to: url)
      guard let target = try redirectTarget(of: response, at: url) else {
        return try await read(response, originalURL: address, url: url)
      }
      url = target
    }
    throw .failed(.tooManyRedirects(limit: Self.redirectLimit))
  }

  private func respond(to url: URL) async throws(LinkMetadataError) -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url.withoutFragment.absoluteString)
    request.headers = Self.headers
    do {
      // The deadline is the caller's; see LinkMetadataProvider.
      return try await client.execute(request, deadline: .distantFuture)
    } catch {
      throw LinkMetadataError(fetching: url, error: error)
    }
  }

  private static let headers: HTTPHeaders = [
    "User-Agent": "Mozilla/5.0 (compatible; LinkPreview/0.1)",
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
  ]

  /// Where a redirect (RFC 9110, section 15.4) goes on to; nil when the response is none.
  private func redirectTarget(
    of response: HTTPClientResponse, at url: URL
  ) throws(LinkMetadataError) -> URL? {
    guard [301, 302, 303, 307, 308].contains(response.status.code) else { return nil }
    guard let location = response.headers.first(name: "Location"), !location.isEmpty else {
      throw .failed(.badRedirect)
    }
    guard let target = URL(webAddress: location, relativeTo: url) else {
      throw .notAllowed(.redirect(to: PlainText.folded(location) ?? ""))
    }
    return target.inheritingFragment(of: url)
  }

  private func read(
    _ response: HTTPClientResponse, originalURL: URL, url: URL
  ) async throws(LinkMetadataError) -> LinkMetadata {
    guard (200..<300).contains(response.status.code) else {
      throw .failed(.httpStatus(Int(response.status.code)))
    }
    let contentType = ContentType(response.headers.first(name: "Content-Type"))
    guard contentType.mayBePage else { throw .failed(.notAWebPage(type: contentType.mediaType)) }
    let reader = PageReader(transportLabel: contentType.charset)
    var length = 0
    do {
      for try await piece in response.body {
        reader.read(piece.readableBytesView.prefix(Self.pageLimit - length))
        length += piece.readableBytes
        if reader.hasReadEnough || length >= Self.pageLimit { break }
      }
    } catch {
      let failure = LinkMetadataError(fetching: url, error: error)
      // A page that breaks off after its title still makes a card.
      let metadata = reader.metadata(originalURL: originalURL, url: url, isWhole: false)
      if failure == .cancelled || metadata.title == nil { throw failure }
      return metadata
    }
    return reader.metadata(originalURL: originalURL, url: url)
  }
}

extension HTTPClient {
  /// The one connection pool of the process. It lives as long as the process does, so nobody shuts
  /// it down.
  static let linkPreview: HTTPClient = {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(30)),
      decompression: .enabled(limit: .size(8 << 20)))
    // A cancelled fetch may leave a fresh connection behind; it need not stay for the usual minute.
    configuration.connectionPool.idleTimeout = .seconds(10)
    // A refused connection is an answer; trying again until the deadline would hide it.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Sockets on every system: Apple's Network framework reports errors in other types.
    return HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
      configuration: configuration)
  }()
}

extension URL {
  /// The address as it is sent: a fragment is the browser's business (RFC 9110, section 4.2.5).
  fileprivate var withoutFragment: URL {
    guard fragment != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.fragment = nil
    return parts.url ?? self
  }

  /// A redirect target without a fragment takes over that of the address (RFC 9110, section 10.2.2).
  fileprivate func inheritingFragment(of other: URL) -> URL {
    guard fragment == nil, let inherited = other.fragment(percentEncoded: true),
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.percentEncodedFragment = inherited
    return parts.url ?? self
  }
}
