/// Spaces out requests, so that no host gets more than one in a while.
package actor HostSchedule {
  private let clock: any Clock<Duration>
  /// The minimum time between two requests to the same host.
  let pause: Duration
  /// The earliest time of the next request to each host, measured from the schedule's creation.
  private(set) var nextRequestTimes: [String: Duration] = [:]
  private let now: @Sendable () -> Duration

  package init(clock: any Clock<Duration>, pause: Duration) {
    self.clock = clock
    self.pause = pause
    now = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Waits until a host may get a request.
  /// - Parameter backoff: the minimum wait.
  /// - Returns: false if the task was cancelled.
  package func waitForSlot(at host: String, backoff: Duration = .zero) async -> Bool {
    if nextRequestTimes.count >= Self.limit { forgetPastTimes() }
    let turn = max(now() + backoff, nextRequestTimes[host] ?? .zero)
    nextRequestTimes[host] = turn + pause
    let wait = turn - now()
    if wait > .zero { try? await clock.sleep(for: wait) }
    return !Task.isCancelled
  }

  /// The number of hosts from which on those that may get a request now are forgotten.
  static let limit = 500

  private func forgetPastTimes() {
    let now = now()
    nextRequestTimes = nextRequestTimes.filter { $0.value > now }
  }
}
