import GRDB
import LinkSync
package import Links

/// Queued changes, as lines of our log.
package struct SyncOutgoing: Sendable {
  package var lines: [String]
  /// The id of the last change.
  package var last: Int64
  /// The time of the latest change, in milliseconds since 1970.
  package var lastChange: Int64 = 0
  /// Whether there are no later changes.
  package var isAll = true

  /// No queued changes.
  package static let none = SyncOutgoing(lines: [], last: 0)
}

extension SyncStore {
  /// Returns the queued changes, in the order in which they were recorded. Changes that were
  /// replaced meanwhile are left out.
  /// - Parameter limit: the bytes from which the rest is left for the next call.
  package func outgoing(limit: Int = .max) async throws(StoreError) -> SyncOutgoing {
    try await file.readFromWriter { db in
      guard let device = try SyncClock.fetch(in: db)?.device else {
        return .none
      }
      var outgoing = SyncOutgoing.none
      var entity: SyncEntity?
      var size = 0
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT syncOutbox.id AS entry, syncOutbox.key AS syncKey, syncOutbox.milliseconds,
            syncOutbox.count, syncOutbox.device, syncFact.line, times, hidden, link.*
          FROM syncOutbox
          LEFT JOIN syncLink ON syncLink.key = syncOutbox.key
          LEFT JOIN syncFact ON syncFact.key = syncOutbox.key
          LEFT JOIN link ON link.id = syncLink.linkID ORDER BY syncOutbox.id
          """)
      while let row = try rows.next() {
        if size >= limit {
          outgoing.isAll = false
          break
        }
        let time = SyncOutbox.time(row)
        if let line = row["line"] as String? {
          outgoing.last = row["entry"]
          guard let fact = SyncFact(storedLine: line), fact.time == time else { continue }
          let line = SyncLine.text(fact, device: device)
          outgoing.lines.append(line)
          size += line.utf8.count
          outgoing.lastChange = max(outgoing.lastChange, time.milliseconds)
          continue
        }
        let key: String = row["syncKey"]
        if entity?.key != key { entity = try SyncEntity(key: key, row) }
        outgoing.last = row["entry"]
        if let entity,
          let operation = entity.registers.operation(
            on: entity.address, at: time)
        {
          let line = SyncLine.text(operation, device: device)
          outgoing.lines.append(line)
          size += line.utf8.count
          outgoing.lastChange = max(outgoing.lastChange, time.milliseconds)
        }
      }
      return outgoing
    } ?? .none
  }

  /// Removes sent changes from the queue.
  /// - Parameter logs: the known parts of our own logs now.
  package func sent(_ outgoing: SyncOutgoing, in logs: [SyncLogRecord]) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM syncOutbox WHERE id <= ?", arguments: [outgoing.last])
      for log in logs { try Self.save(log, in: db) }
    }
  }
}

/// The changes that the other devices don't have yet.
enum SyncOutbox {
  static func add(_ time: SyncTime, of key: String, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO syncOutbox (key, milliseconds, count, device) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [key, time.milliseconds, time.count, time.device])
  }

  /// SQL that queues facts, without its condition.
  static let addingFacts = """
    INSERT INTO syncOutbox (key, milliseconds, count, device)
    SELECT key, milliseconds, count, device FROM syncFact
    """

  static func count(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM syncOutbox") ?? 0
  }

  static func time(_ row: Row) -> SyncTime {
    SyncTime(milliseconds: row["milliseconds"], count: row["count"], device: row["device"])
  }
}

extension SyncClock {
  static func fetch(in db: Database) throws -> SyncClock? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT device, milliseconds, count FROM syncState")
    ).map { SyncClock(device: $0["device"], milliseconds: $0["milliseconds"], count: $0["count"]) }
  }

  func save(in db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE syncState SET device = ?, milliseconds = ?, count = ?"
    ).execute(arguments: [device, milliseconds, count])
  }
}
