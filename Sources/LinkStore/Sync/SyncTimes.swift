package import Foundation
import GRDB
package import Links

/// The times of a link's fields as text: a line for each time, with the fields that were set then.
///
///     1750000000123.0.laptop-4kx9q2 saved address title +0 swift
///     1750000060000.2.tower-8w3nze note -old
///
/// Tags come last, after tabs. They begin with `+` and their position, or with `-` if they were
/// removed.
enum SyncTimes {
  static func text(_ registers: LinkRegisters) -> String {
    Dictionary(grouping: registers.fields) { $0.value.time }.sorted { $0.key < $1.key }
      .map { time, fields in
        let named = SyncField.stored.filter { field in fields.contains { $0.key == field } }
        let tags = fields.compactMap { field, register -> String? in
          guard field.isTag else { return nil }
          return register.value == .none
            ? "\t-\(field.name)" : "\t+\(register.position) \(field.name)"
        }.sorted()
        return "\(time.milliseconds).\(time.count).\(time.device)"
          + named.map { " \($0.name)" }.joined() + tags.joined()
      }.joined(separator: "\n")
  }

  /// Returns the registers with their values.
  /// - Parameter values: the fields' values.
  static func registers(_ text: String, values: [SyncField: SyncValue]) -> LinkRegisters {
    var registers = LinkRegisters()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard let words = parts.first?.split(separator: " "), let time = words.first.flatMap(time)
      else { continue }
      for word in words.dropFirst() {
        guard let field = SyncField(storedName: word) else { continue }
        registers.fields[field] = .init(time: time, value: values[field] ?? .none)
      }
      for tag in parts.dropFirst() {
        if tag.hasPrefix("-") {
          registers.fields[.tag(String(tag.dropFirst()))] = .init(time: time, value: .none)
        } else {
          let pair = tag.dropFirst().split(separator: " ", maxSplits: 1)
          guard pair.count == 2 else { continue }
          let field = SyncField.tag(String(pair[1]))
          registers.fields[field] = .init(
            time: time, value: values[field] ?? .none, position: Int(pair[0]) ?? 0)
        }
      }
    }
    return registers
  }

  /// Returns the distinct times.
  static func times(_ text: String) -> [SyncTime] {
    text.split(separator: "\n").compactMap { line in
      time(line.prefix { $0 != " " && $0 != "\t" })
    }
  }

  private static func time(_ word: Substring) -> SyncTime? {
    let parts = word.split(separator: ".")
    guard parts.count == 3, let milliseconds = Int64(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    return SyncTime(milliseconds: milliseconds, count: count, device: String(parts[2]))
  }
}

extension SyncField {
  fileprivate static let stored = [.address] + SyncField.named

  fileprivate init?(storedName name: Substring) {
    guard let field = Self.stored.first(where: { $0.name == name }) else { return nil }
    self = field
  }
}

/// Corrects times that come from a wrong clock.
extension SyncStore {
  /// Gives the present time to changes that were made while this device's clock was ahead. Other
  /// devices don't see such changes until their time has come.
  ///
  /// The clock alone can't tell whether it's right now or was right before. It counts as right now
  /// if there are no other devices, or if more of them made their last change within a day of it
  /// than later.
  ///
  /// - Returns: the logs that this device wrote while its clock was ahead.
  package func correctTimes(at date: Date) async throws(StoreError) -> [SyncLogRecord] {
    guard try await hasWrongTimes(at: date) else { return [] }
    return try await file.write { db in
      guard var clock = try SyncClock.fetch(in: db) else { return [] }
      var limit = Self.wrongLimit(clock, at: date)
      if clock.isAhead(of: date) {
        guard try Self.isRight(date, in: db) else { return [] }
        clock.reset(to: date)
        try Self.observeKnown(&clock, at: date, in: db)
        // Other devices may have accepted times that are less far ahead, if their own clocks are
        // ahead.
        limit = clock.limit(at: date) + SyncClock.tolerance
      }
      try Self.correctTimes(after: limit, &clock, at: date, in: db)
      try clock.save(in: db)
      // Other devices' changes lost against the wrong times, so they're read again.
      try db.execute(
        sql: """
          \(SyncTables.forgettingContent) WHERE device <> (SELECT device FROM syncState);
          """)
      return try Self.earlyLogs(after: limit, in: db)
    }
  }

  /// Returns the last reading of this device's clock if it's so far ahead of a date that one of
  /// them is wrong.
  package func clockAhead(at date: Date) async throws(StoreError) -> Date? {
    try await file.read { db in
      try SyncClock.fetch(in: db).flatMap { clock in
        clock.isAhead(of: date) ? Date(syncMilliseconds: clock.milliseconds) : nil
      }
    }.flatMap(\.self)
  }

  /// The latest time, in milliseconds since 1970, that a right clock can have given.
  private static func wrongLimit(_ clock: SyncClock, at date: Date) -> Int64 {
    clock.limit(at: date) + 7 * SyncClock.tolerance
  }

  /// Forgets removed logs of this device and queues everything, so that their content is written
  /// again.
  package func resend(without logs: [SyncLogRecord]) async throws(StoreError) {
    try await forget(logs)
    try await file.write { try Self.enqueueAll(in: $0) }
  }

  private func hasWrongTimes(at date: Date) async throws(StoreError) -> Bool {
    try await file.readFromWriter { db in
      guard let clock = try SyncClock.fetch(in: db) else { return false }
      if clock.isAhead(of: date) { return true }
      return try !Self.earlyLogs(after: Self.wrongLimit(clock, at: date), in: db).isEmpty
    } ?? false
  }

  private static func isRight(_ date: Date, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT count(*) = 0 OR total(last BETWEEN ?1 - ?2 AND ?1 + ?2) > total(last > ?1 + ?2)
        FROM (SELECT max(lastChange) AS last FROM syncFile
          WHERE device <> (SELECT device FROM syncState) GROUP BY device)
        """, arguments: [date.syncMilliseconds, SyncClock.tolerance]) == true
  }

  /// Returns our own logs that were written when the clock was ahead.
  private static func earlyLogs(after limit: Int64, in db: Database) throws -> [SyncLogRecord] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM syncFile WHERE device = (SELECT device FROM syncState) AND lastChange > ?
        """, arguments: [limit]
    ).map(log)
  }

  private static func correctTimes(
    after limit: Int64, _ clock: inout SyncClock, at date: Date, in db: Database
  ) throws {
    var keys: [String] = []
    var wrong: Set<SyncTime> = []
    let rows = try Row.fetchCursor(db, sql: "SELECT key, times FROM syncLink")
    while let row = try rows.next() {
      let times = SyncTimes.times(row["times"]).filter { !$0.isPlausible(by: limit) }
      if !times.isEmpty { keys.append(row["key"]) }
      wrong.formUnion(times)
    }
    let lines = try String.fetchAll(
      db, sql: "SELECT line FROM syncFact WHERE milliseconds > ?", arguments: [limit])
    let facts = lines.compactMap { SyncFact(storedLine: $0) }
    wrong.formUnion(facts.map(\.time))
    // Keeps the order of the wrong times.
    var times: [SyncTime: SyncTime] = [:]
    for time in wrong.sorted() { times[time] = clock.tick(at: date) }
    for key in keys {
      guard var entity = try SyncEntity.fetch(key, in: db) else { continue }
      entity.registers.replaceTimes(times)
      try entity.save(in: db)
      let known = Set(entity.registers.fields.values.map(\.time))
      for time in known.intersection(times.values).sorted() {
        try SyncOutbox.add(time, of: key, in: db)
      }
    }
    try replaceTimes(times, of: facts, after: limit, in: db)
  }

  /// Moves a clock that was set back past the remaining times, so that corrected changes come after
  /// the values they replace.
  private static func observeKnown(
    _ clock: inout SyncClock, at date: Date, in db: Database
  ) throws {
    let last = try Int64.fetchOne(
      db,
      sql: """
        SELECT max(time) FROM (
          SELECT lastChange AS time FROM syncFile UNION ALL SELECT milliseconds FROM syncFact)
        WHERE time < ?
        """, arguments: [date.syncMilliseconds + SyncClock.tolerance])
    guard let last else { return }
    // The count within that millisecond isn't known.
    clock.observe(SyncTime(milliseconds: last + 1, device: clock.device), at: date)
  }

  /// Corrects the times of facts. The visible cards stay the same: a card shown after the
  /// history was cleared stays after the clearing, and an earlier card stays before it.
  private static func replaceTimes(
    _ times: [SyncTime: SyncTime], of facts: [SyncFact], after limit: Int64, in db: Database
  ) throws {
    let kinds = try SyncFactRecorder.kinds(in: db)
    let start = try SyncFact.fetch(.historyStart, in: db)
    var newStart = start?.time
    if let start, let time = times[start.time] {
      newStart = time.after(try SyncFactRecorder.lastVisit(until: limit, in: db))
    }
    for var fact in facts {
      let time = times[fact.time] ?? fact.time
      switch fact.subject {
      case .historyStart: fact.time = newStart ?? time
      case .visit: fact.time = fact.isForgotten(by: start) ? time : time.after(newStart)
      case .seen, .neverLink, .neverHost, .wheel, .read, .place, .search, .setting:
        fact.time = time
      }
      try fact.save(in: db)
      if kinds.contains(fact.subject.kind) {
        try SyncOutbox.add(fact.time, of: fact.subject.key, in: db)
      }
    }
  }
}
