import Foundation
import TaskLimits
import TestSupport
import Testing

@testable import Favorites

@Suite(.takesTurn)
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
    let presence = Presence { Date(timeIntervalSince1970: 0) }
    presence.noteUse()
    let states = Locked([true, true, false, false, true, true])
    let (posted, input) = AsyncStream.makeStream(of: News.self)
    let watcher = NetworkWatcher(
      clock: ImmediateClock(), presence: presence,
      isUp: { states.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } },
      isMetered: { states.withLock { $0.count < 3 } }, version: { 0 },
      isEveryHostMissing: { false }, lookUpAgain: {}
    ) { input.yield($0) }
    let task = Task { await watcher.run() }
    var actions: [News] = []
    for await action in posted {
      actions.append(action)
      if actions.count == 3 { break }
    }
    task.cancel()
    #expect(
      actions == [
        .networkChanged(isUp: false), .networkChanged(isUp: true),
        .meterChanged(isMetered: true),
      ])
  }
}

extension NetworkWatcherTests {
  @Test("while nobody is there, the network is looked at when that's asked for only")
  func idle() async throws {
    let (looks, states) = (Locked(0), Locked(true))
    let (posted, input) = AsyncStream.makeStream(of: News.self)
    let watcher = NetworkWatcher(
      clock: ImmediateClock(), presence: Presence { Date(timeIntervalSince1970: 0) },
      isUp: {
        looks.withLock { $0 += 1 }
        return states.withLock(\.self)
      },
      isMetered: { false }, version: { 0 }, isEveryHostMissing: { false }, lookUpAgain: {}
    ) { input.yield($0) }
    let task = Task { await watcher.run() }
    for count in 1...2 {
      try await waitUntil { looks.withLock(\.self) >= count }
      for _ in 0..<100 { await Task.yield() }
      #expect(looks.withLock(\.self) == count)
      if count == 2 { states.withLock { $0 = false } }
      watcher.lookAgain()
    }
    var actions: [News] = []
    for await action in posted {
      actions.append(action)
      break
    }
    task.cancel()
    await task.value
    #expect(actions == [.networkChanged(isUp: false)])
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
