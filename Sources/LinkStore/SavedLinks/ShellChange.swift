/// A change made by a command, after it was undone or redone.
public struct ShellChange: Hashable, Sendable {
  /// What the command did to the links, such as `removed`.
  public var word: String
  /// How many links were restored, or changed again.
  public var linkCount: Int
  /// How many links were left alone, because they've changed since the command or were deleted.
  public var leftCount: Int
}

extension SavedLinkStore {
  /// The tables for the last changes from the shell, for `raylette saved undo`.
  ///
  /// There's a row for each value that a command changed, with the value before and after. A value
  /// is restored only if it's still what the command left, so that undo never reverts a later
  /// change.
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

  /// Returns SQL for a value that shows whether an added link has been edited since.
  static func shellChangeDigest(of row: String) -> String {
    "\(row)tags || char(10) || \(row)note"
  }

  /// The maximum number of changes that can be undone.
  static let shellChangeLimit = 50
}
