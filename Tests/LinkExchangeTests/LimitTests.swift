import Foundation
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

@Suite("What's as long as it may be")
struct LimitTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  private static func device(_ name: String, in home: TemporaryHome) async throws -> SyncDevice {
    let device = try SyncDevice(name, in: home, now: start)
    try await device.sync.begin(device: name, remote: "test")
    return device
  }

  /// Saves a link with as much as anybody can give it.
  private static func save(_ address: String, on device: SyncDevice) async throws {
    var metadata = LinkMetadata(originalAddress: try #require(WebAddress(address)))
    metadata.title = String(repeating: "ü", count: 499) + "…"
    metadata.summary = String(repeating: "語 ", count: 2_499) + "語"
    metadata.siteName = "Site"
    metadata.feeds = (0..<2_000).compactMap { URL(string: "https://example.org/feeds/\($0)") }
    let id = try await device.store.save(metadata, at: start).link.id
    let lines = (0..<200).map { "\($0) " + String(repeating: "😀", count: 90) }
    try await device.store.apply(.set(.note, [id: lines.joined(separator: "\n")]), at: start)
    let tags = (0..<1_000).map { "tag \($0) " + String(repeating: "ж", count: 80) }
    try await device.store.apply(.setTags([id: tags.reversed()]), at: start)
    // Some are set again later, and some are removed.
    try await device.store.apply(.removeTags(Array(tags.prefix(300)), from: [id]), at: start + 1)
    try await device.store.apply(.addTags(Array(tags.prefix(150)), to: [id]), at: start + 2)
  }

  private static let addresses = [
    "https://example.org/a", "https://example.org/" + String(repeating: "long/", count: 14_000),
  ]

  @Test("comes to the other devices as it is, and agrees with the log")
  func wholeLinks() async throws {
    try await withTemporaryHome { home in
      let (first, second) = (
        try await Self.device("first", in: home), try await Self.device("second", in: home)
      )
      for address in Self.addresses { try await Self.save(address, on: first) }
      let links = try await first.export()
      #expect(links.count == 2)
      let lines = try await first.takeLines()
      try await second.receive(lines.reversed(), from: "first")
      #expect(try await second.export() == links)
      let id = try #require(try await second.store.list(SavedQuery()).ids.first)
      #expect(try await second.store.links([id]).first?.tags.count == 850)
      // Also when it's changed there.
      try await second.store.apply(.addTags(["last"], to: [id]), at: Self.start)
      try await first.receive(try await second.takeLines(), from: "second")
      #expect(try await second.export() == first.export())

      let log = SyncLogReader(Data(lines.map { $0 + "\n" }.joined().utf8), device: "first")
      let other = try await Self.device("third", in: home)
      try await other.receive(lines, from: "first")
      try await other.sync.beginComparison()
      let changes = try await other.sync.compare(log, of: "first", at: Self.start)
      #expect(changes.links == 0)
      #expect(try await other.sync.endComparison(at: Self.start) == 0)
      #expect(try await other.export() == links)
    }
  }

  @Test("a store that begins to exchange sends each link with all its tags")
  func beginning() async throws {
    try await withTemporaryHome { home in
      let first = try SyncDevice("first", in: home, now: Self.start)
      for address in Self.addresses { try await Self.save(address, on: first) }
      try await first.sync.begin(device: "first", remote: "test")
      let second = try await Self.device("second", in: home)
      let lines = try await first.takeLines()
      #expect(lines.count == 2)
      try await second.receive(lines, from: "first")
      #expect(try await second.export() == first.export())
    }
  }
}
