import Markup
public import Foundation

/// Checks links without burdening their hosts: at most one request per second to each host, and two
/// retries with backoff before a link counts as unreachable.
public actor LinkChecker {
  private let clock: any Clock<Duration>
  private let pause: Duration
  private let hasNetwork: @Sendable () -> Bool
  private let probe: @Sendable (URL) async -> LinkProbe.Outcome
  /// The earliest time of the next request to each host, measured from the checker's creation.
  private var nextRequestTimes: [String: Duration] = [:]
  private let now: @Sendable () -> Duration

  public init() { self.init(clock: ContinuousClock()) }

  /// - Parameters:
  ///   - pause: the minimum time between two requests to the same host.
  ///   - probe: sends the requests. Tests replace it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), pause: Duration = .seconds(1),
    probe: @escaping @Sendable (URL) async -> LinkProbe.Outcome = {
      await LinkProbe.outcome(of: $0)
    },
    hasNetwork: @escaping @Sendable () -> Bool = { LocalNetwork.isUp }
  ) {
    self.clock = clock
    self.pause = pause
    self.hasNetwork = hasNetwork
    self.probe = probe
    now = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Checks whether a link still works.
  ///
  /// Sends up to three requests, because busy servers and networks may recover.
  ///
  /// - Returns: the outcome, or nil if the task was cancelled or there's no network to check with.
  public func outcome(of url: URL) async -> LinkProbe.Outcome? {
    for attempt in 1...3 {
      guard await waitForSlot(at: url.displayHost, attempt: attempt) else { return nil }
      let outcome = await probe(url)
      switch outcome {
      case .ok, .moved, .gone: return outcome
      case .failed(.cancelled): return nil
      case .failed(.failed(.hostNotFound)) where !hasNetwork(): return nil
      case .failed(let error): if attempt == 3 || !error.isTransient { return outcome }
      }
    }
    return nil
  }

  private func waitForSlot(at host: String, attempt: Int) async -> Bool {
    let backoff = attempt == 1 ? .zero : pause * (1 << attempt)
    let turn = max(now() + backoff, nextRequestTimes[host] ?? .zero)
    nextRequestTimes[host] = turn + pause
    let wait = turn - now()
    if wait > .zero { try? await clock.sleep(for: wait) }
    return !Task.isCancelled
  }
}

extension LinkMetadataError {
  /// Whether the error may be temporary, as on a busy server or network.
  fileprivate var isTransient: Bool {
    switch self {
    case .timedOut: true
    case .failed(.httpStatus(let status)): status == 429 || (500..<600).contains(status)
    case .failed: true
    default: false
    }
  }
}
