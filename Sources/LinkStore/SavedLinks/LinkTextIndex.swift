import GRDB
import Links

/// The full-text index of links, which is updated with every change of a link.
enum LinkTextIndex {
  static let columns = LinkColumn.all.filter(\.isIndexed).names

  /// Creates the triggers that update the index with every change of a link.
  static func createTriggers(in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TRIGGER linkInserted AFTER INSERT ON link BEGIN \(insertion("new")) END;
        CREATE TRIGGER linkDeleted AFTER DELETE ON link BEGIN \(deletion) END;
        \(updateTrigger())
        """)
  }

  /// Runs a body that inserts many links, then indexes all of them at once. With triggers, FTS5
  /// would write to disk after each row, and by default after each megabyte.
  static func insertingMany<Value>(in db: Database, _ body: () throws -> Value) throws
    -> Value
  {
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM link") ?? 0
    // Limits the update trigger to older links, because new ones aren't in the index yet.
    try db.execute(
      sql: """
        DROP TRIGGER linkInserted; DROP TRIGGER linkUpdated; DROP TRIGGER versionInserted;
        \(updateTrigger(condition: "WHEN old.id <= \(last)"))
        """)
    let value = try body()
    try db.execute(
      sql: """
        INSERT INTO linkText (linkText, rank) VALUES ('hashsize', \(16 << 20));
        INSERT INTO linkText (rowid, \(columns)) SELECT id, \(columns) FROM link WHERE id > \(last);
        INSERT INTO linkText (linkText, rank) VALUES ('hashsize', \(1 << 20));
        DROP TRIGGER linkUpdated; DROP TRIGGER linkDeleted;
        \(ArticleTables.insertionTrigger) \(ArticleTables.nextVersion)
        """)
    try createTriggers(in: db)
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
        DROP TRIGGER linkUpdated;
        INSERT INTO linkText (linkText, rowid, \(columns)) SELECT 'delete', id, \(columns) \(chosen);
        """)
    let value = try body()
    try db.execute(
      sql: """
        INSERT INTO linkText (rowid, \(columns)) SELECT id, \(columns) \(chosen);
        DROP TABLE changedLink;
        \(updateTrigger())
        """)
    return value
  }

  private static func updateTrigger(condition: String = "") -> String {
    """
    CREATE TRIGGER linkUpdated AFTER UPDATE OF \(columns) ON link \(condition) BEGIN
      \(deletion) \(insertion("new"))
    END;
    """
  }

  private static func insertion(_ row: String) -> String {
    "INSERT INTO linkText (rowid, \(columns)) VALUES (\(values(of: row)));"
  }

  private static var deletion: String {
    "INSERT INTO linkText (linkText, rowid, \(columns)) VALUES ('delete', \(values(of: "old")));"
  }

  private static func values(of row: String) -> String {
    "\(row).id, " + LinkColumn.all.filter(\.isIndexed).names(before: "\(row).")
  }
}
