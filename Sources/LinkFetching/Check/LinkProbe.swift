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
    let outcome = await outcome(of: url, method: .head, within: timeout / 3, by: loader)
    switch outcome {
    case .ok, .moved: return outcome
    case .failed(let error) where !error.mayBeOfMethod: return outcome
    // Many servers only support GET, and answer other methods with any status, with no response or
    // with a wrong one.
    case .gone, .failed:
      return await self.outcome(of: url, method: .get, within: timeout, by: loader)
    }
  }

  private static func outcome(
    of url: URL, method: HTTPMethod, within limit: Duration, by loader: PageLoader
  ) async -> Outcome {
    do throws(LinkMetadataError) {
      return try await loader.limited(naming: url.displayHost, to: limit) {
        () async throws(LinkMetadataError) in
        var follower = RedirectFollower(
          url, connections: loader.connections,
          headers: RequestHeaders.page(
            LinkMetadataRequest(url: url), userAgent: RequestHeaders.userAgent),
          statistics: loader.statistics)
        follower.method = method
        // Only a response to GET shows whether there's a page.
        follower.returnsRedirects = method == .get
        var response = try await follower.follow(url)
        if response.isRedirect, try await response.start(limit: 1).bytes.isEmpty {
          throw .failed(.badRedirect)
        }
        if response.hasContent { return follower.permanentTarget.map { .moved(to: $0) } ?? .ok }
        if LinkMetadataError.missingPageStatuses.contains(response.status) { return .gone }
        throw .failed(.httpStatus(response.status))
      }
    } catch {
      return .failed(error)
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
