import Foundation
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange
@testable import LinkStore

/// Times that no clock can have had, and clocks that were wrong for a while.
@Suite("Times from wrong clocks")
struct WrongTimeTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)
  private static let day = 86_400.0

  /// Devices at one remote where nothing goes wrong.
  private struct Group {
    let home: TemporaryHome
    let shared = SharedFiles()

    var settings = SyncSettings()

    func device(_ name: String, now: Date = start) async throws -> SyncDevice {
      let device = try SyncDevice(name, in: home, now: now)
      try await device.sync.begin(device: name, remote: "test")
      try await device.sync.exchangeFacts(ofWheels: settings.hasWheels, at: now)
      return device
    }

    @discardableResult
    func exchange(
      _ device: SyncDevice, isFaulty: Bool = false, seed: UInt64 = 1
    ) async throws -> SyncEngine.Report {
      let remote = SlowRemote(
        shared: shared, device: device.name, random: Locked(SeededRandom(seed: seed)),
        isFaulty: Locked(isFaulty))
      return try await SyncEngine(
        store: device.sync, remote: remote, settings: settings, host: device.name
      ) { device.now }.run()
    }

    /// Writes a log of a device that isn't there.
    func write(_ lines: [String], by device: String) {
      let content = Array(lines.map { $0 + "\n" }.joined().utf8)
      shared.files.withLock { $0[.init(device: device, name: "2025-06")] = content }
    }
  }

  private static func save(_ path: String, on device: SyncDevice) async throws -> SavedLink.ID {
    var metadata = LinkMetadata(
      originalAddress: try #require(WebAddress("https://example.org/\(path)")))
    metadata.title = "old"
    return try await device.store.save(metadata, at: device.now).link.id
  }

  private static func titles(_ device: SyncDevice) async throws -> [String?] {
    let ids = try await device.store.list(SavedQuery(sort: .title)).ids
    return try await device.store.links(ids).map(\.metadata.title)
  }

  @Test(
    "don't hold a field: what's set here counts, and a new device shows the same",
    arguments: [
      #""at":"9999-12-31T23:59:59.999Z""#, #""at":"2045-01-01T00:00:00.000Z""#,
      #""at":"2025-06-15T15:06:40.000Z","n":4294967295"#,
      #""at":"2025-06-15T15:06:40.000Z","n":4294967294"#,
      #""at":"2025-06-16T15:06:39.000Z","n":4294967294"#,
    ])
  func pinned(time: String) async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home)
      let first = try await group.device("first")
      let second = try await group.device("second")
      let id = try await Self.save("a", on: first)
      try await group.exchange(first)
      group.write(
        [#"{\#(time),"link":"https://example.org/a","title":"pinned","tags":["x"]}"#],
        by: "stranger")
      try await group.exchange(first)
      try await group.exchange(second)
      for title in ["mine", "mine again"] {
        try await first.store.apply(.set(.title, [id: title]), at: first.now)
        try await first.store.apply(.removeTags(["x"], from: [id]), at: first.now)
        #expect(try await Self.titles(first) == [title])
        try await group.exchange(first)
        try await group.exchange(second)
        let new = try await group.device("new-\(title.count)")
        try await group.exchange(new)
        for device in [first, second, new] {
          #expect(try await Self.titles(device) == [title], "\(device.name)")
          #expect(try await device.export() == first.export())
        }
      }
    }
  }

  @Test("wait until they've come, and those who have waited know the same as those who haven't")
  func waits() async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home)
      let first = try await group.device("first")
      _ = try await Self.save("a", on: first)
      let later = "2025-07-15T15:06:40.000Z"
      group.write(
        [
          #"{"at":"\#(later)","link":"https://example.org/a","title":"later"}"#,
          #"{"at":"\#(later)","n":1,"link":"https://example.org/b","saved":"\#(later)"}"#,
        ], by: "stranger")
      for _ in 0..<2 {
        let report = try await group.exchange(first)
        #expect(report.ahead == ["stranger"] && report.skippedCount == 0)
        #expect(report.aheadSentence?.hasPrefix("changes of stranger wait, because") == true)
        #expect(try await Self.titles(first) == ["old"])
      }
      first.clock.withLock { $0 = Self.start + 29.5 * Self.day }
      #expect(try await group.exchange(first).ahead.isEmpty)
      let new = try await group.device("new", now: first.now)
      try await group.exchange(new)
      #expect(try await first.export().count == 2)
      #expect(try await Self.titles(first).contains("later"))
      #expect(try await new.export() == first.export())
    }
  }

  @Test("a log that was withdrawn meanwhile says nothing when its time comes")
  func withdrawn() async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home)
      let first = try await group.device("first")
      _ = try await Self.save("a", on: first)
      let line =
        #"{"at":"2025-07-15T15:06:40.000Z","link":"https://example.org/a","title":"later"}"#
      group.write([line], by: "stranger")
      try await group.exchange(first)
      group.write([], by: "stranger")
      first.clock.withLock { $0 = Self.start + 60 * Self.day }
      try await group.exchange(first)
      #expect(try await Self.titles(first) == ["old"])
    }
  }

  /// What a log may say about few links, at times of which some are wrong.
  private static func operation(using random: inout SeededRandom) -> SyncOperation {
    let days =
      [
        Double.random(in: -400...0, using: &random), .random(in: 0...1, using: &random),
        .random(in: 2...40, using: &random), 20 * 365, 7_000 * 365,
      ].randomElement(using: &random) ?? 0
    let time = SyncTime(
      milliseconds: (start + days * day).syncMilliseconds,
      count: [0, 0, 1, 4_294_967_294].randomElement(using: &random) ?? 0,
      device: ["d0", "d1", "d2"].randomElement(using: &random) ?? "")
    let address = "https://example.org/\(Int.random(in: 0..<3, using: &random))"
    let fields: [SyncField: SyncValue]
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: fields = [.saved: .date(time.milliseconds), .address: .text(address)]
    case 2: fields = [.title: .text("title \(Int.random(in: 0..<9, using: &random))")]
    case 3: fields = [.removed: Bool.random(using: &random) ? .none : .date(0)]
    case 4: fields = [.deletedOrMoved: .text("")]
    default: fields = [.tag("swift"): Bool.random(using: &random) ? .none : .text("Swift")]
    }
    return SyncOperation(
      address: address, time: time, fields: fields,
      tagOrder: fields.values.contains(.text("Swift")) ? ["Swift"] : [])
  }

  @Test(
    "give the same links in whatever order, pieces and at whatever time they come",
    arguments: [SyncDevice.seed])
  func converges(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<6 {
      try await withTemporaryHome { home in
        let group = Group(home: home)
        var operations: [SyncOperation] = []
        for number in 0..<3 {
          let log = (0..<25).map { _ in Self.operation(using: &random) }
          operations += log
          group.write(
            log.map { SyncLine.text($0, device: "d\(number)") }.shuffled(using: &random),
            by: "d\(number)")
        }
        var devices: [SyncDevice] = []
        for number in 0..<3 { devices.append(try await group.device("reader-\(number)")) }
        for days in [0.0, 15, 50] {
          for _ in 0..<6 {
            let device = devices[Int.random(in: 0..<3, using: &random)]
            let now = Self.start + (days + .random(in: -3...0, using: &random)) * Self.day
            device.clock.withLock { $0 = now }
            _ = try? await group.exchange(device, isFaulty: true, seed: random.next())
          }
          let now = Self.start + days * Self.day
          let new = try await group.device("new-\(Int(days))", now: now)
          var registers: [String: LinkRegisters] = [:]
          let limit = SyncClock(device: "").limit(at: now)
          for operation in operations where operation.time.isPlausible(by: limit) {
            let key = LinkKey.key(of: try #require(WebAddress(operation.address)))
            registers[key, default: .init()].merge(operation)
          }
          let expected = try SyncDevice.lines(of: registers)
          for device in devices + [new] {
            device.clock.withLock { $0 = now }
            try await group.exchange(device)
            #expect(try await device.export() == expected, "\(device.name) after \(days) days")
          }
        }
      }
    }
  }

  @Test(
    "a clock that was ahead: what was changed then is said anew, and the others have it at once",
    arguments: [40.0, 7_300, 2_555_000])
  func ahead(days: Double) async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home)
      let (first, second) = (try await group.device("first"), try await group.device("second"))
      let id = try await Self.save("a", on: first)
      try await first.store.apply(.addTags(["before"], to: [id]), at: first.now)
      for device in [first, second, first] { try await group.exchange(device) }
      first.clock.withLock { $0 = Self.start + days * Self.day }
      try await first.store.apply(.set(.title, [id: "ahead"]), at: first.now)
      _ = try await Self.save("b", on: first)
      try await group.exchange(first)
      #expect(try await group.exchange(second).ahead == ["first"])
      #expect(try await Self.titles(second) == ["old"])
      // The clock is right again, and the other device says so.
      for device in [first, second] { device.clock.withLock { $0 = Self.start + 3600 } }
      try await second.store.apply(.addTags(["second"], to: [1]), at: second.now)
      for device in [second, first, second, first] { try await group.exchange(device) }
      let new = try await group.device("new", now: second.now)
      try await group.exchange(new)
      #expect(try await Self.titles(second) == ["ahead", "old"])
      for device in [second, new] {
        #expect(try await device.export() == first.export())
        #expect(try await group.exchange(device).ahead.isEmpty)
      }
      let content = group.shared.files.withLock { Array($0.values.joined()) }
      let limit = (Self.start + 2 * Self.day).syncMilliseconds
      #expect(SyncLogReader(Data(content), device: "x").lastChange < limit)
      // What's changed then counts at once.
      first.clock.withLock { $0 += 60 }
      try await first.store.apply(.set(.title, [id: "now"]), at: first.now)
      try await group.exchange(first)
      try await group.exchange(second)
      #expect(try await second.export() == first.export())
      #expect(try await Self.titles(second).contains("now"))
    }
  }

  @Test("a clock that's behind neither loses what's changed then nor says all of before anew")
  func behind() async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home)
      let (first, second) = (try await group.device("first"), try await group.device("second"))
      let id = try await Self.save("a", on: first)
      for device in [first, second, first] { try await group.exchange(device) }
      first.clock.withLock { $0 = Self.start - 20 * 365 * Self.day }
      try await first.store.apply(.set(.title, [id: "behind"]), at: first.now)
      #expect(try await group.exchange(first).sentCount == 1)
      try await second.store.apply(.addTags(["second"], to: [1]), at: second.now)
      for device in [second, first] { try await group.exchange(device) }
      #expect(try await Self.titles(second) == ["behind"])
      #expect(try await second.export() == first.export())
    }
  }

  // MARK: - The history

  /// Lets a device show a card at a moment after the start, in hours.
  private static func show(_ path: String, on device: SyncDevice, at hours: Double) async throws {
    device.clock.withLock { $0 = start + hours * 3600 }
    try await device.wheels.record(
      Visit(
        address: "https://example.org/\(path)", title: nil, wheel: "w", seenAt: device.now))
  }

  private static func shown(_ device: SyncDevice) async throws -> [String] {
    try await device.wheels.history().map { String($0.address.suffix(1)) }.sorted()
  }

  /// Exchanges until all have everything, with clocks that are right.
  private static func settle(_ devices: [SyncDevice], at hours: Double, in group: Group)
    async throws
  {
    for device in devices {
      device.clock.withLock { $0 = start + hours * 3600 }
      _ = try await save(device.name, on: device)
    }
    for _ in 0..<3 { for device in devices { try await group.exchange(device) } }
  }

  @Test(
    "a card that was shown while the clock was ahead isn't taken for one of before the last clearing",
    arguments: [true, false])
  func shownAhead(isClearedHere: Bool) async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home, settings: SyncSettings(hasWheels: true))
      let (first, second) = (try await group.device("first"), try await group.device("second"))
      let clearing = isClearedHere ? first : second
      try await Self.show("a", on: clearing, at: 20)
      try await clearing.wheels.clearHistory()
      for device in [second, first, second] {
        device.clock.withLock { $0 = Self.start }
        try await group.exchange(device)
      }
      try await Self.show("b", on: first, at: 40 * 24)
      try await group.exchange(first)
      try await Self.settle([second, first], at: 1, in: group)
      let new = try await group.device("new", now: second.now)
      try await group.exchange(new)
      for device in [first, second, new] {
        #expect(try await Self.shown(device) == ["b"], "\(device.name)")
      }
    }
  }

  @Test("a history that was cleared while the clock was ahead stays cleared, on all devices")
  func clearedAhead() async throws {
    try await withTemporaryHome { home in
      let group = Group(home: home, settings: SyncSettings(hasWheels: true))
      let (first, second) = (try await group.device("first"), try await group.device("second"))
      let late = try await group.device("late")
      try await Self.show("a", on: first, at: 20)
      try await first.wheels.clearHistory()
      for device in [first, second] {
        device.clock.withLock { $0 = Self.start }
        try await group.exchange(device)
      }
      try await Self.show("b", on: late, at: 10)
      try await Self.show("c", on: first, at: 40 * 24)
      try await first.wheels.clearHistory()
      try await group.exchange(first)
      try await Self.settle([second, first], at: 1, in: group)
      try await Self.settle([late, second, first], at: 2, in: group)
      let new = try await group.device("new", now: second.now)
      try await group.exchange(new)
      for device in [first, second, late, new] {
        #expect(try await Self.shown(device) == [], "\(device.name)")
      }
    }
  }

  @Test("clearing the history forgets all cards, though the oldest is one of before 2001")
  func oldest() async throws {
    try await withTemporaryHome { home in
      let device = try await Group(home: home, settings: SyncSettings(hasWheels: true)).device("d")
      let times = [-30 * 365 * Self.day - 1, -30 * 365 * Self.day]
      var facts = (times + (2...WheelStore.historyLimit).map(Double.init)).map { seconds in
        let time = (Self.start + seconds).syncMilliseconds
        return SyncFact(
          .visit("https://example.org/a", time), at: SyncTime(milliseconds: time, device: "x"),
          wheel: "w")
      }
      let end = Self.start + 3600
      let time = SyncTime(milliseconds: end.syncMilliseconds, device: "x")
      facts.append(SyncFact(.historyStart, at: time))
      let lines = facts.map { SyncLine.text($0, device: "x") }
      try await device.receive(Array(lines.dropLast()), from: "x")
      #expect(try await device.wheels.history().count == WheelStore.historyLimit)
      try await device.receive(Array(lines.suffix(1)), from: "x")
      #expect(try await device.wheels.history().isEmpty)
    }
  }

  @Test("a card that was forgotten with the history and is dated anew is shown as the facts say")
  func datedAnew() async throws {
    try await withTemporaryHome { home in
      let device = try await Group(home: home, settings: SyncSettings(hasWheels: true)).device("d")
      func receive(_ facts: [(hours: Double, SyncFact.Subject, title: String)]) async throws {
        let lines = facts.map { hours, subject, title in
          let time = SyncTime(
            milliseconds: (Self.start + hours * 3600).syncMilliseconds, device: "x")
          return SyncLine.text(
            SyncFact(subject, at: time, title: title, wheel: "w"), device: "x")
        }
        try await device.receive(lines, from: "x")
      }
      let card = SyncFact.Subject.visit("https://example.org/a", Self.start.syncMilliseconds)
      try await receive([(1, card, "one"), (2, .historyStart, "")])
      #expect(try await device.wheels.history().isEmpty)
      for (hours, title) in [(3.0, "two"), (4, "three")] {
        try await receive([(hours, card, title)])
        #expect(try await device.wheels.history().map(\.title) == [title])
      }
    }
  }
}
