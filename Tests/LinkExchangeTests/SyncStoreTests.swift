import Foundation
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

@Suite("Changes on several devices")
struct SyncStoreTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  private static func withDevices(
    _ count: Int, _ body: ([SyncDevice]) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let devices = try (0..<count).map { number in
        try SyncDevice("device-\(number)", in: home, now: start)
      }
      for device in devices { try await device.sync.begin(device: device.name, remote: "test") }
      try await body(devices)
    }
  }

  private static func metadata(_ address: String, title: String? = nil) throws -> LinkMetadata {
    var metadata = LinkMetadata(originalAddress: try #require(WebAddress(address)))
    metadata.title = title
    return metadata
  }

  /// Gives each device what the others have to tell.
  private static func exchange(_ devices: [SyncDevice]) async throws {
    for device in devices {
      let lines = try await device.takeLines()
      for other in devices where other.name != device.name {
        try await other.receive(lines, from: device.name)
      }
    }
  }

  @Test("a tag that's added here and one that's removed there: both wishes are kept")
  func tags() async throws {
    try await Self.withDevices(2) { devices in
      let (first, second) = (devices[0], devices[1])
      _ = try await first.store.save(try Self.metadata("https://example.org/a"), at: Self.start)
      try await first.store.apply(.addTags(["one", "two"], to: [1]), at: Self.start)
      try await Self.exchange(devices)
      try await first.store.apply(.removeTags(["One"], from: [1]), at: Self.start)
      try await second.store.apply(.addTags(["Three"], to: [1]), at: Self.start)
      try await Self.exchange(devices)
      for device in devices {
        #expect(try await device.store.links([1]).first?.tags == ["two", "Three"])
      }
    }
  }

  @Test("the history of a link says from which device a change came")
  func history() async throws {
    try await Self.withDevices(2) { devices in
      _ = try await devices[0].store.save(
        try Self.metadata("https://example.org/a"), at: Self.start)
      try await Self.exchange(devices)
      try await devices[0].store.apply(.addTags(["t"], to: [1]), at: Self.start)
      try await Self.exchange(devices)
      #expect(
        try await devices[1].store.history(of: 1).map { "\($0.text) \($0.change.originText)" }
          == ["Tagged t from device-0", "Saved from device-0"])
    }
  }

  @Test("a link that's deleted for good stays if another device has edited it since")
  func deletion() async throws {
    try await Self.withDevices(2) { devices in
      let (first, second) = (devices[0], devices[1])
      for name in ["a", "b"] {
        _ = try await first.store.save(
          try Self.metadata("https://example.org/\(name)"), at: Self.start)
      }
      try await first.store.apply(.trash([1, 2], at: Self.start), at: Self.start)
      try await Self.exchange(devices)
      try await second.store.apply(.restore([1]), at: Self.start)
      // Later by the clock, but without having seen the edit.
      first.clock.withLock { $0 += 3600 }
      try await first.store.emptyTrash(removedBefore: Self.start + 10)
      try await Self.exchange(devices)
      for device in devices {
        #expect(try await device.export().map { $0.prefix(21) } == ["https://example.org/a"])
      }
    }
  }

  @Test("a changed address is a change like others")
  func addressChange() async throws {
    try await Self.withDevices(2) { devices in
      let first = devices[0]
      _ = try await first.store.save(
        try Self.metadata("https://example.org/old", title: "T"), at: Self.start)
      try await first.store.apply(.set(.note, [1: "A note"]), at: Self.start)
      try await Self.exchange(devices)
      let address = try #require(WebAddress("https://example.com/new"))
      let inverse = try await first.store.apply(.setAddresses([1: address]), at: Self.start)
      try await Self.exchange(devices)
      let moved = try await devices[1].export()
      #expect(moved == (try await first.export()) && moved.count == 1)
      #expect(moved.first?.contains("example.com/new|T|-|A note") == true)
      try await first.store.apply(inverse, at: Self.start)
      try await Self.exchange(devices)
      let back = try await devices[1].export()
      #expect(back == (try await first.export()) && back.count == 1)
      #expect(back.first?.contains("example.org/old|T|-|A note") == true)
    }
  }

  @Test("a store of before has the times at which its links were saved")
  func earlierLinks() async throws {
    try await withTemporaryHome { home in
      let first = try SyncDevice("first", in: home, now: Self.start)
      let second = try SyncDevice("second", in: home, now: Self.start)
      for (device, age) in [(first, 100.0), (second, 50)] {
        _ = try await device.store.save(
          try Self.metadata("https://example.org/a", title: device.name), at: Self.start - age)
      }
      try await first.store.apply(.set(.note, [1: "only here"]), at: Self.start)
      for device in [first, second] { try await device.sync.begin(device: device.name, remote: "") }
      try await Self.exchange([first, second])
      let lines = try await first.export()
      #expect(lines == (try await second.export()))
      #expect(lines.first?.contains("/a|second|-|only here") == true)
    }
  }

  @Test("what's recorded while nothing is exchanged isn't lost")
  func leaving() async throws {
    try await Self.withDevices(2) { devices in
      _ = try await devices[0].store.save(
        try Self.metadata("https://example.org/a"), at: Self.start)
      try await Self.exchange(devices)
      try await devices[1].store.apply(.set(.note, [1: "of the other"]), at: Self.start)
      try await devices[0].sync.leave()
      try await devices[0].store.apply(.set(.note, [1: "after leaving"]), at: Self.start)
      #expect(try await devices[0].sync.state()?.remote == nil)
      try await devices[0].sync.begin(device: "device-again", remote: "elsewhere")
      try await Self.exchange(devices)
      let lines = try await devices[0].export()
      #expect(lines == (try await devices[1].export()))
      #expect(lines.count == 1)
    }
  }

  @Test("tags in another order, and written differently, have that order everywhere")
  func tagOrder() async throws {
    try await Self.withDevices(2) { devices in
      let (first, second) = (devices[0], devices[1])
      _ = try await first.store.save(try Self.metadata("https://example.org/a"), at: Self.start)
      try await first.store.apply(.addTags(["to read", "Swift"], to: [1]), at: Self.start)
      try await Self.exchange(devices)
      try await first.store.apply(.setTags([1: ["swift", "to read", "c++"]]), at: Self.start)
      try await Self.exchange(devices)
      #expect(try await second.store.links([1]).first?.tags == ["swift", "to read", "c++"])
      try await first.store.apply(.setTags([1: ["new", "swift", "c++"]]), at: Self.start)
      try await Self.exchange(devices)
      let (here, there) = (first.store, second.store)
      let tags = try await here.links([1]).first?.tags
      #expect(try await tags == there.links([1]).first?.tags)
      #expect(tags == ["new", "swift", "c++"])
    }
  }

  @Test("tags that are added after a clock was ahead keep their order everywhere")
  func aheadOfTime() async throws {
    try await Self.withDevices(2) { devices in
      let (first, second) = (devices[0], devices[1])
      _ = try await first.store.save(try Self.metadata("https://example.org/a"), at: Self.start)
      try await Self.exchange(devices)
      let ahead =
        #"{"at":"2025-06-20T00:00:00.000Z","link":"https://example.org/a","untagged":["b","a"]}"#
      for device in devices { try await device.receive([ahead], from: "ahead") }
      try await first.store.apply(.addTags(["b"], to: [1]), at: Self.start)
      try await Self.exchange(devices)
      try await first.store.apply(.addTags(["a"], to: [1]), at: Self.start)
      try await Self.exchange(devices)
      #expect(try await first.store.links([1]).first?.tags == ["b", "a"])
      #expect(try await second.store.links([1]).first?.tags == ["b", "a"])
    }
  }

  @Test(
    "end with the same links, in whatever order changes arrive, and lose none",
    arguments: [3, 5], [SyncDevice.seed])
  func converges(count: Int, seed: UInt64) async throws {
    try await Self.withDevices(count) { devices in
      var random = SeededRandom(seed: seed)
      // What each device has told, and how much of it each other device has.
      var logs = [[String]](repeating: [], count: count)
      for _ in 0..<300 {
        let number = Int.random(in: 0..<count, using: &random)
        let device = devices[number]
        // Clocks are up to a day apart, and jump.
        device.clock.withLock {
          $0 = Self.start + .random(in: -86_400...86_400, using: &random)
        }
        try await RandomEdit.make(on: device, using: &random)
        logs[number] += try await device.takeLines()
        if Int.random(in: 0..<4, using: &random) == 0 {
          let other = Int.random(in: 0..<count, using: &random)
          let some = logs[number].shuffled(using: &random).prefix(20)
          try await devices[other].receive(Array(some), from: device.name)
        }
      }
      for (number, log) in logs.enumerated() {
        for device in devices.shuffled(using: &random) {
          // The time of all changes has come.
          device.clock.withLock { $0 = Self.start + 86_400 }
          try await device.receive(log.shuffled(using: &random), from: devices[number].name)
        }
      }
      // What changed by merging alone is told, too.
      var registers: [String: LinkRegisters] = [:]
      for (number, log) in logs.enumerated() {
        let content = Data(log.map { $0 + "\n" }.joined().utf8)
        for operation in SyncLogReader(content, device: devices[number].name).operations {
          let address = try #require(WebAddress(operation.address))
          registers[LinkKey.key(of: address), default: .init()].merge(operation)
        }
      }
      let expected = try SyncDevice.lines(of: registers)
      for device in devices {
        #expect(try await device.takeLines().isEmpty)
        let lines = try await device.export()
        #expect(lines.difference(from: expected).isEmpty)
      }
      #expect(!expected.isEmpty)
    }
  }
}
