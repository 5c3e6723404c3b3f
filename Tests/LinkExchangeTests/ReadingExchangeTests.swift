import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

@Suite("What was read")
struct ReadingExchangeTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  private static func place(_ progress: Double) -> ReadingPlace {
    ReadingPlace(block: Int(progress * 100), offset: 3, progress: progress)
  }

  /// Two devices that exchange changes. The first one has a saved link.
  private static func withDevices(
    ofWheels: Bool = false, _ body: (SyncDevice, SyncDevice, WebAddress) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let devices = try ["first", "second"].map { try SyncDevice($0, in: home, now: start) }
      for device in devices {
        try await device.sync.begin(device: device.name, remote: "test")
        try await device.sync.exchangeFacts(ofWheels: ofWheels, at: start)
      }
      let address = try #require(WebAddress("https://example.org/a"))
      _ = try await devices[0].store.save(LinkMetadata(originalAddress: address), at: start)
      try await body(devices[0], devices[1], address)
    }
  }

  private static func pass(from first: SyncDevice, to second: SyncDevice) async throws {
    try await second.receive(try await first.takeLines(), from: first.name)
  }

  @Test("is read elsewhere too, up to the same place, and unread again")
  func exchanged() async throws {
    try await Self.withDevices { first, second, address in
      try await first.store.setPlace(Self.place(0.6), of: address, after: nil, date: Self.start)
      try await Self.pass(from: first, to: second)
      #expect(try await second.store.reading(of: address) == ReadingState(place: Self.place(0.6)))
      try await second.store.markRead(true, [address], date: Self.start + 1)
      try await Self.pass(from: second, to: first)
      let read = ReadingState(place: Self.place(0.6), readAt: Self.start + 1)
      #expect(try await first.store.reading(of: address) == read)
      #expect(try await first.store.list(SavedQuery(filter: SavedFilter("is:read"))).ids.count == 1)
      try await first.store.markRead(false, [address], date: Self.start + 2)
      try await Self.pass(from: first, to: second)
      #expect(try await second.store.reading(of: address) == ReadingState(place: Self.place(0.6)))
    }
  }

  @Test("up to an earlier place doesn't replace a later one, whichever comes first")
  func order() async throws {
    try await Self.withDevices { first, second, address in
      try await Self.pass(from: first, to: second)
      first.clock.withLock { $0 = Self.start + 10 }
      second.clock.withLock { $0 = Self.start + 20 }
      try await first.store.setPlace(Self.place(0.2), of: address, after: nil, date: Self.start)
      try await second.store.setPlace(Self.place(0.6), of: address, after: nil, date: Self.start)
      let (older, newer) = (try await first.takeLines(), try await second.takeLines())
      try await first.receive(newer, from: "second")
      try await second.receive(older, from: "first")
      for device in [first, second] {
        #expect(try await device.store.reading(of: address)?.place == Self.place(0.6))
      }
      // Its mark and its place are set independently.
      try await second.store.markRead(true, [address], date: Self.start + 20)
      try await first.store.setPlace(
        Self.place(0.8), of: address, after: Self.place(0.6), date: Self.start + 30)
      try await Self.pass(from: second, to: first)
      try await Self.pass(from: first, to: second)
      let both = ReadingState(place: Self.place(0.8), readAt: Self.start + 20)
      for device in [first, second] {
        #expect(try await device.store.reading(of: address) == both)
      }
    }
  }

  @Test("of pages that aren't saved stays here until they are, unless seen links are exchanged")
  func unsaved() async throws {
    let other = try #require(WebAddress("https://example.org/other?utm_source=x"))
    try await Self.withDevices { first, second, _ in
      _ = try await first.takeLines()
      try await first.store.setPlace(Self.place(0.3), of: other, after: nil, date: Self.start)
      try await first.store.markRead(true, [other], date: Self.start)
      #expect(try await first.takeLines().isEmpty)
      _ = try await first.store.save(LinkMetadata(originalAddress: other), at: Self.start)
      try await Self.pass(from: first, to: second)
      let state = ReadingState(place: Self.place(0.3), readAt: Self.start)
      #expect(try await second.store.reading(of: other) == state)
    }
    try await Self.withDevices(ofWheels: true) { first, second, _ in
      try await first.store.setPlace(Self.place(0.3), of: other, after: nil, date: Self.start)
      try await Self.pass(from: first, to: second)
      #expect(try await second.store.reading(of: other)?.place == Self.place(0.3))
    }
  }

  @Test(
    "of a page that's saved later keeps the time at which it was read", arguments: [true, false])
  func savedLater(isWithFact: Bool) async throws {
    try await Self.withDevices { first, second, address in
      // The second device reads the page, doesn't save it, and knows nothing of the first.
      try await second.store.setPlace(Self.place(0.1), of: address, after: nil, date: Self.start)
      try await second.store.markRead(true, [address], date: Self.start)
      first.clock.withLock { $0 = Self.start + 60 }
      try await first.store.setPlace(Self.place(0.9), of: address, after: nil, date: first.now)
      second.clock.withLock { $0 = Self.start + 120 }
      let lines = try await first.takeLines()
      if isWithFact {
        _ = try await second.store.save(LinkMetadata(originalAddress: address), at: second.now)
        try await second.receive(lines, from: "first")
      } else {
        // The link comes in one part of the log, and the place in the next.
        try await second.receive(lines.filter { $0.contains("\"link\"") }, from: "first")
        try await second.receive(lines.filter { !$0.contains("\"link\"") }, from: "first")
      }
      try await Self.pass(from: second, to: first)
      let state = ReadingState(place: Self.place(0.9), readAt: Self.start)
      for device in [first, second] {
        #expect(try await device.store.reading(of: address) == state)
      }
    }
  }

  @Test("of a page that isn't saved isn't replaced by an earlier place of another device")
  func unsharedPlace() async throws {
    try await Self.withDevices { first, second, address in
      try await first.store.setPlace(Self.place(0.2), of: address, after: nil, date: Self.start)
      second.clock.withLock { $0 = Self.start + 60 }
      try await second.store.setPlace(Self.place(0.9), of: address, after: nil, date: second.now)
      try await Self.pass(from: first, to: second)
      try await Self.pass(from: second, to: first)
      for device in [first, second] {
        #expect(try await device.store.reading(of: address)?.place == Self.place(0.9))
      }
    }
  }

  @Test("of pages that aren't saved is told nobody any more once seen links aren't exchanged")
  func stopped() async throws {
    try await Self.withDevices(ofWheels: true) { first, _, address in
      let other = try #require(WebAddress("https://example.org/other"))
      for page in [address, other] {
        try await first.store.setPlace(Self.place(0.3), of: page, after: nil, date: Self.start)
      }
      try await first.sync.exchangeFacts(ofWheels: false, at: Self.start)
      let places = try await first.takeLines().filter { $0.contains("\"place\"") }
      #expect(places.count == 1 && places.first?.contains("/a\"") == true)
      try await first.sync.rename(to: "other", resendsAll: true)
      #expect(try await first.takeLines().filter { $0.contains("\"place\"") }.count == 1)
      try await first.sync.exchangeFacts(ofWheels: true, at: Self.start)
      try await first.sync.rename(to: "third", resendsAll: true)
      #expect(try await first.takeLines().filter { $0.contains("\"place\"") }.count == 2)
    }
  }

  @Test("before the first exchange is exchanged, with its own time")
  func adopted() async throws {
    try await withTemporaryHome { home in
      let device = try SyncDevice("first", in: home, now: Self.start)
      let addresses = try (0..<2).map {
        try #require(WebAddress("https://example.org/\($0)"))
      }
      _ = try await device.store.save(LinkMetadata(originalAddress: addresses[0]), at: Self.start)
      for address in addresses {
        try await device.store.setPlace(
          Self.place(0.5), of: address, after: nil, date: Self.start + 60)
        try await device.store.markRead(true, [address], date: Self.start + 30)
      }
      device.clock.withLock { $0 = Self.start + 1_000 }
      try await device.sync.begin(device: "first", remote: "test")
      for _ in 0..<2 {
        try await device.sync.exchangeFacts(ofWheels: false, at: device.now)
      }
      let lines = try await device.takeLines().filter { !$0.contains("\"link\"") }
      #expect(
        lines.sorted()
          == [
            #"{"at":"2025-06-15T15:07:10.000Z","read":"https://example.org/0","readAt":"2025-06-15T15:07:10.000Z"}"#,
            #"{"at":"2025-06-15T15:07:10.000Z","place":"https://example.org/0","progress":0.5,"block":50,"offset":3}"#,
          ].sorted())
    }
  }

  @Test("is forgotten with old pages on one device, and stays on the others")
  func pruned() async throws {
    try await Self.withDevices(ofWheels: true) { first, second, _ in
      let other = try #require(WebAddress("https://example.org/other"))
      try await first.store.setPlace(Self.place(0.3), of: other, after: nil, date: Self.start)
      try await Self.pass(from: first, to: second)
      try await first.store.file.write { try $0.execute(sql: "DELETE FROM reading") }
      #expect(try await first.takeLines().isEmpty)
      #expect(try await second.store.reading(of: other)?.place == Self.place(0.3))
    }
  }
}
