import GRDB
import LinkSync

/// The changes that the other devices don't have yet.
enum SyncOutbox {
  static func add(_ time: SyncTime, of key: String, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO syncOutbox (key, milliseconds, count, device) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [key, time.milliseconds, time.count, time.device])
  }

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
