/// How an operation with a time limit ended.
package enum TimeLimited<Value: Sendable>: Sendable {
  case finished(Value)
  case timedOut
  case cancelled

  /// The result of an operation that finished.
  package var value: Value? { if case .finished(let value) = self { value } else { nil } }
}

/// Races an operation against its time limit and its cancellation. The first to finish wins, and the
/// others are cancelled.
///
/// - Parameter cancellation: cancels the operation when it ends, in addition to cancelling the task.
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

/// The time limit of a fetch.
struct TimeLimit: Sendable {
  let duration: Duration
  var clock: any Clock<Duration> = ContinuousClock()

  /// Runs a fetch within the limit. Throws `timedOut` with the name of a host, or `cancelled`.
  func run<Value: Sendable>(
    naming host: String, cancelledBy cancellation: AsyncStream<Never>? = nil,
    _ fetch: @escaping @Sendable () async throws(LinkMetadataError) -> Value
  ) async throws(LinkMetadataError) -> Value {
    let outcome = await withTimeLimit(duration, clock: clock, cancelledBy: cancellation) {
      () async -> Result<Value, LinkMetadataError> in
      do throws(LinkMetadataError) {
        return .success(try await fetch())
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .finished(let result): return try result.get()
    case .timedOut: throw .timedOut(host: host, after: duration)
    case .cancelled: throw .cancelled
    }
  }
}
