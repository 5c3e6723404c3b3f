import Foundation
import LinkPreview
import LinkStore

/// Looks for dead links without being a burden: one question a second to a host, and a second and
/// third try, later, before a link counts as unreachable.
actor LinkChecker {
  private let clock: any Clock<Duration>
  private let pause: Duration
  private let hasNetwork: @Sendable () -> Bool
  private let probe: @Sendable (URL) async -> LinkProbe.Outcome
  /// When each host may be asked next, as a time since the start.
  private var nextTurns: [String: Duration] = [:]
  private let now: @Sendable () -> Duration

  /// - Parameters:
  ///   - pause: between two questions to a host.
  ///   - probe: asks the web; another one in tests.
  init(
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
  func outcome(of url: URL) async -> LinkCheck.Outcome? {
    for attempt in 1...3 {
      guard await waitForTurn(at: url.displayHost, attempt: attempt) else { return nil }
      switch await probe(url) {
      case .ok: return .ok
      case .moved(let target): return .moved(to: target)
      case .gone: return .gone
      case .failed(.cancelled): return nil
      case .failed(.failed(.hostNotFound)) where !hasNetwork(): return nil
      case .failed(let error):
        if attempt == 3 || !error.mayPass { return .unreachable(error.detail ?? error.sentence) }
      }
    }
    return nil
  }

  /// What is known from the last hour, else what is found now, which is on disk at once.
  func freshOutcome(
    of link: SavedLink, keepingIn store: SavedLinkStore
  ) async -> LinkCheck.Outcome? {
    if let known = link.check, known.checkedAt > Date() - 3600 { return known.outcome }
    guard let outcome = await outcome(of: link.url) else { return nil }
    try? await store.mark([link.id: LinkCheck(outcome: outcome, checkedAt: Date())])
    return outcome
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
