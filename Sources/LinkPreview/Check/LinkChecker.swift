import Markup
public import Foundation

/// Looks for dead links without being a burden: one question a second to a host, and a second and
/// third try, later, before a link counts as unreachable.
public actor LinkChecker {
  private let clock: any Clock<Duration>
  private let pause: Duration
  private let hasNetwork: @Sendable () -> Bool
  private let probe: @Sendable (URL) async -> LinkProbe.Outcome
  /// When each host may be asked next, as a time since the start.
  private var nextTurns: [String: Duration] = [:]
  private let now: @Sendable () -> Duration

  public init() { self.init(clock: ContinuousClock()) }

  /// - Parameters:
  ///   - pause: between two questions to a host.
  ///   - probe: asks the web; another one in tests.
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

  /// What was found; nil when the task was cancelled, or nothing can be found without a network.
  public func outcome(of url: URL) async -> LinkProbe.Outcome? {
    for attempt in 1...3 {
      guard await waitForTurn(at: url.displayHost, attempt: attempt) else { return nil }
      let outcome = await probe(url)
      switch outcome {
      case .ok, .moved, .gone: return outcome
      case .failed(.cancelled): return nil
      case .failed(.failed(.hostNotFound)) where !hasNetwork(): return nil
      case .failed(let error): if attempt == 3 || !error.mayPass { return outcome }
      }
    }
    return nil
  }

  private func waitForTurn(at host: String, attempt: Int) async -> Bool {
    let backoff = attempt == 1 ? .zero : pause * (1 << attempt)
    let turn = max(now() + backoff, nextTurns[host] ?? .zero)
    nextTurns[host] = turn + pause
    let wait = turn - now()
    if wait > .zero { try? await clock.sleep(for: wait) }
    return !Task.isCancelled
  }
}

extension LinkMetadataError {
  /// Whether it may be over the next moment: busy servers and networks.
  fileprivate var mayPass: Bool {
    switch self {
    case .timedOut: true
    case .failed(.httpStatus(let status)): status == 429 || (500..<600).contains(status)
    case .failed: true
    default: false
    }
  }
}
