/// A change that a command made, as it is taken back or made again.
public struct ShellChange: Hashable, Sendable {
  /// What was done to the links, as `removed`.
  public var word: String
  /// The links that were set back, or changed again.
  public var linkCount: Int
  /// The links that were left alone, since they changed after the command, or are deleted.
  public var leftCount: Int
}

extension SavedLinkStore {
  /// The last changes from the shell, for `raylette saved undo`.
  ///
  /// A row for each value that a command changed, with the value before and after: a value is set back
  /// only while it still is what the command left, so that undo never takes back what somebody did
  /// since.
  static let shellChangeTables = """
    CREATE TABLE shellChange (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      word TEXT NOT NULL,
      -- Seconds since 1970.
      madeAt REAL NOT NULL,
      -- Seconds since 1970; null for a change that holds.
      undoneAt REAL
    );
    CREATE TABLE shellChangeValue (
      id INTEGER PRIMARY KEY,
      changeID INTEGER NOT NULL REFERENCES shellChange (id) ON DELETE CASCADE,
      linkID INTEGER NOT NULL,
      -- A column of the links; 'added' for a link that was not there before.
      field TEXT NOT NULL,
      -- Of any type, as in the column. Of an added link, its tags and note.
      before,
      after
    );
    CREATE INDEX shellChangeValueByChange ON shellChangeValue (changeID);
    CREATE INDEX addedByLink ON shellChangeValue (linkID) WHERE field = 'added';
    """

  /// What commands can change, and what is set back. Metadata that was fetched stays.
  static let shellChangeFields = [
    "trashedAt", "savedAt", "tags", "note", "title", "summary", "url", "key", "host",
  ]

  /// What tells an added link from one that somebody worked on since.
  static func shellChangeDigest(of row: String) -> String {
    "\(row)tags || char(10) || \(row)note"
  }

  /// Changes that can be taken back at most.
  static let shellChangeLimit = 50
}
