import LinkPreview
import NIOConcurrencyHelpers
import TaskLimits

/// The fetches under way. Whoever wants a page that's being fetched already waits for that fetch, so
/// that its host gets one request.
final class SharedFetches<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Fetch {
    var id: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
    /// Whether it goes on when nobody waits for it any more.
    var isLasting: Bool
  }

  private struct State {
    var fetches: [Key: Fetch] = [:]
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    /// The fetches without waiters that don't last, and the oldest of the others beyond a limit.
    func unwantedFetches(limit: Int) -> [Key] {
      let left = fetches.filter(\.value.waiters.isEmpty).sorted { $0.value.id < $1.value.id }
      let lasting = left.filter(\.value.isLasting)
      return left.filter { !$0.value.isLasting }.map(\.key) + lasting.dropLast(limit).map(\.key)
    }
  }

  private let state = NIOLockedValueBox(State())

  /// How many fetches go on that nobody waits for.
  private static var lastingLimit: Int { 8 }

  /// How much longer a waiter waits than its own fetch would take, which has more to say when it
  /// times out.
  private static var grace: Duration { .milliseconds(100) }

  /// Returns the outcome of the fetch of a page within a time limit, whoever started it.
  /// - Parameter hadLessTime: whether the fetch was only given up earlier than this one would be.
  func value(
    for key: Key, within limit: Duration, isLasting: Bool = false,
    hadLessTime: @escaping @Sendable (Value) -> Bool,
    fetch: @escaping @Sendable () async -> Value,
    unclaimed: @escaping @Sendable (Value) async -> Void = { _ in }
  ) async -> TimeLimited<Value> {
    let outcome = await withTimeLimit(limit + Self.grace) { () -> Value? in
      while true {
        let value = await self.value(
          for: key, isLasting: isLasting, fetch: fetch, unclaimed: unclaimed)
        guard let value, hadLessTime(value) else { return value }
      }
    }
    switch outcome {
    case .finished(let value?): return .finished(value)
    case .finished(nil), .cancelled: return .cancelled
    case .timedOut: return .timedOut
    }
  }

  /// Returns the outcome of the fetch of a page. Starts it unless it's under way.
  ///
  /// - Parameters:
  ///   - isLasting: whether the fetch goes on if the task is cancelled, because the page will
  ///     probably be wanted again.
  ///   - fetch: fetches the page.
  ///   - unclaimed: called with the outcome if nobody waits for it any more.
  /// - Returns: nil if the task was cancelled. The fetch is cancelled too if nobody else waits for
  ///   it.
  func value(
    for key: Key, isLasting: Bool = false, fetch: @escaping @Sendable () async -> Value,
    unclaimed: @escaping @Sendable (Value) async -> Void = { _ in }
  ) async -> Value? {
    let waiter = state.withLockedValue { $0.nextID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLockedValue { state in
          // The task may have been cancelled before there was something to resume.
          if Task.isCancelled { return true }
          if state.fetches[key] == nil {
            let id = state.nextID()
            state.fetches[key] = Fetch(id: id, isLasting: isLasting)
            state.fetches[key]?.task = Task {
              let value = await fetch()
              // Whoever comes meanwhile gets this outcome, because it isn't known elsewhere yet.
              if self.waiterCount(for: key) == 0 { await unclaimed(value) }
              for waiter in self.end(id, key) { waiter.resume(returning: value) }
            }
          }
          state.fetches[key]?.waiters[waiter] = continuation
          if isLasting { state.fetches[key]?.isLasting = true }
          return false
        }
        if isCancelled { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, waiter)?.resume(returning: nil)
    }
  }

  /// How many wait for a page.
  func waiterCount(for key: Key) -> Int {
    state.withLockedValue { $0.fetches[key]?.waiters.count ?? 0 }
  }

  private func end(_ id: Int, _ key: Key) -> [CheckedContinuation<Value?, Never>] {
    state.withLockedValue { state in
      // Another fetch may have taken the place of one that was cancelled.
      guard let fetch = state.fetches[key], fetch.id == id else { return [] }
      state.fetches[key] = nil
      return Array(fetch.waiters.values)
    }
  }

  /// Removes a waiter, and cancels the fetches that nobody wants any more.
  private func leave(_ key: Key, _ waiter: Int) -> CheckedContinuation<Value?, Never>? {
    let (continuation, unwanted) = state.withLockedValue { state in
      let continuation = state.fetches[key]?.waiters.removeValue(forKey: waiter)
      let unwanted = state.unwantedFetches(limit: Self.lastingLimit)
      return (continuation, unwanted.compactMap { state.fetches.removeValue(forKey: $0)?.task })
    }
    for task in unwanted { task.cancel() }
    return continuation
  }
}
