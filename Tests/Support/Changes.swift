import Dispatch
import TaskLimits

/// Tells waiting tasks that something may have changed.
final class Changes: Sendable {
  private struct State {
    var version = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// The number of changes so far.
  var version: Int { state.withLock(\.version) }

  func report() {
    let waiters = state.withLock { state in
      state.version += 1
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for a change after the one with this number, or until the deadline.
  func next(after version: Int, until deadline: ContinuousClock.Instant) async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard state.version == version else { return false }
        state.waiters.append(continuation)
        return true
      }
      guard isWaiting else { return continuation.resume() }
      let rest = (deadline - .now) / .seconds(1)
      // Wakes all waiters, who then look at their own deadlines.
      DispatchQueue.global().asyncAfter(deadline: .now() + rest) { [weak self] in self?.report() }
    }
  }
}
