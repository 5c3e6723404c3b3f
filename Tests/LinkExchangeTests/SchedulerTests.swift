import Foundation
import LinkStore
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites
@testable import LinkExchange

/// A clock whose long pauses don't end by themselves, and whose short ones are over at once.
private struct PauseCountingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  let counts = Locked((short: 0, long: 0))

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard now.duration(to: deadline) > .seconds(1) else {
      return counts.withLock { $0.short += 1 }
    }
    counts.withLock { $0.long += 1 }
    try await Task.sleep(for: .seconds(3600))
  }
}

@Suite("The exchange while the program runs", .takesTurn)
struct SchedulerTests {
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
      let posted = Locked<[News]>([])
      let clock = SteppedClock()
      let keeper = SyncScheduler(
        store: device.sync, folder: folder, clock: clock, presence: Presence { device.now },
        report: { action in posted.withLock { $0.append(action) } })
      let running = Task { await keeper.run() }
      try await clock.step {
        posted.withLock { actions in
          actions.count {
            if case .exchangeChanged(let status?) = $0 { status.isExchanging } else { false }
          } >= 3
        }
      }
      #expect(try shared.contents.isEmpty)
      #expect(try await device.sync.state()?.failure == nil)
      lock.release()
      try await clock.step { try await device.sync.state()?.waitingCount == 0 }
      try await clock.step { try await device.sync.state()?.news == nil }
      running.cancel()
      await running.value
      #expect(try await device.sync.state()?.failure == nil)
      #expect(try shared.logs == ["first/2025-06.jsonl"])
      let news = posted.withLock { actions in
        actions.count { $0 == .exchangeReported("the recipients have changed") }
      }
      #expect(news == 1)
    }
  }

  /// A device whose program exchanges changes.
  private struct Running {
    let device: SyncDevice
    let scheduler: SyncScheduler
    let presence: Presence
    let clock = SteppedClock()
    let posted = Locked<[News]>([])
    let isMetered = Locked(false)
    let meterReadings = Locked(0)

    init(_ name: String, at target: String, in home: TemporaryHome) async throws {
      device = try SyncDevice(name, in: home, now: EncryptedFolder.start)
      try await device.sync.begin(device: name, remote: target)
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: home.file("\(name)/saved.sqlite"), cacheFile: home.file("\(name)/cache.sqlite"))
      )
      presence = Presence { [device] in device.now }
      scheduler = SyncScheduler(
        store: device.sync, folder: folder, clock: clock, presence: presence,
        isMetered: { [isMetered, meterReadings] in
          meterReadings.withLock { $0 += 1 }
          return isMetered.withLock(\.self)
        },
        report: { [posted] action in posted.withLock { $0.append(action) } })
    }

    /// The states that were posted.
    private var statuses: [SyncStatus] {
      posted.withLock { actions in
        actions.compactMap { if case .exchangeChanged(let status?) = $0 { status } else { nil } }
      }
    }

    /// How many exchanges have begun.
    var exchanges: Int { statuses.count(where: \.isExchanging) }

    /// Looks until an exchange has ended.
    func waitForExchange(_ count: Int) async throws {
      try await clock.step { exchanges == count }
      #expect(statuses.last?.isExchanging == false)
    }

    func use(isReturn: Bool = false) {
      if presence.noteUse() { scheduler.lookAgain() }
      if isReturn { scheduler.noteReturn() }
    }

    func pass(_ seconds: Double) { device.clock.withLock { $0 += seconds } }

    func linkCount() async throws -> Int { try await device.store.list(SavedQuery()).ids.count }

    func run(while body: () async throws -> Void) async throws {
      let running = Task { [scheduler] in await scheduler.run() }
      do { try await body() } catch {
        running.cancel()
        throw error
      }
      running.cancel()
      await running.value
    }

    /// Looks more often than an exchange needs to begin.
    func look() async { for _ in 0..<10 { await clock.step() } }
  }

  @Test("takes over what others write to a folder, though no time passes")
  func watches() async throws {
    try await withRemote(.folder) { shared in
      let target = "folder \(shared.path)"
      let (first, second) = (
        try await Running("first", at: target, in: shared.home),
        try await Running("second", at: target, in: shared.home)
      )
      try await first.run {
        try await second.run {
          /// Looks on both devices, which is soon after files have changed.
          func look(until isMet: () async throws -> Bool) async throws {
            try await first.clock.step {
              await second.clock.step()
              return try await isMet()
            }
          }
          try await look {
            let logs = [try await first.device.sync.logs(), try await second.device.sync.logs()]
            return logs.allSatisfy { $0.count == 2 }
          }
          for number in 1...3 {
            try await first.device.save("\(number)")
            try await look { try await second.linkCount() == number }
          }
          try await look { try await first.device.sync.state()?.waitingCount == 0 }
        }
      }
      #expect(
        second.posted.withLock { actions in actions.contains(.linksChanged) })
    }
  }

  @Test("asks a repository when the user comes back, and twice a minute while keys are pressed")
  func used() async throws {
    try await withRemote(.git) { shared in
      let target = "git \(shared.path)"
      let first = try await Running("first", at: target, in: shared.home)
      let other = try SyncDevice("other", in: shared.home, now: EncryptedFolder.start)
      try await other.sync.begin(device: "other", remote: target)
      let engine = SyncEngine(
        store: other.sync, remote: try shared.gitRemote("other"), host: "other",
        now: { other.now })
      func save(_ path: String) async throws {
        try await other.save(path)
        _ = try await engine.run()
      }
      try await first.run {
        try await first.waitForExchange(1)
        try await save("1")
        // Nobody is there.
        first.pass(40)
        await first.look()
        #expect(first.exchanges == 1)
        first.use()
        try await first.waitForExchange(2)
        #expect(try await first.linkCount() == 1)
        try await save("2")
        first.pass(4)
        first.use(isReturn: true)
        await first.look()
        #expect(try await first.linkCount() == 1)
        first.pass(1)
        try await first.waitForExchange(3)
        #expect(try await first.linkCount() == 2)
        try await save("3")
        first.pass(29)
        await first.look()
        #expect(first.exchanges == 3)
        first.pass(572)
        try await first.waitForExchange(4)
        #expect(try await first.linkCount() == 3)
      }
    }
  }

  @Test("where links aren't exchanged, nothing is looked at until the store changes")
  func off() async throws {
    try await withRemote(.folder) { shared in
      let device = try SyncDevice("first", in: shared.home, now: EncryptedFolder.start)
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: shared.home.file("first/saved.sqlite"),
          cacheFile: shared.home.file("first/cache.sqlite")))
      let clock = PauseCountingClock()
      let posted = Locked<[News]>([])
      let scheduler = SyncScheduler(
        store: device.sync, folder: folder, clock: clock, presence: Presence { device.now },
        report: { action in posted.withLock { $0.append(action) } })
      let running = Task { await scheduler.run() }
      for count in 1...3 {
        scheduler.lookAgain()
        try await waitUntil { clock.counts.withLock(\.short) >= count }
      }
      #expect(clock.counts.withLock(\.long) == 0)
      try await device.sync.begin(device: "first", remote: "folder \(shared.path)")
      scheduler.lookAgain()
      try await waitUntil { !posted.withLock(\.isEmpty) }
      running.cancel()
      await running.value
    }
  }

  @Test("starts nothing on a metered connection, but what the user asks for")
  func metered() async throws {
    try await withTemporaryHome { home in
      let first = try await Running("first", at: "git http://127.0.0.1:9/links.git", in: home)
      first.isMetered.withLock { $0 = true }
      try await first.run {
        for readings in 1...3 {
          try await first.clock.step { first.meterReadings.withLock(\.self) == readings }
          await first.look()
          // The next reading comes after a pause.
          #expect(first.meterReadings.withLock(\.self) == readings)
          first.pass(30)
        }
        #expect(first.exchanges == 0)
        await first.scheduler.exchange(waits: true)
        #expect(first.exchanges == 1)
        #expect(try await first.device.sync.state()?.failure != nil)
      }
    }
  }

  @Test("waits twice as long after each failure, and no longer than usual")
  func failures() async throws {
    try await withTemporaryHome { home in
      let first = try await Running("first", at: "folder \(home.file("missing").path())", in: home)
      try await first.run {
        for (count, pause) in [60.0, 120, 240, 480, 600, 600].enumerated() {
          try await first.waitForExchange(count + 1)
          first.use(isReturn: true)
          first.pass(pause - 1)
          await first.look()
          #expect(first.exchanges == count + 1)
          first.pass(1)
        }
      }
    }
  }

  @Test("a lock that's released is free, though a child process has its file open for a moment")
  func inherited() async throws {
    try await withTemporaryHome { home in
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: home.file("data/saved.sqlite"), cacheFile: home.file("cache.sqlite")))
      let lock = try await folder.lock(waits: false)
      // As a child has it between fork and exec.
      let copy = dup(lock.descriptor)
      defer { close(copy) }
      lock.release()
      try await folder.lock(waits: false).release()
    }
  }

  @Test(
    "one that waits for the lock gets it, however often its file is removed", arguments: [2, 8])
  func lock(count: Int) async throws {
    try await withTemporaryHome { home in
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: home.file("data/saved.sqlite"), cacheFile: home.file("cache.sqlite")))
      let (inside, most) = (Locked(0), Locked(0))
      try await withThrowingTaskGroup { group in
        for _ in 0..<count {
          group.addTask {
            for _ in 0..<3 {
              let lock = try await folder.lock(waits: true)
              let now = inside.withLock {
                $0 += 1
                return $0
              }
              most.withLock { $0 = max($0, now) }
              await Task.yield()
              inside.withLock { $0 -= 1 }
              folder.removeIfUnused()
              lock.release()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(most.withLock(\.self) == 1)
      #expect(!folder.isThere)
    }
  }
}
