import Links

/// How often a push is tried, and how long it waits when another device was first.
struct SyncRetries: Sendable {
  var limit = 20
  /// Different on each device, because those that wait equally long would meet again.
  var seed = UInt64.random(in: .min ... .max)
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Waits before a try, longer each time.
  /// - Parameter attempt: 1 for the second try.
  func wait(beforeAttempt attempt: Int) async throws(SyncRemoteError) {
    do {
      try await sleep(pause(beforeAttempt: attempt))
    } catch {
      throw .cancelled
    }
  }

  func pause(beforeAttempt attempt: Int) -> Duration {
    var generator = SplitMix64(seed: seed &+ UInt64(attempt))
    let longest = min(100 << attempt, 5_000)
    return .milliseconds(Int.random(in: longest / 4...longest, using: &generator))
  }
}
