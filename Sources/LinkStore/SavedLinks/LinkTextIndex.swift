import GRDB
import Links

/// The full-text index of links, which is updated with every change of a link.
enum LinkTextIndex {
  static let columns = LinkColumn.all.filter(\.isIndexed).names

  /// The triggers that update the index with every change of a link, and what they leave to whoever
  /// changes many.
  static let triggers = """
    -- The triggers leave links from an id on, and changes of texts, to a transaction with many.
    CREATE TABLE linkIndexing (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      leavesFrom INTEGER NOT NULL,
      leavesUpdates INTEGER NOT NULL
    );
    INSERT INTO linkIndexing VALUES (1, \(Int64.max), 0);
    CREATE TRIGGER linkInserted AFTER INSERT ON link WHEN new.id < \(leftFrom) BEGIN
      \(insertion)
    END;
    CREATE TRIGGER linkDeleted AFTER DELETE ON link WHEN old.id < \(leftFrom) BEGIN
      \(deletion)
    END;
    CREATE TRIGGER linkUpdated AFTER UPDATE OF \(columns) ON link
    WHEN old.id < \(leftFrom) AND NOT (SELECT leavesUpdates FROM linkIndexing WHERE id = 1) BEGIN
      \(deletion) \(insertion)
    END;
    """

  /// SQL of the first id that triggers leave to a transaction with many new links.
  static let leftFrom = "(SELECT leavesFrom FROM linkIndexing WHERE id = 1)"

  /// Runs a body that inserts many links, then indexes all of them at once. With triggers, FTS5
  /// would write to disk after each row, and by default after each megabyte.
  static func insertingMany<Value>(in db: Database, _ body: () throws -> Value) throws
    -> Value
  {
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM link") ?? 0
    try db.execute(sql: "UPDATE linkIndexing SET leavesFrom = \(last + 1)")
    let value = try body()
    try db.execute(
      sql: """
        INSERT INTO linkText (linkText, rank) VALUES ('hashsize', \(16 << 20));
        INSERT INTO linkText (rowid, \(columns)) SELECT id, \(columns) FROM link WHERE id > \(last);
        INSERT INTO linkText (linkText, rank) VALUES ('hashsize', \(1 << 20));
        UPDATE linkIndexing SET leavesFrom = \(Int64.max);
        \(ArticleTables.nextVersion)
        """)
    return value
  }

  /// Runs a body that changes links, then indexes all of them at once.
  static func updatingMany<Value>(
    _ ids: [SavedLink.ID], in db: Database, _ body: () throws -> Value
  ) throws -> Value {
    // For a few links, the triggers are faster.
    guard ids.count > 100 else { return try body() }
    try db.execute(sql: "CREATE TEMP TABLE changedLink (id INTEGER PRIMARY KEY)")
    let statement = try db.makeStatement(sql: "INSERT OR IGNORE INTO changedLink VALUES (?)")
    for id in ids { try statement.execute(arguments: [id]) }
    let chosen = "FROM link WHERE id IN (SELECT id FROM changedLink)"
    try db.execute(
      sql: """
        UPDATE linkIndexing SET leavesUpdates = 1;
        INSERT INTO linkText (linkText, rowid, \(columns)) SELECT 'delete', id, \(columns) \(chosen);
        """)
    let value = try body()
    try db.execute(
      sql: """
        INSERT INTO linkText (rowid, \(columns)) SELECT id, \(columns) \(chosen);
        DROP TABLE changedLink;
        UPDATE linkIndexing SET leavesUpdates = 0;
        """)
    return value
  }

  private static let insertion = """
    INSERT INTO linkText (rowid, \(columns)) VALUES (\(values(of: "new")));
    """

  private static let deletion = """
    INSERT INTO linkText (linkText, rowid, \(columns)) VALUES ('delete', \(values(of: "old")));
    """

  private static func values(of row: String) -> String {
    "\(row).id, " + LinkColumn.all.filter(\.isIndexed).names(before: "\(row).")
  }
}
