import LinkPreview
import Synchronization
import TaskLimits

/// The running fetches. A second request for the same page waits for the running fetch, so that the
/// page's host gets one request.
final class SharedFetches<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Fetch {
    var id: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
    /// Whether the fetch continues without waiters.
    var isLasting: Bool
  }

  private struct State {
    var fetches: [Key: Fetch] = [:]
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    /// The fetches without waiters that aren't lasting, and the oldest lasting ones beyond a limit.
    func unwantedFetches(limit: Int) -> [Key] {
      let left = fetches.filter(\.value.waiters.isEmpty).sorted { $0.value.id < $1.value.id }
      let lasting = left.filter(\.value.isLasting)
      return left.filter { !$0.value.isLasting }.map(\.key) + lasting.dropLast(limit).map(\.key)
    }
  }

  private let state = Mutex(State())

  /// The number of fetches that may continue without waiters.
  private static var lastingLimit: Int { 8 }

  /// The time that a waiter waits beyond the limit of its own fetch, because a fetch that times out
  /// gives a better error.
  private static var grace: Duration { .milliseconds(100) }

  /// Returns the outcome of fetching a page within a time limit, whoever started the fetch.
  /// - Parameter hadLessTime: whether a fetch timed out earlier than this caller's limit; then the
  ///   page is fetched again.
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

  /// Returns the outcome of fetching a page, and starts the fetch unless one is running.
  ///
  /// - Parameters:
  ///   - isLasting: whether the fetch continues if the task is cancelled, because the page will
  ///     probably be requested again.
  ///   - fetch: fetches the page.
  ///   - unclaimed: called with the outcome if nobody waits for it any more.
  /// - Returns: nil if the task was cancelled. The fetch is cancelled too if nobody else waits for
  ///   it.
  func value(
    for key: Key, isLasting: Bool = false, fetch: @escaping @Sendable () async -> Value,
    unclaimed: @escaping @Sendable (Value) async -> Void = { _ in }
  ) async -> Value? {
    let waiter = state.withLock { $0.nextID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          // The task may have been cancelled before the continuation existed.
          if Task.isCancelled { return true }
          if state.fetches[key] == nil {
            let id = state.nextID()
            state.fetches[key] = Fetch(id: id, isLasting: isLasting)
            state.fetches[key]?.task = Task {
              let value = await fetch()
              // A waiter that comes meanwhile gets this outcome, because it isn't stored anywhere
              // yet.
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

  /// The number of waiters for a page.
  func waiterCount(for key: Key) -> Int {
    state.withLock { $0.fetches[key]?.waiters.count ?? 0 }
  }

  private func end(_ id: Int, _ key: Key) -> [CheckedContinuation<Value?, Never>] {
    state.withLock { state in
      // Another fetch may have replaced a cancelled one.
      guard let fetch = state.fetches[key], fetch.id == id else { return [] }
      state.fetches[key] = nil
      return Array(fetch.waiters.values)
    }
  }

  /// Removes a waiter, and cancels the fetches that are no longer wanted.
  private func leave(_ key: Key, _ waiter: Int) -> CheckedContinuation<Value?, Never>? {
    let (continuation, unwanted) = state.withLock { state in
      let continuation = state.fetches[key]?.waiters.removeValue(forKey: waiter)
      let unwanted = state.unwantedFetches(limit: Self.lastingLimit)
      return (continuation, unwanted.compactMap { state.fetches.removeValue(forKey: $0)?.task })
    }
    for task in unwanted { task.cancel() }
    return continuation
  }
}
