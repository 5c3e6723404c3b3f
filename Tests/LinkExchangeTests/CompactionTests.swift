import Foundation
import LinkPreview
import LinkStore
import LinkSync
import Markup
import NIOConcurrencyHelpers
import TestSupport
import Testing
import Links

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
          shared: shared, device: device.name, random: NIOLockedValueBox(SeededRandom(seed: 1)),
          isFaulty: NIOLockedValueBox(false))
        return SyncEngine(store: device.sync, remote: remote, host: device.name) { device.now }
      }
      let first = try SyncDevice("first", in: home, now: Self.start)
      try await first.sync.begin(device: "first", remote: "test")
      let address = try #require(WebAddress("https://example.org/a"))
      let link = try await first.store.save(LinkMetadata(originalAddress: address), at: Self.start)
      for number in 0..<50 {
        first.clock.withLockedValue { $0 += 60 }
        try await first.store.apply(
          .set(.note, [link.link.id: "note \(number)"]), at: first.now)
        _ = try await engine(first).run()
      }
      let month = SharedFiles.Name(device: "first", name: "2025-06")
      let before = try #require(shared.files.withLockedValue { $0[month] })
      #expect(String(decoding: before, as: UTF8.self).contains("note 3\""))
      // Another month.
      first.clock.withLockedValue { $0 += 40 * 86_400 }
      try await first.store.apply(.addTags(["new"], to: [link.link.id]), at: first.now)
      _ = try await engine(first).run()
      let after = try #require(shared.files.withLockedValue { $0[month] })
      #expect(after.count * 2 < before.count)
      #expect(!String(decoding: after, as: UTF8.self).contains("note 3\""))
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
