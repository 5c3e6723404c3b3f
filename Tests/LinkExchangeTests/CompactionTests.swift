import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange

@Suite("Logs that grow")
struct CompactionTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  @Test("lose what was replaced, once their month is over, and say the same to a new device")
  func compacts() async throws {
    try await withTemporaryHome { home in
      let shared = SharedFiles()
      func engine(_ device: SyncDevice) -> SyncEngine {
        let remote = SlowRemote(
          shared: shared, device: device.name, random: Locked(SeededRandom(seed: 1)),
          isFaulty: Locked(false))
        var engine = SyncEngine(store: device.sync, remote: remote, host: device.name) {
          device.now
        }
        engine.compactionSize = 1_000
        return engine
      }
      let first = try SyncDevice("first", in: home, now: Self.start)
      try await first.sync.begin(device: "first", remote: "test")
      let address = try #require(WebAddress("https://example.org/a"))
      let link = try await first.store.save(LinkMetadata(originalAddress: address), at: Self.start)
      for number in 0..<50 {
        first.clock.withLock { $0 += 60 }
        try await first.store.apply(
          .set(.note, [link.link.id: "note \(number)"]), at: first.now)
        _ = try await engine(first).run()
      }
      let month = SharedFiles.Name(device: "first", name: "2025-06")
      let before = try #require(shared.files.withLock { $0[month] })
      #expect(String(decoding: before, as: UTF8.self).contains("note 3\""))
      // Another month.
      first.clock.withLock { $0 += 40 * 86_400 }
      try await first.store.apply(.addTags(["new"], to: [link.link.id]), at: first.now)
      _ = try await engine(first).run()
      let after = try #require(shared.files.withLock { $0[month] })
      #expect(after.count * 2 < before.count)
      #expect(!String(decoding: after, as: UTF8.self).contains("note 3\""))
      // Of two devices that change the same in turn, each leaves out what the other has replaced.
      let other = try SyncDevice("other", in: home, now: first.now)
      try await other.sync.begin(device: "other", remote: "test")
      _ = try await engine(other).run()
      for number in 0..<60 {
        let device = number % 2 == 0 ? other : first
        let id = try #require(try await device.store.list(SavedQuery()).ids.first)
        for device in [first, other] { device.clock.withLock { $0 += 86_400 } }
        try await device.store.apply(.set(.note, [id: "turn \(number)"]), at: device.now)
        for device in [first, other] { _ = try await engine(device).run() }
      }
      let texts = shared.files.withLock { files in
        files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
      }
      #expect(texts.contains("turn 59\"") && !texts.contains("turn 3\""))
      try await first.store.apply(.set(.note, [link.link.id: "note 49"]), at: first.now)
      // It's still our log.
      try await first.store.apply(.addTags(["newer"], to: [link.link.id]), at: first.now)
      #expect(try await engine(first).run().newName == nil)
      let second = try SyncDevice("second", in: home, now: first.now)
      try await second.sync.begin(device: "second", remote: "test")
      _ = try await engine(second).run()
      #expect(try await second.export() == first.export())
      #expect(try await second.export().first?.contains("note 49|new,newer") == true)
    }
  }
}
