import Links

/// The number of tries, and the pauses between them.
struct SyncRetries: Sendable {
  var limit = 20
  /// Different on each device, because devices with equal pauses would collide again.
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
    let longest = min(100 << min(attempt, 6), 5_000)
    return .milliseconds(Int.random(in: longest / 4...longest, using: &generator))
  }
}
