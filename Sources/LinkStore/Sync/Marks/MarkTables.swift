/// What devices exchange of wheels.
enum MarkTables {
  static let schema = """
    -- Whether marks are exchanged, too.
    ALTER TABLE syncState ADD COLUMN hasMarks INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE syncMark (
      -- See SyncMark.Subject.key.
      key TEXT PRIMARY KEY,
      milliseconds INTEGER NOT NULL,
      count INTEGER NOT NULL,
      device TEXT NOT NULL,
      -- The mark as the line of a log.
      line TEXT NOT NULL
    ) WITHOUT ROWID;
    """
}
