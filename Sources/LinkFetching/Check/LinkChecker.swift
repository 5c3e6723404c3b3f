import Markup
public import Foundation
import LinkPreview

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
