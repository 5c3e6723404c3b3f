import Markup
public import Foundation
public import LinkPreview

/// Checks whether an address still leads to a page, and reads as little of the page as possible.
public enum LinkProbe {
  /// The outcome of a check.
  public enum Outcome: Hashable, Sendable {
    /// The page is there, at this address.
    case ok
    /// The page has moved permanently (status 301 or 308, RFC 9110 section 15.4).
    case moved(to: URL)
    /// The page doesn't exist: status 404 or 410.
    case gone
    /// The check itself failed, so the page may still be there.
    case failed(LinkMetadataError)
  }

  /// Sends a HEAD request, and a GET request if the server doesn't answer HEAD with success.
  ///
  ///     await LinkProbe.outcome(of: url)  // .gone
  /// - Parameter timeout: the time limit of the GET request. HEAD has a third of it.
  public static func outcome(of url: URL, timeout: Duration = .seconds(15)) async -> Outcome {
    await outcome(of: url, timeout: timeout, connections: .shared)
  }

  static func outcome(
    of url: URL, timeout: Duration, connections: Connections
  ) async -> Outcome {
    let loader = PageLoader(configuration: .init(timeout: timeout), connections: connections)
    func response(
      to method: HTTPMethod, within limit: Duration
    ) async throws(LinkMetadataError) -> Response {
      try await loader.limited(naming: url.displayHost, to: limit) {
        () async throws(LinkMetadataError) in
        try await request(url, method: method, by: loader)
      }
    }
    do throws(LinkMetadataError) {
      // Many servers only support GET, and answer other methods with any status, with no response
      // or with a wrong one.
      do throws(LinkMetadataError) {
        let head = try await response(to: .head, within: timeout / 3)
        if (200..<300).contains(head.status) { return try meaning(of: head, for: url) }
      } catch  where error.mayBeOfMethod {}
      return try meaning(of: try await response(to: .get, within: timeout), for: url)
    } catch {
      return .failed(error)
    }
  }

  private struct Response {
    var status: Int
    var permanentTarget: URL?
  }

  private static func request(
    _ url: URL, method: HTTPMethod, by loader: PageLoader
  ) async throws(LinkMetadataError) -> Response {
    var follower = RedirectFollower(
      url, connections: loader.connections,
      headers: RequestHeaders.page(
        LinkMetadataRequest(url: url), userAgent: RequestHeaders.userAgent),
      statistics: loader.statistics)
    follower.method = method
    // Only a response to GET shows whether there's a page.
    follower.returnsRedirects = method == .get
    var response = try await follower.follow(url)
    if (300..<400).contains(response.status) {
      guard try await !response.start(limit: 1).bytes.isEmpty else { throw .failed(.badRedirect) }
      return Response(status: 200, permanentTarget: follower.permanentTarget)
    }
    return Response(status: response.status, permanentTarget: follower.permanentTarget)
  }

  private static func meaning(of response: Response, for url: URL) throws(LinkMetadataError)
    -> Outcome
  {
    switch response.status {
    case 200..<300: response.permanentTarget.map { .moved(to: $0) } ?? .ok
    case let status where LinkMetadataError.missingPageStatuses.contains(status): .gone
    default: throw .failed(.httpStatus(response.status))
    }
  }
}

extension LinkMetadataError {
  /// Whether a request with another method may succeed: the server was reached, or may have been.
  fileprivate var mayBeOfMethod: Bool {
    switch self {
    case .timedOut, .unknown: true
    case .cancelled, .notAllowed: false
    case .failed(let cause):
      switch cause {
      case .hostNotFound, .connectionRefused, .unreachable, .tls, .proxy, .badProxySetting,
        .unusableLibrary:
        false
      default: true
      }
    }
  }
}
