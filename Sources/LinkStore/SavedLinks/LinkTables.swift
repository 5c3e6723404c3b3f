import GRDB

extension StoreSchema {
  /// The schema of the file of the saved links.
  static let savedLinks = StoreSchema(version: 10) { db in
    try db.execute(sql: LinkColumn.all.table + LinkTables.indexes)
    try db.execute(sql: LinkTextIndex.triggers + LinkTables.startDays + ChangeTables.schema)
    try db.execute(sql: WheelTables.schema + WheelTables.marks)
    try db.execute(sql: SyncTables.schema)
    try db.execute(sql: ArticleTables.schema + ArticleTables.index)
    try db.execute(sql: ArticleTables.deletionTriggers + ArticleTables.versionTriggers)
    try db.execute(sql: SettingTables.schema + FollowedTables.schema)
  }
}

/// The indexes of the table of links, and the days on which the program was started. The table itself
/// has the columns of ``LinkColumn/all``.
private enum LinkTables {
  static let indexes = """
    CREATE INDEX linkBySavedAt ON link (savedAt) WHERE trashedAt IS NULL;
    CREATE INDEX linkByTrashedAt ON link (trashedAt) WHERE trashedAt IS NOT NULL;
    -- Rows with their metadata are a hundred times larger than what a search for tags reads.
    CREATE INDEX linkByTags ON link (tags, trashedAt) WHERE tags <> '';
    -- Sites are counted from it. A row with its metadata is a hundred times larger than its host.
    CREATE INDEX linkByHost ON link (host) WHERE trashedAt IS NULL;

    -- C++ and C# are words. Prefixes of one letter are in an index of their own: without it the first
    -- key of a search would cost ten times what the next ones do.
    CREATE VIRTUAL TABLE linkText USING fts5 (
      \(LinkTextIndex.columns), content='link', content_rowid='id', prefix='1',
      tokenize="unicode61 remove_diacritics 2 tokenchars '+#'"
    );
    CREATE VIRTUAL TABLE linkWord USING fts5vocab ('linkText', 'row');
    """

  static let startDays = """
    CREATE TABLE startDay (
      -- Days since 1970 on which the program was started, the last ones.
      day INTEGER PRIMARY KEY
    );

    """
}
