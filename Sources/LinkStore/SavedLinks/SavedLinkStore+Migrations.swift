import GRDB

extension SavedLinkStore {
  /// The steps from an empty file to the present form. A step that was released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1 saved links") { db in
      try db.execute(
        sql: """
          CREATE TABLE savedLink (
            -- AUTOINCREMENT: an id is never used again, so undo can put a link back under its own.
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            -- LinkMetadata as JSON.
            metadata BLOB NOT NULL,
            -- Seconds since 1970.
            savedAt REAL NOT NULL
          );
          CREATE INDEX savedLinkBySavedAt ON savedLink (savedAt);
          """)
    }
    migrator.registerMigration("v2 seen links") { db in
      try db.execute(
        sql: """
          CREATE TABLE seenLink (
            url TEXT PRIMARY KEY NOT NULL,
            -- Seconds since 1970, of the last time.
            seenAt REAL NOT NULL
          ) WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
