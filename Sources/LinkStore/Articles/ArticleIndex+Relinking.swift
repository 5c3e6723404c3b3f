import GRDB

extension ArticleIndex {
  /// Runs a body that deletes links and inserts them again with new ids, then gives each link its
  /// text and pictures back.
  static func withLinksMadeAnew(in db: Database, _ body: () throws -> Void) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE formerLink (id INTEGER PRIMARY KEY, key TEXT NOT NULL);
        INSERT INTO formerLink SELECT id, key FROM link
          WHERE id IN (SELECT linkID FROM article UNION ALL SELECT linkID FROM keptPicture);
        DROP TRIGGER articleOfDeleted; DROP TRIGGER articleForgotten;
        """)
    try body()
    let moved = """
      FROM temp.formerLink JOIN link USING (key) WHERE formerLink.id = linkID
      """
    for table in ["article", "articleBody", "keptPicture"] {
      // Ids are never reused, so the new ones are free.
      try db.execute(
        sql: """
          UPDATE \(table) SET linkID = (SELECT link.id \(moved))
            WHERE EXISTS (SELECT 1 \(moved) AND link.id <> linkID);
          DELETE FROM \(table) WHERE linkID NOT IN (SELECT id FROM link);
          """)
    }
    try db.execute(
      sql: """
        DELETE FROM articleFailure WHERE linkID NOT IN (SELECT id FROM link);
        DROP TABLE temp.formerLink; \(ArticleTables.deletionTriggers)
        """)
    try rebuild(in: db)
  }
}
