/// Races a fetch against its time limit and cancellation. The first to finish wins, and the others
/// are cancelled.
struct TimeLimit: Sendable {
  let duration: Duration
  var clock: any Clock<Duration> = ContinuousClock()

  func run<Value: Sendable>(
    naming host: String, cancelledBy cancelled: AsyncStream<Never>? = nil,
    _ fetch: @escaping @Sendable () async throws(LinkMetadataError) -> Value
  ) async throws(LinkMetadataError) -> Value {
    let outcome = await withTaskGroup(of: Result<Value, LinkMetadataError>.self) { group in
      group.addTask {
        do throws(LinkMetadataError) {
          return .success(try await fetch())
        } catch {
          return .failure(error)
        }
      }
      group.addTask { [self] in
        do {
          try await clock.sleep(for: duration)
          return .failure(.timedOut(host: host, after: duration))
        } catch {
          return .failure(.cancelled)
        }
      }
      if let cancelled {
        group.addTask {
          for await _ in cancelled {}
          return .failure(.cancelled)
        }
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return first
    }
    return try outcome.get()
  }
}
