/// Wakes a task that waits for news. Signals that are sent while nobody waits count as one.
///
/// ```swift
/// let signal = WakeSignal()
/// watcher.onChange = { signal.send() }
/// while await signal.wait(atMost: .seconds(60)) != .cancelled { look() }
/// ```
package struct WakeSignal: Sendable {
  package enum Reason: Sendable { case sent, timeUp, cancelled }

  private let reasons: AsyncStream<Reason>
  private let input: AsyncStream<Reason>.Continuation

  package init() {
    (reasons, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package func send() { input.yield(.sent) }

  /// Waits for a signal. Only one task may wait at a time, and not again once it was cancelled.
  /// - Parameter limit: how long to wait at most; nil to wait for a signal only.
  package func wait(
    atMost limit: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async -> Reason {
    await withDiscardingTaskGroup { group in
      if let limit {
        group.addTask { if (try? await clock.sleep(for: limit)) != nil { input.yield(.timeUp) } }
      }
      var iterator = reasons.makeAsyncIterator()
      let reason = await iterator.next() ?? .cancelled
      group.cancelAll()
      return Task.isCancelled ? .cancelled : reason
    }
  }
}
