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
///
/// - Parameter cancellation: cancels the operation when this stream ends, in addition to cancelling
///   the task.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
  cancelledBy cancellation: AsyncStream<Never>? = nil,
  _ operation: @escaping @Sendable () async -> Value
) async -> TimeLimited<Value> {
  await withTaskGroup(of: TimeLimited<Value>.self) { group in
    group.addTask { .finished(await operation()) }
    group.addTask { (try? await clock.sleep(for: limit)) == nil ? .cancelled : .timedOut }
    if let cancellation {
      group.addTask {
        for await _ in cancellation {}
        return .cancelled
      }
    }
    let first = await group.next() ?? .cancelled
    group.cancelAll()
    return first
  }
}
