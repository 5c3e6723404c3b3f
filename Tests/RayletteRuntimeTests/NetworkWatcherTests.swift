import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import RayletteApp
@testable import RayletteRuntime

struct NetworkWatcherTests {
  @Test(
    "a metered connection is one that NetworkManager calls so, or guesses it is",
    arguments: [
      ("u 1\n", true), ("u 3\n", true), ("u 0\n", false), ("u 2\n", false), ("u 4\n", false),
      ("", false), ("u 11", false),
    ])
  func metered(answer: String, isMetered: Bool) {
    #expect(MeteredConnection.isMetered(answer) == isMetered)
  }

  @Test("a lost network and one that's back are reported once, with its meter")
  func changes() async {
    let states = NIOLockedValueBox([true, true, false, false, true, true])
    let (posted, input) = AsyncStream.makeStream(of: Action.self)
    let watcher = NetworkWatcher(
      clock: ImmediateClock(),
      isUp: { states.withLockedValue { $0.count > 1 ? $0.removeFirst() : $0[0] } },
      isMetered: { states.withLockedValue { $0.count < 3 } }, version: { 0 }, lookAgain: {}
    ) { input.yield($0) }
    let task = Task { await watcher.run() }
    var actions: [Action] = []
    for await action in posted {
      actions.append(action)
      if actions.count == 3 { break }
    }
    task.cancel()
    #expect(
      actions == [
        .program(.networkChanged(isUp: false)), .program(.networkChanged(isUp: true)),
        .program(.meterChanged(isMetered: true)),
      ])
  }
}

/// A clock on which every wait is over at once.
private struct ImmediateClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    await Task.yield()
  }
}
