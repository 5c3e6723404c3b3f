import GRDB

extension SavedLinkStore {
  /// The migrations from an empty file to the current schema. A released migration never changes.
  static var migrator: DatabaseMigrator { migrator(LinkColumn.all) }

  static func migrator(_ columns: [LinkColumn]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(sql: columns.table + linkIndexes)
      try LinkTextIndex.createTriggers(in: db)
      try db.execute(sql: startDayTable + ChangeTables.schema)
      try db.execute(sql: WheelTables.schema + WheelTables.marks)
      try db.execute(sql: SyncTables.schema)
      try db.execute(sql: ArticleTables.schema + ArticleTables.index)
      try db.execute(sql: ArticleTables.deletionTriggers + ArticleTables.versionTriggers)
    }
    return migrator
  }

  private static let linkIndexes = """
    CREATE INDEX linkBySavedAt ON link (savedAt) WHERE trashedAt IS NULL;
    CREATE INDEX linkByTrashedAt ON link (trashedAt) WHERE trashedAt IS NOT NULL;
    -- Rows with their metadata are a hundred times larger than what a search for tags reads.
    CREATE INDEX linkByTags ON link (tags, trashedAt) WHERE tags <> '';

    -- C++ and C# are words. Prefixes of one letter are in an index of their own: without it the first
    -- key of a search would cost ten times what the next ones do.
    CREATE VIRTUAL TABLE linkText USING fts5 (
      \(LinkTextIndex.columns), content='link', content_rowid='id', prefix='1',
      tokenize="unicode61 remove_diacritics 2 tokenchars '+#'"
    );
    CREATE VIRTUAL TABLE linkWord USING fts5vocab ('linkText', 'row');
    """

  private static let startDayTable = """
    CREATE TABLE startDay (
      -- Days since 1970 on which the program was started, the last ones.
      day INTEGER PRIMARY KEY
    );

    """
}
