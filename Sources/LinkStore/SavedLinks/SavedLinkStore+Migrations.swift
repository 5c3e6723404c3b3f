import Markup
import Foundation
import GRDB
import LinkPreview
import Links

extension SavedLinkStore {
  /// The migrations from an empty file to the current schema. A released migration never changes.
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
    migrator.registerMigration("v3 links with tags, notes and full text") { db in
      try db.execute(sql: linkTable)
      try createTextTriggers(in: db)
      let rows = try Row.fetchAll(db, sql: "SELECT * FROM savedLink ORDER BY savedAt, id")
      for row in rows { try adopt(row, in: db) }
      try db.execute(sql: "DROP TABLE savedLink")
    }
    migrator.registerMigration("v4 days of starts") { db in
      try db.execute(
        sql: """
          CREATE TABLE startDay (
            -- Days since 1970 on which the program was started, the last ones.
            day INTEGER PRIMARY KEY
          );
          """)
    }
    migrator.registerMigration("v5 changes from the shell") {
      try $0.execute(sql: shellChangeTables)
    }
    migrator.registerMigration("addresses of the URL Standard", migrate: adoptURLStandard)
    migrator.registerMigration("wheels, history and what never comes up again") { db in
      try db.execute(sql: WheelTables.schema)
      try db.execute(sql: WheelTables.marks)
    }
    migrator.registerMigration("changes for other devices") {
      try $0.execute(sql: SyncTables.schema)
    }
    migrator.registerMigration("marks of wheels for other devices") {
      try $0.execute(sql: MarkTables.schema)
    }
    migrator.registerMigration("kept articles and places of reading") { db in
      try db.execute(sql: ArticleTables.schema)
      try db.execute(sql: ArticleTables.index)
      try db.execute(sql: ArticleTables.deletionTriggers)
      try db.execute(sql: ArticleTables.versionTriggers)
    }
    migrator.registerMigration("encrypted places and when exchanges failed") {
      try $0.execute(sql: SyncTables.encryption)
    }
    // Rows with their metadata are a hundred times larger than what a search for tags reads.
    migrator.registerMigration("links by tags") {
      try $0.execute(
        sql: "CREATE INDEX linkByTags ON link (tags, trashedAt) WHERE tags <> ''")
    }
    migrator.registerMigration("times that haven't come, and removals that came from elsewhere") {
      try $0.execute(sql: SyncTables.waiting)
    }
    migrator.registerMigration("hosts of each wheel") {
      try $0.execute(sql: WheelTables.hostIndex)
    }
    return migrator
  }

  /// Times are in seconds since 1970.
  private static let linkTable = """
    CREATE TABLE link (
      -- AUTOINCREMENT: an id is never used again, so undo can put a link back under its own.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- As it was given.
      url TEXT NOT NULL,
      -- The same for all addresses of one page.
      key TEXT NOT NULL UNIQUE,
      host TEXT NOT NULL,
      title TEXT,
      site TEXT,
      summary TEXT,
      -- With line breaks between.
      tags TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      -- LinkMetadata as JSON; null until the page was fetched.
      metadata BLOB,
      savedAt REAL NOT NULL,
      openedAt REAL,
      trashedAt REAL,
      -- LinkCheck as JSON.
      checked BLOB
    );
    CREATE INDEX linkBySavedAt ON link (savedAt) WHERE trashedAt IS NULL;
    CREATE INDEX linkByTrashedAt ON link (trashedAt) WHERE trashedAt IS NOT NULL;

    -- C++ and C# are words. Prefixes of one letter are in an index of their own: without it the first
    -- key of a search would cost ten times what the next ones do.
    CREATE VIRTUAL TABLE linkText USING fts5 (
      title, site, host, summary, tags, note, url, content='link', content_rowid='id', prefix='1',
      tokenize="unicode61 remove_diacritics 2 tokenchars '+#'"
    );
    CREATE VIRTUAL TABLE linkWord USING fts5vocab ('linkText', 'row');
    """

  /// Copies a row of the old `savedLink` table. If several addresses are the same link now, the one
  /// saved first stays.
  private static func adopt(_ row: Row, in db: Database) throws {
    let address: String = try row.decode(forColumn: "url")
    if let known = WebAddress(address), try isSaved(known, in: db) { return }
    let blob = try row.decode(Data?.self, forColumn: "metadata")
    var link = SavedLink(
      id: try row.decode(forColumn: "id"), metadata: metadata(blob, address: address),
      savedAt: Date(timeIntervalSince1970: try row.decode(Double?.self, forColumn: "savedAt") ?? 0))
    try insert(&link, in: db)
  }
}
