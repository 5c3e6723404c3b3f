import Foundation
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange
@testable import LinkStore

/// Whole devices with everything that goes wrong in years, in seconds. `SYNC_EDITS=10000` makes it
/// longer.
@Suite("Devices that are offline, killed, copied and restored")
struct SimulationTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)
  private static let edits =
    ProcessInfo.processInfo.environment["SYNC_EDITS"].flatMap { Int($0) } ?? 30

  /// How many edits are between two exchanges, more or less.
  private static let pause = max(3, edits / 300)

  private struct Member {
    var device: SyncDevice
    var remote: SlowRemote
    var isOffline = false
    /// How wrong the clock is, in seconds.
    var clockError = 0.0

    var engine: SyncEngine {
      let settings = SyncSettings(
        hasWheels: true, keys: .init(recipients: [], identity: "/test"))
      var engine = SyncEngine(
        store: device.sync, remote: remote, settings: settings, host: device.name,
        now: { [device] in device.now },
        random: { [random = remote.random] in
          SeededRandom(seed: random.withLock { $0.next() })
        })
      engine.partSize = 1_000
      return engine
    }
  }

  /// Clocks that are wrong for a while: years ahead or behind.
  private static let clockErrors = [40, -40, 20 * 365, -20 * 365].map { 86_400.0 * $0 }

  /// A log with times that no clock can have had, and with the greatest counts.
  private static let stranger = [
    #""at":"9999-12-31T23:59:59.999Z","link":"https://example.org/3","title":"pinned","tags":["x"]"#,
    #""at":"2045-01-01T00:00:00.000Z","link":"https://example.org/4","gone":true"#,
    #""at":"2025-06-15T15:06:40.000Z","n":4294967295,"link":"https://example.org/5","note":"n""#,
    #""at":"2025-06-15T15:06:40.000Z","n":4294967294,"link":"https://example.org/6","note":"n""#,
    #""at":"2045-01-01T00:00:00.000Z","seen":"https://example.org/link-1""#,
    #""at":"2045-01-01T00:00:00.000Z","historyCleared":true"#,
  ].map { "{\($0)}\n" }.joined()

  private static func member(
    _ device: SyncDevice, _ shared: SharedFiles, key: String? = nil, seed: UInt64
  ) -> Member {
    Member(
      device: device,
      remote: SlowRemote(
        shared: shared, device: device.name,
        random: Locked(SeededRandom(seed: seed)), isFaulty: Locked(true),
        key: key ?? Self.key(of: device.name)))
  }

  /// A public key.
  private static func key(of name: String) -> String {
    let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    var random = SeededRandom(seed: UInt64(bitPattern: Int64(SyncHash.value(of: name.utf8))))
    let word = (0..<58).compactMap { _ in letters.randomElement(using: &random) }
    return "age1" + String(word)
  }

  /// The last reading of a device's clock.
  private static func clock(_ member: Member) async throws -> SyncTime? {
    let clock = try await member.device.store.file.readFromWriter { try SyncClock.fetch(in: $0) }
    return clock.flatMap(\.self).map {
      SyncTime(milliseconds: $0.milliseconds, count: $0.count, device: $0.device)
    }
  }

  /// What a device has recorded and not told yet.
  private static func recorded(_ member: Member) async throws -> [SyncOperation] {
    guard let device = try await member.device.sync.state()?.device else { return [] }
    let lines = try await member.device.sync.outgoing().lines
    return SyncLogReader(Data(lines.map { $0 + "\n" }.joined().utf8), device: device).operations
  }

  @Test(
    "end with the same links, and with every edit that none replaced",
    arguments: [3, 7], [SyncDevice.seed])
  func converges(count: Int, seed: UInt64) async throws {
    try await withTemporaryHome { home in
      var random = SeededRandom(seed: seed)
      let shared = SharedFiles()
      let isEncrypted = seed % 2 == 0
      if isEncrypted {
        let format = try SyncFormat(recipients: (0..<count).map { Self.key(of: "d\($0)") })
        shared.format.withLock { $0 = format }
      }
      var members: [Member] = []
      for number in 0..<count {
        let device = try SyncDevice("d\(number)", in: home, now: Self.start)
        try await device.sync.begin(device: device.name, remote: "folder /test")
        try await device.sync.exchangeFacts(ofWheels: true, at: Self.start)
        try await RandomSyncFact.makeWheel(on: device)
        members.append(Self.member(device, shared, seed: random.next()))
      }
      var earlier: [SharedFiles.Name: [UInt8]] = [:]
      var truth: Set<SyncOperation> = []
      let total = Self.edits * count
      for step in 0..<total {
        let number = Int.random(in: 0..<members.count, using: &random)
        if Int.random(in: 0..<150, using: &random) == 0 {
          members[number].clockError = Self.clockErrors.randomElement(using: &random) ?? 0
        } else if Int.random(in: 0..<15, using: &random) == 0 {
          members[number].clockError = 0
        }
        let member = members[number]
        // Clocks are up to a day apart, and jump.
        let time =
          Self.start + Double(step * 60) + member.clockError
          + .random(in: -43_200...43_200, using: &random)
        member.device.clock.withLock { $0 = time }
        if Int.random(in: 0..<3, using: &random) == 0 {
          try await RandomSyncFact.make(on: member.device, using: &random)
        } else {
          try await RandomEdit.make(on: member.device, using: &random)
        }
        if total < 10_000 { truth.formUnion(try await Self.recorded(member)) }
        if Int.random(in: 0..<15, using: &random) == 0 { members[number].isOffline.toggle() }
        if !members[number].isOffline, Int.random(in: 0..<Self.pause, using: &random) == 0 {
          let clock = try await Self.clock(member)
          _ = try? await member.engine.run()
          // A clock that is far behind makes right times look wrong. They were replaced.
          if let clock, let now = try await Self.clock(member), now < clock {
            truth = truth.filter { $0.time.device != clock.device || $0.time <= now }
          }
        }
        // A device is let in or shut out. In a plain place, that encrypts it.
        if isEncrypted || step > total / 2, Int.random(in: 0..<40, using: &random) == 0,
          let own = member.remote.key, let other = members.randomElement(using: &random)?.remote.key
        {
          let change: SyncRecipientsChange =
            Bool.random(using: &random) ? .add([own, other]) : .remove([other])
          _ = try? await member.engine.change(change)
        }
        // The history of the repository is rewritten now and then.
        if step % max(20, total / 12) == 0 { earlier = shared.files.withLock(\.self) }
        if step % max(20, total / 5) == 15 { shared.rewind(to: earlier) }
        // As a device does, the stranger sends its log again if that's lost.
        if step >= total / 3 {
          shared.files.withLock {
            $0[.init(device: "stranger", name: "2025-06")] = Array(Self.stranger.utf8)
          }
        }
        if step == total / 2 {
          // The home of a device is copied to another computer, and both go on.
          try Self.copy(member.device, to: "copy", in: home)
          let copy = try SyncDevice("copy", in: home, now: time)
          members.append(
            Self.member(copy, shared, key: member.remote.key, seed: random.next()))
        }
      }
      let end = Self.start + Double(total * 60) + 43_200
      try await Self.settle(members, at: end, using: &random)
      let restored = try await Self.restore(members[0], in: home, shared, using: &random)
      members[0] = restored
      try await Self.settle(members, at: end, using: &random)

      let limit = SyncClock(device: "").limit(at: end)
      truth = truth.filter { $0.time.isPlausible(by: limit) }
      let expected = try SyncDevice.lines(of: Self.registers(of: shared, and: truth, limit))
      let facts = DeviceFacts(
        shared.files.withLock(\.self).flatMap { name, content in
          SyncLogReader(Data(content), device: name.device).facts
            .filter { $0.time.isPlausible(by: limit) }
        })
      for member in members {
        let lines = try await member.device.export()
        #expect(lines.difference(from: expected).isEmpty)
        let own = try await DeviceFacts(member.device)
        #expect(own == facts)
        // The order of the wheel says the same as the marks.
        let wheel = try await member.device.wheels.all().first(where: \.isBuiltIn)
        let never = RandomSyncFact.links.filter { link in
          own.never.contains { $0.hasPrefix("\(link) ") }
        }
        let unseen = Set(RandomSyncFact.links).subtracting(own.seen).subtracting(never)
        #expect(wheel?.unseenCount == unseen.count && wheel?.neverCount == never.count)
        #expect(try await member.device.sync.state()?.waitingCount == 0)
      }
      for member in members {
        let findings = try await member.engine.repair()
        #expect(!findings.contains { $0.status == .mended }, "\(findings)")
        let lines = try await member.device.export()
        #expect(lines.difference(from: expected).isEmpty)
      }
      #expect(!expected.isEmpty)
      let names = Set(shared.files.withLock { $0.keys.map(\.device) })
      print(
        "simulation: \(count) devices, \(total) edits, \(expected.count) links, "
          + "\(facts.seen.count) seen, \(facts.visits.count) visits, "
          + "\(names.count) names, seed \(seed): \(members.count) stores are the same")
    }
  }

  /// Exchanges until all have everything, without faults and with clocks that are right.
  private static func settle(
    _ members: [Member], at end: Date, using random: inout SeededRandom
  ) async throws {
    for member in members {
      member.remote.isFaulty.withLock { $0 = false }
      member.device.clock.withLock { $0 = end }
    }
    for member in members { try await RandomEdit.make(on: member.device, using: &random) }
    // Everybody is let in.
    let keys = Set(members.compactMap(\.remote.key)).sorted()
    let recipients = members[0].remote.shared.format.withLock(\.recipients)
    if let first = members.first(where: { $0.remote.key.map(recipients.contains) == true }) {
      _ = try await first.engine.change(.add(keys))
    }
    for _ in 0..<5 { for member in members { _ = try await member.engine.run() } }
  }

  /// Brings a device back from a backup, after it had gone on and told the others.
  private static func restore(
    _ member: Member, in home: TemporaryHome, _ shared: SharedFiles,
    using random: inout SeededRandom
  ) async throws -> Member {
    try copy(member.device, to: "restored", in: home)
    for _ in 0..<max(20, edits / 10) {
      try await RandomEdit.make(on: member.device, using: &random)
    }
    _ = try await member.engine.run()
    let device = try SyncDevice("restored", in: home, now: member.device.now)
    return self.member(device, shared, key: member.remote.key, seed: random.next())
  }

  private static func copy(_ device: SyncDevice, to name: String, in home: TemporaryHome) throws {
    try FileManager.default.copyItem(at: home.file(device.name), to: home.file(name))
  }

  /// What all logs say, and what was recorded.
  private static func registers(
    of shared: SharedFiles, and truth: Set<SyncOperation>, _ limit: Int64
  ) throws -> [String: LinkRegisters] {
    var operations = Array(truth)
    for (name, content) in shared.files.withLock(\.self) {
      operations += SyncLogReader(Data(content), device: name.device).operations
        .filter { $0.time.isPlausible(by: limit) }
    }
    var registers: [String: LinkRegisters] = [:]
    for operation in operations {
      let address = try #require(WebAddress(operation.address))
      registers[LinkKey.key(of: address), default: .init()].merge(operation)
    }
    return registers
  }
}
