package import Foundation
import GRDB
package import LinkSync
import Markup
package import Links

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
    let links = try SyncMerge.apply(
      content.operations, from: device, at: date, comparison: comparison, in: db)
    // Comes before the facts are merged, because those of newly saved pages may be older.
    try SyncFactRecorder.recordReadingOfSaved(at: date, in: db)
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
