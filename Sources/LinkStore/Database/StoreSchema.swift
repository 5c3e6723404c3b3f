import GRDB

/// The tables of a file of the store, and how they're made.
struct StoreSchema: Sendable {
  /// The number of the schema, which SQLite keeps as `user_version` in the file's header. Each
  /// change of the schema raises it, so that a program knows a file of a newer version even where
  /// the list of migrations is damaged or was merged.
  let version: Int32
  /// The migrations from an empty file to this schema.
  let migrator: DatabaseMigrator

  /// Returns the number that a file has; 0 for an empty file, and for one of before there were
  /// numbers.
  static func version(of db: Database) throws -> Int32 {
    try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Whether a newer version of the program made the file.
  func isOlder(than db: Database) throws -> Bool {
    try Self.version(of: db) > version || migrator.hasBeenSuperseded(db)
  }

  func isCurrent(_ db: Database) throws -> Bool {
    try Self.version(of: db) == version && migrator.hasCompletedMigrations(db)
  }

  /// Brings a file up to date.
  func migrate(_ queue: DatabaseQueue) throws {
    try migrator.migrate(queue)
    // Comes last, so that a program that's killed before begins again.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(version)") }
  }
}
