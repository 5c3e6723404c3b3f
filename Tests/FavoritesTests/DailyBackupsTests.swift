import Foundation
import LinkPreview
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites
@testable import LinkStore

@MainActor
@Suite(.takesTurn)
struct DailyBackupsTests {
  @Test("a copy is made soon after the start, and once a day, and never holds up the main actor")
  func daily() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      func save(_ name: String) async throws {
        let url = try #require(URL(string: "https://example.org/\(name)"))
        _ = try await store.save(LinkMetadata(originalURL: url), at: Date())
      }
      let (clock, day) = (SteppedClock(), Locked(0.0))
      let backups = DailyBackups(saved: store, clock: clock) {
        Date(timeIntervalSince1970: 1_700_000_000 + day.withLock(\.self) * 86_400)
      }
      let task = Task { await backups.run() }
      try await save("1")
      await clock.step()
      #expect(store.backups.all.count == 1)
      try await save("2")
      await clock.step()
      #expect(store.backups.all.count == 1)
      day.withLock { $0 = 1 }
      clock.wake()
      // The main actor does nothing else meanwhile.
      let deadline = ContinuousClock.now + .seconds(60)
      while store.backups.all.count < 2, ContinuousClock.now < deadline { usleep(1_000) }
      #expect(store.backups.all.count == 2)
      await clock.step()
      // A failure ends nothing.
      try await save("3")
      let folder = store.backups.folder
      let other = home.file("other")
      try FileManager.default.moveItem(at: folder, to: other)
      try Data().write(to: folder)
      day.withLock { $0 = 2 }
      await clock.step()
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: other, to: folder)
      #expect(store.backups.all.count == 2)
      await clock.step()
      #expect(store.backups.all.count == 3)
      task.cancel()
      await task.value
    }
  }
}
