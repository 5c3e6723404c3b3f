import Foundation
import GRDB
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// What a device has to say beside its links, as lines that can be compared.
struct DeviceFacts: Equatable {
  var seen: Set<String> = []
  var never: Set<String> = []
  var visits: [String] = []
  var wheels: Set<String> = []
  var reading: Set<String> = []
  var settings: Set<String> = []

  init(_ device: SyncDevice) async throws {
    let store = device.wheels
    seen = try await store.read(.kept) { try WheelMarks($0) }?.seen ?? []
    never = Set(try await store.neverAgain().map { "\($0.value) \($0.title ?? "-")" })
    visits = try await store.history().map {
      "\($0.seenAt.syncMilliseconds) \($0.address) \($0.title ?? "-") \($0.wheel)"
    }.sorted()
    wheels = Set(
      try await store.all().filter { !$0.isBuiltIn }.map { wheel in
        ([wheel.name] + wheel.sources.map(\.location)).joined(separator: " ")
      })
    reading = try await device.store.file.read { try Self.reading(in: $0) } ?? []
    let shared = try await device.sync.sharedSettings()
    settings = Set((shared.searches.map { $0 } + shared.values).map { "\($0.key): \($0.value)" })
  }

  private static func reading(in db: Database) throws -> Set<String> {
    var reading: Set<String> = []
    for row in try Row.fetchAll(db, sql: "SELECT * FROM reading") {
      let page: String = row["key"]
      if let date = row["readAt"] as Double? {
        reading.insert("\(page) \(Date(timeIntervalSince1970: date).syncMilliseconds)")
      }
      if let progress = row["progress"] as Double? {
        let place = SyncFact.Place(
          block: row["block"], offset: row["blockOffset"], progress: progress)
        reading.insert("\(page) \(place.progress) \(place.block) \(place.offset)")
      }
    }
    return reading
  }

  /// What all devices should have, from all marks there ever were.
  init(_ facts: [SyncFact]) {
    var last: [SyncFact.Subject: SyncFact] = [:]
    for fact in facts where last[fact.subject].map(fact.replaces) ?? true {
      last[fact.subject] = fact
    }
    let start = last[.historyStart]?.time
    for fact in last.values where fact.isSet {
      switch fact.subject {
      case .seen(let address): seen.insert(address)
      case .neverLink(let value), .neverHost(let value):
        never.insert("\(value) \(fact.title ?? "-")")
      case .visit(let address, let moment):
        if let start, fact.time < start { continue }
        visits.append("\(moment) \(address) \(fact.title ?? "-") \(fact.wheel ?? "")")
      case .wheel(let name): wheels.insert(([name] + fact.sources).joined(separator: " "))
      case .read(let address): reading.insert("\(address) \(fact.readAt ?? 0)")
      case .place(let address):
        guard let place = fact.place else { continue }
        reading.insert("\(address) \(place.progress) \(place.block) \(place.offset)")
      case .search(let name), .setting(let name):
        settings.insert("\(name): \(fact.value ?? "")")
      case .historyStart: break
      }
    }
    visits = Array(visits.sorted().suffix(WheelStore.historyLimit))
  }
}

/// Changes of wheels and of what was read, as people make them, chosen at random.
enum RandomSyncFact {
  /// Some are saved, by ``RandomEdit``, and some aren't.
  static let pages = (0..<8).map { "https://example.org/\($0)" }

  /// The links of the wheel that every device has.
  static let links = (0..<20).map { "https://example.org/link-\($0)" }

  static func makeWheel(on device: SyncDevice) async throws {
    try await device.wheels.keepBuiltIn(
      Wheel(name: "tutorials", links: links.map { Wheel.Link(address: $0) }), version: "1",
      at: device.now)
  }

  static func make(on device: SyncDevice, using random: inout SeededRandom) async throws {
    let wheels = device.wheels
    let date = device.now
    let all = try await wheels.all()
    guard let tutorials = all.first(where: \.isBuiltIn) else { return }
    let own = all.filter { !$0.isBuiltIn }.randomElement(using: &random)
    let link = links.randomElement(using: &random) ?? ""
    let title = ["One", "Two", nil].randomElement(using: &random) ?? nil
    let number = Int.random(in: 0..<4, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 {
      return try await read(on: device, using: &random)
    }
    if Int.random(in: 0..<10, using: &random) == 0 {
      return try await changeSettings(of: device, using: &random)
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8:
      try await wheels.markSeen(link, on: tutorials.id, at: date)
      try await wheels.record(
        Visit(address: link, title: title, wheel: tutorials.name, seenAt: date))
    case 8: try await wheels.startOver(tutorials.id, after: tutorials.round)
    case 9..<12: try await wheels.never(NeverAgain(.link(link), title: title, addedAt: date))
    case 12..<14: try await wheels.allow(.link(link), at: .now)
    case 14: try await wheels.never(NeverAgain(.host("example.com"), addedAt: date))
    case 15: try await wheels.allow(.host("example.com"), at: .now)
    case 16: if number == 0 { try await wheels.clearHistory() }
    case 17: if let own { try await wheels.remove(own.id) }
    case 18: if let own { try? await wheels.rename(own.id, to: "wheel \(number)") }
    default:
      let source = WheelOrigin(location: "https://example.org/list-\(number)")
      _ = try? await wheels.add(
        Wheel(name: "wheel \(number % 2)", links: [Wheel.Link(address: link)]), from: [source],
        at: date)
    }
  }

  private static func changeSettings(
    of device: SyncDevice, using random: inout SeededRandom
  ) async throws {
    var settings = SharedSettings()
    for name in ["unread", "später"] where Bool.random(using: &random) {
      settings.searches[name] = "#\(Int.random(in: 0..<3, using: &random))"
    }
    if Bool.random(using: &random) {
      settings.values["keep"] = ["off", "pictures"].randomElement(using: &random)
    }
    try await device.sync.share(settings, at: device.now)
  }

  private static func read(on device: SyncDevice, using random: inout SeededRandom) async throws {
    let page = try #require(WebAddress(pages.randomElement(using: &random) ?? ""))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try await device.store.markRead(.random(using: &random), [page], date: device.now)
    default:
      let progress = Double.random(in: 0...1, using: &random)
      let place = ReadingPlace(
        block: .random(in: 0..<200, using: &random), offset: .random(in: 0..<999, using: &random),
        progress: progress)
      let known = try await device.store.reading(of: page)?.place
      try await device.store.setPlace(place, of: page, after: known, date: device.now)
    }
  }
}
