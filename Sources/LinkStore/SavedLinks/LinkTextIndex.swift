import GRDB
import Links

/// The full-text index of links, which is updated with every change of a link.
enum LinkTextIndex {
  static let columns = LinkColumn.all.filter(\.isIndexed).names

  /// The triggers that update the index with every change of a link that's in it. Who adds links, or
  /// changes many, updates the index at once.
  static let triggers = """
    CREATE TRIGGER linkDeleted AFTER DELETE ON link WHEN \(isIndexed) BEGIN
      \(deletion)
    END;
    CREATE TRIGGER linkUpdated AFTER UPDATE OF \(columns) ON link WHEN \(isIndexed) BEGIN
      \(deletion)
      INSERT INTO linkText (rowid, \(columns)) VALUES (\(values(of: "new")));
    END;
    """

  /// FTS5 has a row in this table for each text of its index.
  private static let isIndexed = "EXISTS (SELECT 1 FROM linkText_docsize WHERE id = old.id)"

  /// Indexes the links that a transaction has added, all at once. With a trigger, FTS5 would write to
  /// disk after each row, and by default after each megabyte.
  static func addNewLinks(in db: Database) throws {
    let last =
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM linkText_docsize")) ?? 0
    let count = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM link WHERE id > ?"), arguments: [last])
    guard let count, count > 0 else { return }
    let indexing = try db.cachedStatement(
      sql: "INSERT INTO linkText (rowid, \(columns)) SELECT id, \(columns) FROM link WHERE id > ?")
    if count > 100 { try setMemory(16 << 20, in: db) }
    try indexing.execute(arguments: [last])
    if count > 100 { try setMemory(1 << 20, in: db) }
    try db.execute(sql: ArticleTables.nextVersion)
  }

  /// Sets the size in bytes of the part of the index that FTS5 has in memory.
  private static func setMemory(_ size: Int, in db: Database) throws {
    try db.execute(
      sql: "INSERT INTO linkText (linkText, rank) VALUES ('hashsize', ?)", arguments: [size])
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
        INSERT INTO linkText (linkText, rowid, \(columns)) SELECT 'delete', id, \(columns) \(chosen);
        """)
    let value = try body()
    try db.execute(
      sql: """
        INSERT INTO linkText (rowid, \(columns)) SELECT id, \(columns) \(chosen);
        DROP TABLE changedLink;
        """)
    return value
  }

  private static let deletion = """
    INSERT INTO linkText (linkText, rowid, \(columns)) VALUES ('delete', \(values(of: "old")));
    """

  private static func values(of row: String) -> String {
    "\(row).id, " + LinkColumn.all.filter(\.isIndexed).names(before: "\(row).")
  }
}
