public import Foundation
public import LinkPreview
import Markup

/// Checks links without burdening their hosts: at most one request per second to each host, and two
/// retries with backoff before a link counts as unreachable.
public actor LinkChecker {
  private let schedule: HostSchedule
  private let pause: Duration
  private let hasNetwork: @Sendable () async -> Bool
  private let probe: @Sendable (URL) async -> LinkProbe.Outcome

  /// Creates a checker with its own schedule. Use one checker for all links, because two of them
  /// don't know each other's requests.
  public init() { self.init(clock: ContinuousClock()) }

  /// - Parameters:
  ///   - pause: the minimum time between two requests to the same host.
  ///   - probe: sends the requests. Tests replace it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), pause: Duration = .seconds(1),
    probe: @escaping @Sendable (URL) async -> LinkProbe.Outcome = {
      await LinkProbe.outcome(of: $0)
    },
    hasNetwork: @escaping @Sendable () async -> Bool = { await LocalNetwork.findsHosts() }
  ) {
    schedule = HostSchedule(clock: clock, pause: pause)
    self.pause = pause
    self.hasNetwork = hasNetwork
    self.probe = probe
  }

  /// Checks whether a link still works.
  ///
  /// Sends up to three requests, because busy servers and networks may recover.
  ///
  /// - Returns: the outcome, or nil if the task was cancelled or there's no network to check with.
  public func outcome(of url: URL) async -> LinkProbe.Outcome? {
    for attempt in 1...3 {
      let backoff = attempt == 1 ? .zero : pause * (1 << attempt)
      guard await schedule.waitForSlot(at: url.displayHost, backoff: backoff) else { return nil }
      let outcome = await probe(url)
      switch outcome {
      case .ok, .moved, .gone: return outcome
      case .failed(.cancelled): return nil
      case .failed(let error):
        if case .failed(.hostNotFound) = error, await !hasNetwork() { return nil }
        if attempt == 3 || !error.isTransient { return outcome }
      }
    }
    return nil
  }
}

extension LinkMetadataError {
  /// Whether the error may be temporary, as on a busy server or network.
  fileprivate var isTransient: Bool {
    switch self {
    case .timedOut: true
    case .failed(.httpStatus(let status)): status == 429 || (500..<600).contains(status)
    case .failed: true
    case .cancelled, .notAllowed, .unknown: false
    }
  }
}

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
          url, connections: loader.connections, headers: RequestHeaders.fields())
        follower.method = method
        // Only a response to GET shows whether there's a page.
        follower.returnsRedirects = method == .get
        var response = try await follower.follow(url)
        if response.isRedirect, try await response.start(limit: 1).isEmpty {
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
