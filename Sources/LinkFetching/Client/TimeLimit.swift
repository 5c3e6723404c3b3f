import LinkPreview
import TaskLimits

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
