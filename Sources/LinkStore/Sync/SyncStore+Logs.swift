package import Foundation
import GRDB
package import Links
import Markup

/// The part of a device's log that's known here.
package struct SyncLogRecord: Hashable, Sendable {
  package var device: String
  package var name: String
  /// The file's version, as the remote gives it.
  package var version: String
  /// The number of bytes that were read or written.
  package var length: Int
  /// The hash value of the bytes that were read or written.
  package var hash: Int
  /// The number of unreadable lines.
  package var skippedCount: Int
  /// The time of the latest operation, in milliseconds since 1970; 0 if there's none.
  package var lastChange: Int64
  /// The number of lines whose time is in the future.
  package var waitingCount = 0
  /// The earliest time of a waiting line, in milliseconds since 1970.
  var waitsUntil: Int64?

  package init(
    device: String, name: String, version: String = "", length: Int = 0,
    hash: Int = SyncHash.value(of: Data()), skippedCount: Int = 0, lastChange: Int64 = 0
  ) {
    self.device = device
    self.name = name
    self.version = version
    self.length = length
    self.hash = hash
    self.skippedCount = skippedCount
    self.lastChange = lastChange
  }
}

extension SyncStore {
  package func logs() async throws(StoreError) -> [SyncLogRecord] {
    try await file.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM syncFile ORDER BY device, name").map(Self.log)
    } ?? []
  }

  static func log(_ row: Row) -> SyncLogRecord {
    var log = SyncLogRecord(
      device: row["device"], name: row["name"], version: row["version"], length: row["length"],
      hash: row["hash"], skippedCount: row["skipped"], lastChange: row["lastChange"])
    (log.waitingCount, log.waitsUntil) = (row["waiting"], row["waitsUntil"])
    return log
  }

  /// Forgets logs that no longer exist.
  package func forget(_ logs: [SyncLogRecord]) async throws(StoreError) {
    try await file.write { db in
      for log in logs {
        try db.execute(
          sql: "DELETE FROM syncFile WHERE device = ? AND name = ?",
          arguments: [log.device, log.name])
      }
    }
  }

  /// The number of links and facts that a log has changed here.
  package struct Changes: Hashable, Sendable {
    package var links: Int
    package var facts: [SyncFact.Kind: Int]

    package init(links: Int = 0, facts: [SyncFact.Kind: Int] = [:]) {
      (self.links, self.facts) = (links, facts)
    }
  }

  /// Merges the new lines of a log, in one transaction. Known lines change nothing. Lines with a
  /// future time wait for ``readAgain(at:)``.
  /// - Parameters:
  ///   - log: the known part of the log afterwards.
  ///   - date: the current time.
  /// - Returns: what was changed, and the known part of the log with the lines that wait.
  @discardableResult
  package func apply(
    _ content: SyncLogReader, of log: SyncLogRecord, at date: Date
  ) async throws(StoreError) -> (changes: Changes, log: SyncLogRecord) {
    try await file.write { db in
      var content = content
      var log = log
      try SyncClock.fetch(in: db).map { content.leaveOut(after: $0.limit(at: date)) }
      let changes = try Self.apply(content, of: log.device, at: date, in: db)
      log.lastChange = max(log.lastChange, content.lastChange)
      log.waitingCount += content.waitingCount
      log.waitsUntil = [log.waitsUntil, content.waitsUntil].compactMap(\.self).min()
      try Self.save(log, in: db)
      return (changes, log)
    }
  }

  /// Merges the lines of a log whose time has come.
  static func apply(
    _ content: SyncLogReader, of device: String, at date: Date,
    comparison: SyncComparison? = nil, in db: Database
  ) throws -> Changes {
    let last = try Journal.lastID(of: "link", in: db)
    let links = try SyncMerge.apply(
      content.operations, from: device, at: date, comparison: comparison, in: db)
    // Comes before the facts are merged, because those of newly saved pages may be older.
    try SyncFactRecorder.recordReading(ofLinksAfter: last, at: date, in: db)
    let facts = try SyncFactMerge.apply(content.facts, at: date, in: db)
    return Changes(links: links, facts: facts)
  }

  /// Forgets the known part of logs whose waiting lines count by now, so that these logs are read
  /// again. Lines wait only in their log, so that a device that has waited knows the same as one
  /// that joins later.
  package func readAgain(at date: Date) async throws(StoreError) {
    let due = """
      FROM syncFile WHERE device <> (SELECT device FROM syncState) AND waitsUntil <= ?
      """
    let limit = try await file.readFromWriter { db -> Int64? in
      guard let limit = try SyncClock.fetch(in: db)?.limit(at: date) else { return nil }
      return try Bool.fetchOne(db, sql: "SELECT 1 \(due)", arguments: [limit]) == true ? limit : nil
    }
    guard let limit = limit.flatMap(\.self) else { return }
    try await file.write { db in
      try db.execute(
        sql: "\(SyncTables.forgettingContent) WHERE (device, name) IN (SELECT device, name \(due))",
        arguments: [limit])
    }
  }

  static func save(_ log: SyncLogRecord, in db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO syncFile
          (device, name, version, length, hash, skipped, lastChange, waiting, waitsUntil)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        log.device, log.name, log.version, log.length, log.hash, log.skippedCount, log.lastChange,
        log.waitingCount, log.waitsUntil,
      ])
  }
}

/// Hashes the content of a growing log to a number for SQLite.
package enum SyncHash {
  package static func value(of bytes: some Sequence<UInt8>, after start: Int? = nil) -> Int {
    var hash = start.map { FNVHash(after: UInt64(bitPattern: Int64($0))) } ?? FNVHash()
    hash.append(bytes)
    return Int(Int64(bitPattern: hash.value))
  }
}

/// Decides what a log of this device still has to say.
extension SyncStore {
  /// The lines of our log that others can do without.
  package struct Replaced: Sendable {
    /// The devices whose logs are at the remote as they were read here, and this one.
    package var devices: Set<String>
    /// The latest change of this device that was sent, in milliseconds since 1970.
    package var lastSent: Int64

    package init(devices: Set<String>, lastSent: Int64) {
      (self.devices, self.lastSent) = (devices, lastSent)
    }

    /// Whether a value with this time is in a log, so that values that it replaces can go.
    fileprivate func contains(_ time: SyncTime) -> Bool {
      time.milliseconds <= lastSent && devices.contains(time.device)
    }
  }

  /// Returns the lines of a log without the values that were replaced since.
  ///
  /// Lines that aren't understood stay, because a later version may have written them. So do lines
  /// with a time in the future, because they don't replace anything yet.
  /// - Parameter lines: whole lines.
  package func compacted(
    _ lines: Data, of device: String, without replaced: Replaced, at date: Date
  ) async throws(StoreError) -> Data {
    try await file.readFromWriter { db in
      let limit = try SyncClock.fetch(in: db)?.limit(at: date) ?? .max
      var kept = Data()
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        let entry = SyncEntry(Data(line), device: device)
        switch entry {
        case .link(let operation) where operation.time.isPlausible(by: limit):
          guard let remaining = try Self.remaining(operation, without: replaced, in: db) else {
            continue
          }
          if remaining == operation {
            kept.append(contentsOf: line)
          } else {
            kept.append(contentsOf: SyncLine.text(remaining, device: device).utf8)
          }
        case .fact(let fact) where fact.time.isPlausible(by: limit):
          let known = try SyncFact.fetch(fact.subject, in: db)
          if let known, known.time > fact.time, replaced.contains(known.time) { continue }
          kept.append(contentsOf: line)
        default: kept.append(contentsOf: line)
        }
        kept.append(UInt8(ascii: "\n"))
      }
      return kept
    } ?? lines
  }

  /// Returns an operation without the fields that were replaced; nil if none is left.
  private static func remaining(
    _ operation: SyncOperation, without replaced: Replaced, in db: Database
  ) throws -> SyncOperation? {
    guard let address = WebAddress(operation.address),
      let times = try String.fetchOne(
        db.cachedStatement(sql: "SELECT times FROM syncLink WHERE key = ?"),
        arguments: [LinkKey.key(of: address)])
    else { return operation }
    let known = SyncTimes.registers(times, values: [:]).fields
    let old = operation.fields.keys.filter { field in
      known[field].map { $0.time > operation.time && replaced.contains($0.time) } ?? false
    }
    if old.isEmpty { return operation }
    var registers = LinkRegisters()
    registers.merge(operation)
    for field in old { registers.fields[field] = nil }
    return registers.operation(on: operation.address, at: operation.time)
  }

  /// The bytes of our logs that had to stay when they were looked at last; 0 if they never were.
  package func keptSize() async throws(StoreError) -> Int {
    try await file.readFromWriter { try Int.fetchOne($0, sql: "SELECT keptSize FROM syncState") }
      .flatMap(\.self) ?? 0
  }

  package func note(keptSize: Int) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "UPDATE syncState SET keptSize = ?", arguments: [keptSize])
    }
  }
}

extension SyncStore {
  /// Starts or stops the exchange of facts. Those of reading and of settings are always exchanged;
  /// those of wheels are the links that were seen or never come up again, the history, and the wheels themselves.
  /// Does nothing without a change.
  ///
  /// Existing facts get the time at which they were recorded, or the present time if that isn't
  /// known. Facts from other devices are read again.
  package func exchangeFacts(ofWheels hasWheels: Bool, at date: Date) async throws(StoreError) {
    let kinds: Set<SyncFact.Kind> =
      hasWheels ? [.reading, .settings, .wheels] : [.reading, .settings]
    let known = try await file.readFromWriter { try SyncFactRecorder.kinds(in: $0) }
    if known == kinds { return }
    try await file.write { db in
      let known = try SyncFactRecorder.kinds(in: db)
      for kind in known.symmetricDifference(kinds) {
        try db.execute(
          sql: "UPDATE syncState SET \(kind.column) = ?", arguments: [kinds.contains(kind)])
      }
      if !known.isSubset(of: kinds) {
        try db.execute(
          sql: """
            DELETE FROM syncOutbox WHERE key IN (
              SELECT key FROM syncFact WHERE NOT (\(SyncFact.Kind.condition(of: kinds))))
            """)
      }
      let added = kinds.subtracting(known)
      guard !added.isEmpty, var clock = try SyncClock.fetch(in: db) else { return }
      let now = clock.tick(at: date)
      // Without the wheels' facts, only what was read of saved pages is exchanged.
      try Self.adoptReading(at: date, exchanging: kinds, in: db)
      if added.contains(.wheels) { try Self.adoptWheels(at: now, in: db) }
      if added.contains(.settings) {
        for row in try Row.fetchAll(db, sql: "SELECT key, changedAt FROM sharedSetting") {
          try Self.record(row["key"], at: now.earlier(row["changedAt"]), in: db)
        }
      }
      try clock.save(in: db)
      try db.execute(sql: "DELETE FROM syncFile WHERE device <> (SELECT device FROM syncState)")
    }
  }

  private static func adoptReading(
    at date: Date, exchanging kinds: Set<SyncFact.Kind>, in db: Database
  ) throws {
    for page in try String.fetchAll(db, sql: "SELECT key FROM reading") {
      for subject in [SyncFact.Subject.read(page), .place(page)] {
        guard let fact = try SyncFact.local(subject, at: date, in: db),
          try fact.isShared(exchanging: kinds, in: db)
        else { continue }
        try SyncFactRecorder.record(fact, in: db)
      }
    }
  }

  private static func adoptWheels(at now: SyncTime, in db: Database) throws {
    // Facts that were taken back while they weren't exchanged.
    let known = try String.fetchAll(
      db,
      sql: """
        SELECT key FROM syncFact
        WHERE key NOT LIKE 'visit %' AND key <> 'history' AND \(SyncFact.Kind.wheels.condition)
        """)
    for key in known { try record(key, at: now, in: db) }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT 'seen ' || url AS key, seenAt AS date FROM seenLink
        UNION ALL SELECT iif(kind = 'host', 'host ', 'never ') || value, addedAt FROM neverAgain
        UNION ALL SELECT 'wheel ' || name, createdAt FROM wheel
        """)
    for row in rows {
      let time = now.earlier(row["date"])
      try record(row["key"], at: time, in: db)
    }
    for row in try Row.fetchAll(db, sql: "SELECT id, seenAt FROM visit ORDER BY id") {
      try SyncFactRecorder.recordVisit(row["id"], at: now.earlier(row["seenAt"]), in: db)
    }
  }

  private static func record(_ key: String, at time: SyncTime, in db: Database) throws {
    guard let subject = SyncFact.Subject(key: key) else { return }
    try SyncFactRecorder.record(try SyncFact.current(subject, at: time, in: db), in: db)
  }
}

extension SyncTime {
  /// Returns the same time with an earlier date, in seconds since 1970. A date in the future is
  /// ignored, because nothing can have been set then.
  fileprivate func earlier(_ date: Double) -> SyncTime {
    var time = self
    time.milliseconds = min(milliseconds, Date(timeIntervalSince1970: date).syncMilliseconds)
    return time
  }
}
