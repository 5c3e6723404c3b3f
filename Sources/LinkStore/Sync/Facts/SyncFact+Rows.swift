import Foundation
import GRDB
import Links
import Markup

extension SyncFact {
  /// Returns the present fact from the tables, for a subject other than visits and the history.
  static func current(_ subject: Subject, at time: SyncTime, in db: Database) throws -> SyncFact {
    var fact = SyncFact(subject, at: time)
    switch subject {
    case .seen(let address):
      fact.isSet = try exists("SELECT 1 FROM seenLink WHERE url = ?", address, in: db)
    case .neverHost(let host):
      fact.isSet = try exists(
        "SELECT 1 FROM neverAgain WHERE kind = 'host' AND value = ?", host, in: db)
    case .neverLink(let address):
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT title FROM neverAgain WHERE kind = 'link' AND value = ?"),
        arguments: [address])
      fact.isSet = row != nil
      fact.title = row?["title"]
    case .wheel(let name):
      fact.sources = try ExchangedWheel(name, in: db)?.locations ?? []
      fact.isSet = !fact.sources.isEmpty
    case .read, .place: try fact.setReading(in: db)
    case .search, .setting: try fact.setValue(in: db)
    case .visit, .historyStart: break
    }
    // Converts the fact to the form in which its line will be read.
    return SyncFact(storedLine: SyncLine.text(fact, device: "")) ?? fact
  }

  private static func exists(_ sql: String, _ value: String, in db: Database) throws -> Bool {
    try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [value]) == true
  }

  /// Changes the tables to agree with the fact.
  func apply(in journal: Journal) throws {
    let db = journal.db
    switch subject {
    case .seen(let address):
      if isSet {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO seenLink (url, seenAt) VALUES (?, ?)")
          .execute(arguments: [address, Double(time.milliseconds) / 1000])
      } else {
        try db.cachedStatement(sql: "DELETE FROM seenLink WHERE url = ?")
          .execute(arguments: [address])
      }
      try WheelStore.move(
        address, to: isSet ? .seen : .unseen, from: [isSet ? .unseen : .seen], in: db)
    case .neverLink(let address): try apply(.link(address), in: journal)
    case .neverHost(let host): try apply(.host(host), in: journal)
    case .wheel(let name):
      if isSet {
        try ExchangedWheel.set(
          name, to: sources, at: Date(syncMilliseconds: time.milliseconds), in: db)
      } else if let wheel = try ExchangedWheel(name, in: db) {
        try WheelStore.remove(wheel.id, in: journal)
      }
    case .historyStart: try forgetVisits(in: db)
    case .visit(let address, let milliseconds):
      try db.cachedStatement(
        sql: "INSERT INTO visit (url, title, wheel, seenAt) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [address, title, wheel ?? "", Double(milliseconds) / 1000])
    case .read, .place: try applyReading(in: journal)
    case .search, .setting: try applyValue(in: db)
    }
  }

  /// Whether a visit was forgotten when the history was cleared.
  func isForgotten(by start: SyncFact?) -> Bool { start.map { time < $0.time } ?? false }

  /// Updates the title and the wheel of a visit in the history.
  func updateVisit(in db: Database) throws {
    guard case .visit(let address, let milliseconds) = subject else { return }
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, seenAt FROM visit WHERE url = ?", arguments: [address])
    for row in rows
    where Date(timeIntervalSince1970: row["seenAt"]).syncMilliseconds == milliseconds {
      try db.execute(
        sql: "UPDATE visit SET title = ?, wheel = ? WHERE id = ?",
        arguments: [title, wheel ?? "", row["id"] as Int64])
    }
  }

  /// Deletes the visits from before this fact's time.
  private func forgetVisits(in db: Database) throws {
    let rows = try Row.fetchAll(db, sql: "SELECT id, url, seenAt FROM visit")
    for row in rows {
      let moment = Date(timeIntervalSince1970: row["seenAt"]).syncMilliseconds
      guard let visit = try SyncFact.fetch(.visit(row["url"], moment), in: db),
        visit.isForgotten(by: self)
      else { continue }
      try db.execute(sql: "DELETE FROM visit WHERE id = ?", arguments: [row["id"] as Int64])
    }
  }

  private func apply(_ never: NeverAgain.Subject, in journal: Journal) throws {
    if isSet {
      let date = Date(syncMilliseconds: time.milliseconds)
      try WheelStore.never(NeverAgain(never, title: title, addedAt: date), in: journal)
    } else {
      _ = try WheelStore.allow(never, in: journal)
    }
  }
}

/// A wheel that all devices have, because all its links come from addresses. A wheel from a file
/// stays on its device.
struct ExchangedWheel {
  let id: Int64
  let locations: [String]

  /// Returns nil if no such wheel exists.
  init?(_ name: String, in db: Database) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, sources FROM wheel WHERE name = ? AND builtIn IS NULL"),
      arguments: [name])
    guard let row, let data = try row.decode(Data?.self, forColumn: "sources") else { return nil }
    id = row["id"]
    locations = try JSONDecoder().decode([WheelOrigin].self, from: data).map(\.location)
    let length = locations.reduce(0) { $0 + 2 * $1.utf8.count }
    guard !locations.isEmpty, locations.allSatisfy({ $0.contains("://") }),
      length < SyncLine.lengthLimit / 2
    else { return nil }
  }

  /// Creates a wheel, or changes its sources. The next update, which is due at once, fetches its
  /// links.
  static func set(
    _ name: String, to locations: [String], at date: Date, in db: Database
  ) throws {
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT 1 FROM wheel WHERE name = ?", arguments: [name])
    let known = try ExchangedWheel(name, in: db)
    if known?.locations == locations { return }
    // A wheel that's only on this device may have the same name.
    if isThere == true, known == nil { return }
    if known == nil { try WheelRows.insert(name, isRemembered: true, at: date, in: db) }
    let origins = locations.map { WheelOrigin(location: $0) }
    try db.execute(
      sql: "UPDATE wheel SET sources = ?, updatedAt = 0 WHERE name = ?",
      arguments: [try StoredJSON.data(of: origins), name])
  }
}

extension SyncFact.Subject {
  /// The subject's key in the store. It contains a space, which no link's key does. Only the
  /// history's key has none.
  var key: String {
    switch self {
    case .seen(let address): "seen \(address)"
    case .neverLink(let address): "never \(address)"
    case .neverHost(let host): "host \(host)"
    case .visit(let address, let milliseconds): "visit \(milliseconds) \(address)"
    case .historyStart: "history"
    case .wheel(let name): "wheel \(name)"
    case .read(let address): "read \(Self.page(address))"
    case .place(let address): "place \(Self.page(address))"
    case .search(let name): "search \(name)"
    case .setting(let key): "setting \(key)"
    }
  }

  /// The page at an address, as the key of its reading state.
  static func page(_ address: String) -> String {
    WebAddress(address).map { LinkKey.key(of: $0) } ?? address
  }

  /// Parses a key, except the key of a visit.
  init?(key: String) {
    if key == Self.historyStart.key {
      self = .historyStart
      return
    }
    let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "seen": self = .seen(parts[1])
    case "never": self = .neverLink(parts[1])
    case "host": self = .neverHost(parts[1])
    case "wheel": self = .wheel(parts[1])
    case "read": self = .read(parts[1])
    case "place": self = .place(parts[1])
    case "search": self = .search(parts[1])
    case "setting": self = .setting(parts[1])
    default: return nil
    }
  }
}

extension SyncFact {
  /// The device in stored lines. It's empty, so that each time names its own device.
  private static let storeDevice = ""

  /// Parses a stored line.
  init?(storedLine line: String) {
    guard case .fact(let fact) = SyncEntry(Data(line.utf8), device: Self.storeDevice) else {
      return nil
    }
    self = fact
  }

  static func fetch(_ subject: Subject, in db: Database) throws -> SyncFact? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT line FROM syncFact WHERE key = ?"), arguments: [subject.key]
    ).flatMap { SyncFact(storedLine: $0) }
  }

  func save(in db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO syncFact (key, milliseconds, count, device, line)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        subject.key, time.milliseconds, time.count, time.device,
        SyncLine.text(self, device: Self.storeDevice),
      ])
  }
}

extension SyncFact.Kind {
  /// The column of `syncState` that says whether facts of this kind are exchanged.
  var column: String {
    switch self {
    case .reading: "hasReading"
    case .wheels: "hasWheels"
    case .settings: "hasSettings"
    }
  }

  /// SQL for whether a key of `syncFact` is that of a fact of this kind.
  var condition: String {
    switch self {
    case .reading: "(syncFact.key GLOB 'read *' OR syncFact.key GLOB 'place *')"
    case .settings: "(syncFact.key GLOB 'search *' OR syncFact.key GLOB 'setting *')"
    case .wheels: "NOT (\(Self.reading.condition) OR \(Self.settings.condition))"
    }
  }

  /// SQL for whether a key of `syncFact` is that of a fact that other devices may know. See
  /// ``SyncFact/isShared(exchanging:in:)``.
  static func condition(of kinds: Set<Self>) -> String {
    let conditions = kinds.map { kind in
      guard kind == .reading, !kinds.contains(.wheels) else { return kind.condition }
      let page = "substr(syncFact.key, instr(syncFact.key, ' ') + 1)"
      return """
        (\(kind.condition) AND EXISTS (
          SELECT 1 FROM link WHERE link.key = \(page)))
        """
    }
    return conditions.isEmpty ? "0" : "(\(conditions.sorted().joined(separator: " OR ")))"
  }
}

/// Facts of reading: the marks and the places of pages.
extension SyncFact {
  /// The tables' part of a fact of reading.
  mutating func setReading(in db: Database) throws {
    guard let page = subject.readPage else { return }
    let state = try SavedLinkStore.reading(page, in: db)
    if case .read = subject {
      readAt = state?.readAt?.syncMilliseconds
      isSet = readAt != nil
    } else {
      place = state?.place.map { Place(block: $0.block, offset: $0.offset, progress: $0.progress) }
      isSet = place != nil
    }
  }

  /// Returns the mark or the place of a page with the time at which it was set here; nil for other
  /// subjects, and if none is set.
  static func local(_ subject: Subject, at now: Date, in db: Database) throws -> SyncFact? {
    guard let page = subject.readPage, let device = try SyncClock.fetch(in: db)?.device else {
      return nil
    }
    let column = subject.isPlace ? "changedAt" : "readAt"
    let date = try Double.fetchOne(
      db.cachedStatement(sql: "SELECT \(column) FROM reading WHERE key = ?"), arguments: [page])
    guard let date else { return nil }
    // Nothing can have been set in the future.
    let time = min(Date(timeIntervalSince1970: date), now).syncMilliseconds
    let fact = try SyncFact.current(
      subject, at: SyncTime(milliseconds: time, device: device), in: db)
    return fact.isSet ? fact : nil
  }

  /// Sets the mark or the place of a page. The other one stays.
  func applyReading(in journal: Journal) throws {
    guard let page = subject.readPage else { return }
    var state = try SavedLinkStore.reading(page, in: journal.db) ?? ReadingState()
    if case .read = subject {
      state.readAt = isSet ? readAt.map { Date(syncMilliseconds: $0) } : nil
    } else {
      state.place =
        isSet
        ? place.map {
          ReadingPlace(block: $0.block, offset: $0.offset, progress: $0.progress).clamped
        } : nil
    }
    try SavedLinkStore.set(
      state, of: page, at: Date(syncMilliseconds: time.milliseconds), in: journal)
  }

  /// Whether other devices may know that the page was read: it's saved, or the pages that were seen
  /// are exchanged too.
  func isShared(exchanging kinds: Set<Kind>, in db: Database) throws -> Bool {
    guard let page = subject.readPage, !kinds.contains(.wheels) else { return true }
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM link WHERE key = ?)"),
      arguments: [page]) == true
  }
}

extension SyncFact.Subject {
  fileprivate var isPlace: Bool { if case .place = self { true } else { false } }

  /// The key of the page that a fact of reading is about.
  fileprivate var readPage: String? {
    switch self {
    case .read(let address), .place(let address): Self.page(address)
    case .seen, .neverLink, .neverHost, .visit, .historyStart, .wheel, .search, .setting: nil
    }
  }
}
