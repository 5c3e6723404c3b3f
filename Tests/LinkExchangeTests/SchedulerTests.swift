import Foundation
import LinkStore
import NIOConcurrencyHelpers
import RayletteApp
import TestSupport
import Testing

@testable import LinkExchange
@testable import RayletteRuntime

/// A clock whose pauses are over at once.
private struct HurriedClock: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    await Task.yield()
  }
}

@Suite("The exchange while the program runs", .timeLimit(.minutes(2)))
struct SchedulerTests {
  private static func wait(until isTrue: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !(try await isTrue()) {
      try #require(ContinuousClock.now < deadline)
      await Task.yield()
    }
  }

  @Test("doesn't take another program's for a failure, follows it soon, and says its news once")
  func busy() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let device = try await shared.device("first", saving: "1")
      let path = shared.url.path(percentEncoded: false)
      try await device.sync.settle(at: "folder \(path)")
      try await device.sync.note(recipients: [], news: "the recipients have changed")
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: home.file("data/saved.sqlite"), cacheFile: home.file("cache.sqlite")))
      let lock = try await folder.lock(waits: false)
      let posted = NIOLockedValueBox<[Action]>([])
      let keeper = SyncScheduler(
        store: device.sync, folder: folder, clock: HurriedClock(), now: { device.now },
        post: { action in posted.withLockedValue { $0.append(action) } })
      let running = Task { await keeper.run() }
      try await Self.wait {
        posted.withLockedValue { actions in
          actions.count {
            if case .sync(.changed(let status?)) = $0 { status.isExchanging } else { false }
          } >= 3
        }
      }
      #expect(try shared.contents.isEmpty)
      #expect(try await device.sync.state()?.failure == nil)
      lock.release()
      try await Self.wait { try await device.sync.state()?.waitingCount == 0 }
      try await Self.wait { try await device.sync.state()?.news == nil }
      running.cancel()
      await running.value
      #expect(try await device.sync.state()?.failure == nil)
      #expect(try shared.logs == ["first/2025-06.jsonl"])
      let news = posted.withLockedValue { actions in
        actions.count { $0 == .sync(.news("the recipients have changed")) }
      }
      #expect(news == 1)
    }
  }

  @Test(
    "one that waits for the lock gets it, however often its file is removed", arguments: [2, 8])
  func lock(count: Int) async throws {
    try await withTemporaryHome { home in
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: home.file("data/saved.sqlite"), cacheFile: home.file("cache.sqlite")))
      let (inside, most) = (NIOLockedValueBox(0), NIOLockedValueBox(0))
      try await withThrowingTaskGroup { group in
        for _ in 0..<count {
          group.addTask {
            for _ in 0..<3 {
              let lock = try await folder.lock(waits: true)
              let now = inside.withLockedValue {
                $0 += 1
                return $0
              }
              most.withLockedValue { $0 = max($0, now) }
              await Task.yield()
              inside.withLockedValue { $0 -= 1 }
              folder.removeIfUnused()
              lock.release()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(most.withLockedValue(\.self) == 1)
      #expect(!folder.isThere)
    }
  }
}
