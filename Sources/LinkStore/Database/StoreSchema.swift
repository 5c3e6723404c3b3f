import GRDB

/// The tables of a file of the store, and how they're made.
struct StoreSchema: Sendable {
  /// The number of the schema, which SQLite keeps as `user_version` in the file's header. Each
  /// change of the schema raises it, so that a program knows a file of another version.
  let version: Int32
  /// Makes the tables in an empty file.
  let makeTables: @Sendable (Database) throws -> Void

  /// Returns the number that a file has; 0 for an empty file.
  static func version(of db: Database) throws -> Int32 {
    try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Whether a file has these tables.
  func isCurrent(_ db: Database) throws -> Bool { try Self.version(of: db) == version }

  /// Makes the tables in an empty file, all of them or none.
  func make(in queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try makeTables(db)
        try db.execute(sql: "PRAGMA user_version = \(version)")
        return .commit
      }
    }
  }
}
