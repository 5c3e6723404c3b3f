/// The outcome of an operation with a time limit.
package enum TimeLimited<Value: Sendable>: Sendable {
  case finished(Value)
  case timedOut
  case cancelled

  /// The result of an operation that finished.
  package var value: Value? { if case .finished(let value) = self { value } else { nil } }
}

/// Races an operation against its time limit and its cancellation. The first to finish wins, and
/// the others are cancelled.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
  _ operation: @escaping @Sendable () async -> Value
) async -> TimeLimited<Value> {
  await withTaskGroup(of: TimeLimited<Value>.self) { group in
    group.addTask { .finished(await operation()) }
    group.addTask { (try? await clock.sleep(for: limit)) == nil ? .cancelled : .timedOut }
    let first = await group.next() ?? .cancelled
    group.cancelAll()
    return first
  }
}
