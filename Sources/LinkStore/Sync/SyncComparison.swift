package import Foundation
import GRDB
package import Links
import Markup

/// Compares the store with all logs, its own included, to mend what differs: what the store lacks
/// is taken from the logs, and what the logs lack is queued for them.
///
/// A value in the store may be damaged. If it has the same time as one in the logs, and none of them
/// has it, that of the logs counts. Two devices with the same name may have used the same time, so
/// that's known only after all logs were read; then those links are looked up a second time.
struct SyncComparison {
  /// The times that were found in the logs.
  private static let table = "temp.loggedTime"

  static func begin(in db: Database) throws {
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS \(table);
        CREATE TEMP TABLE loggedTime (
          key TEXT, milliseconds INTEGER, count INTEGER, device TEXT,
          PRIMARY KEY (key, milliseconds, count, device)
        ) WITHOUT ROWID;
        DROP TABLE IF EXISTS temp.suspectLink;
        CREATE TEMP TABLE suspectLink (key TEXT PRIMARY KEY) WITHOUT ROWID;
        """)
    try adoptLinks(in: db)
  }

  /// Gives times to links whose times were lost: the earliest there can be, so that any value in the
  /// logs counts instead, and those that are in none stay. A link that's deleted for the others was
  /// saved again here.
  private static func adoptLinks(in db: Database) throws {
    guard var clock = try SyncClock.fetch(in: db) else { return }
    let lost = try LinkRecord.fetchAll(
      db,
      sql: """
        SELECT * FROM link WHERE \(SyncRecorder.isExchanged)
          AND NOT EXISTS (SELECT 1 FROM syncLink WHERE linkID = link.id)
          AND EXISTS (SELECT 1 FROM syncLink WHERE key = link.key)
        """)
    for record in lost {
      guard var entity = try SyncEntity.fetch(record.key, in: db) else { continue }
      entity.linkID = record.id
      let time = entity.set(
        record.syncValues, tags: record.link.tags, at: clock.tick(at: Date()))
      try entity.save(in: db)
      if let time { try SyncOutbox.add(time, of: record.key, in: db) }
    }
    try clock.save(in: db)
    try SyncStore.adoptLinks(on: clock.device, before: 1, in: db)
  }

  /// Notes a link whose values differ from those of an operation with the same time.
  /// - Parameter registers: the store's.
  func note(
    _ operation: SyncOperation, on registers: LinkRegisters, key: String, _ address: WebAddress,
    in db: Database
  ) throws {
    var logged = LinkRegisters()
    logged.merge(operation)
    let restored = registers.replaced(by: logged)
    // A later value is merged anyway.
    var merged = registers
    merged.merge(operation)
    if restored == merged || Self.isSame(merged, restored, key: key, address) { return }
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO temp.suspectLink VALUES (?)")
      .execute(arguments: [key])
  }

  /// Notes the times of a log, also of those that are yet to come.
  static func note(_ content: SyncLogReader, in db: Database) throws {
    for operation in content.operations {
      guard let address = WebAddress(operation.address) else { continue }
      try note(operation.time, of: LinkKey.key(of: address), in: db)
    }
    for fact in content.facts { try note(fact.time, of: fact.subject.key, in: db) }
  }

  private static func note(_ time: SyncTime, of key: String, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(table) VALUES (?, ?, ?, ?)")
      .execute(arguments: [key, time.milliseconds, time.count, time.device])
  }

  /// Queues what no log has.
  /// - Parameter limit: the latest time that counts. A later one is damaged, or waits in a log.
  /// - Returns: the number of changes.
  static func finish(limit: Int64, in db: Database) throws -> Int {
    let before = try SyncOutbox.count(in: db)
    try db.execute(sql: "CREATE TEMP TABLE waitingTime AS SELECT * FROM syncOutbox")
    let rows = try Row.fetchCursor(db, sql: "SELECT key, times FROM syncLink")
    while let row = try rows.next() {
      // A damaged row has values of other types.
      guard let key = String.fromDatabaseValue(row["key"]),
        let times = String.fromDatabaseValue(row["times"])
      else { continue }
      for time in try missing(SyncTimes.times(times), of: key, limit: limit, in: db) {
        try SyncOutbox.add(time, of: key, in: db)
      }
    }
    let condition = SyncFact.Kind.condition(of: try SyncFactRecorder.kinds(in: db))
    try db.execute(
      sql: """
        \(SyncOutbox.addingFacts) WHERE \(condition) AND NOT EXISTS (
          SELECT 1 FROM \(table) AS logged WHERE logged.key = syncFact.key
            AND logged.milliseconds = syncFact.milliseconds AND logged.count = syncFact.count
            AND logged.device = syncFact.device);
        DELETE FROM syncOutbox WHERE id IN (SELECT id FROM temp.waitingTime);
        DROP TABLE temp.waitingTime; DROP TABLE temp.suspectLink;
        """)
    try db.execute(sql: "DROP TABLE \(table)")
    return max(0, try SyncOutbox.count(in: db) - before)
  }

  /// Returns those of a link's times that no log has, and that aren't damaged.
  static func missing(
    _ times: [SyncTime], of key: String, limit: Int64, in db: Database
  ) throws -> [SyncTime] {
    let isLogged = try db.cachedStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM \(table) WHERE key = ?1 AND milliseconds = ?2 AND count = ?3
          AND device = ?4)
        """)
    return try times.filter { time in
      guard time.isPlausible(by: limit), DeviceName.isValid(time.device) else { return false }
      let arguments: StatementArguments = [key, time.milliseconds, time.count, time.device]
      return try Bool.fetchOne(isLogged, arguments: arguments) != true
    }
  }

  /// Whether registers have the same times, and values that differ at most in how they're written,
  /// as in the order of a preview's fields.
  static func isSame(
    _ first: LinkRegisters, _ second: LinkRegisters, key: String, _ address: WebAddress
  ) -> Bool {
    guard first.fields.mapValues(\.time) == second.fields.mapValues(\.time) else { return false }
    let differing = first.fields.filter { second.fields[$0.key] != $0.value }
    let isReordered = differing.allSatisfy { field, register in
      guard case .text(let text) = register.value,
        case .text(let other)? = second.fields[field]?.value,
        field == .metadata || field == .checked
      else { return false }
      return ByteCounts(text) == ByteCounts(other)
    }
    if isReordered { return true }
    let records = [first, second].map { LinkRecord($0, key: key, address: address).decoded }
    return records[0] == records[1]
  }

  /// How often each byte occurs in a text. Comparing these takes a hundredth of the time that
  /// decoding takes.
  private struct ByteCounts: Equatable {
    private var counts = [Int](repeating: 0, count: 256)

    init(_ text: String) {
      for byte in text.utf8 { counts[Int(byte)] += 1 }
    }
  }
}

extension SyncStore {
  /// Begins a comparison of the store with all logs.
  package func beginComparison() async throws(StoreError) {
    try await file.write { try SyncComparison.begin(in: $0) }
  }

  /// Compares a part of a log, and takes over what the store lacks. Call it for all logs.
  @discardableResult
  package func compare(
    _ content: SyncLogReader, of device: String, at date: Date
  ) async throws(StoreError) -> Changes {
    try await file.write { db in
      var content = content
      try SyncComparison.note(content, in: db)
      try SyncClock.fetch(in: db).map { content.leaveOut(after: $0.limit(at: date)) }
      return try Self.apply(content, of: device, at: date, comparison: SyncComparison(), in: db)
    }
  }

  /// The links whose values differ from those of a log with the same time. Call it after all logs.
  package func suspects(at date: Date) async throws(StoreError) -> SyncSuspects {
    try await file.readFromWriter { db in
      SyncSuspects(
        keys: try String.fetchSet(db, sql: "SELECT key FROM temp.suspectLink"),
        limit: try SyncClock.fetch(in: db)?.limit(at: date) ?? .max)
    } ?? SyncSuspects(keys: [], limit: .max)
  }

  /// Gives links the values of the logs, where those differ and have the same time.
  /// - Returns: the number of links that were changed.
  package func restore(_ suspects: SyncSuspects, at date: Date) async throws(StoreError) -> Int {
    try await file.write { db in
      var count = 0
      let last = try Journal.lastID(of: "link", in: db)
      for (key, registers) in suspects.registers {
        guard var entity = try SyncEntity.fetch(key, in: db), let address = WebAddress(key) else {
          continue
        }
        let before = entity.registers
        entity.registers = before.replaced(by: registers)
        if SyncComparison.isSame(before, entity.registers, key: key, address) { continue }
        try SyncMerge.restore(entity, at: date, in: db)
        count += 1
      }
      try SyncFactRecorder.recordReading(ofLinksAfter: last, at: date, in: db)
      return count
    }
  }

  /// Ends a comparison.
  /// - Returns: the number of changes that no log had, which are queued.
  package func endComparison(at date: Date) async throws(StoreError) -> Int {
    try await file.write { db in
      let limit = try SyncClock.fetch(in: db)?.limit(at: date) ?? .max
      return try SyncComparison.finish(limit: limit, in: db)
    }
  }
}

/// The links whose values may be damaged, with what the logs say about them.
package struct SyncSuspects: Sendable {
  fileprivate let keys: Set<String>
  fileprivate let limit: Int64
  fileprivate private(set) var registers: [String: LinkRegisters] = [:]

  fileprivate init(keys: Set<String>, limit: Int64) { (self.keys, self.limit) = (keys, limit) }

  package var isEmpty: Bool { keys.isEmpty }

  /// Adds what a log says.
  package mutating func add(_ content: SyncLogReader) {
    for operation in content.operations where operation.time.isPlausible(by: limit) {
      guard let key = WebAddress(operation.address).map({ LinkKey.key(of: $0) }),
        keys.contains(key)
      else { continue }
      registers[key, default: LinkRegisters()].merge(operation)
    }
  }
}
