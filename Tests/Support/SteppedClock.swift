import TaskLimits

/// A clock whose pauses end when a test says so.
public struct SteppedClock: Clock {
  public typealias Instant = ContinuousClock.Instant
  public var now: Instant { ContinuousClock.now }
  public var minimumResolution: Duration { .zero }

  private struct State {
    var sleeper: CheckedContinuation<Void, Never>?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  public init() {}

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = state.withLock { state in
          state.sleeper = continuation
          defer { state.waiter = nil }
          return state.waiter
        }
        waiter?.resume()
        if Task.isCancelled { wake() }
      }
    } onCancel: {
      wake()
    }
    try Task.checkCancellation()
  }

  /// Ends a pause.
  public func wake() {
    let sleeper = state.withLock { state in
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Ends a pause, and returns when the next one has begun. Waits for a pause first.
  public func step() async {
    await waitForPause()
    wake()
    await waitForPause()
  }

  private func waitForPause() async {
    await withCheckedContinuation { continuation in
      let isAsleep = state.withLock { state in
        if state.sleeper == nil { state.waiter = continuation }
        return state.sleeper != nil
      }
      if isAsleep { continuation.resume() }
    }
  }

  /// Ends pauses until a condition is met.
  public func step(until isMet: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !(try await isMet()) {
      guard ContinuousClock.now < deadline else { throw CancellationError() }
      await step()
    }
    // What met it may still go on.
    await waitForPause()
  }
}
