import Foundation
import GRDB
import Links

/// Keeps the full-text index of articles in step with the stored texts.
enum ArticleIndex {
  static func insert(_ text: String, of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO articleText (rowid, text) VALUES (?, ?)")
      .execute(arguments: [id, IndexedText.words(text)])
    try db.cachedStatement(sql: "INSERT INTO articlePrefix (rowid, prefixes) VALUES (?, ?)")
      .execute(arguments: [id, IndexedText.prefixes(text)])
  }

  /// Removes the texts of deleted articles from the index. If a text can't be read, or differs from
  /// the text that was indexed, rebuilds the whole index.
  static func sweep(in db: Database) throws {
    while let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, linkID, text FROM forgottenText LIMIT 1"))
    {
      try Task.checkCancellation()
      do {
        guard let text = ArticleCopy.text(row["text"]) else { return try rebuild(in: db) }
        try remove(text, of: row["linkID"], in: db)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return try rebuild(in: db)
      }
      try db.cachedStatement(sql: "DELETE FROM forgottenText WHERE id = ?")
        .execute(arguments: [row["id"] as Int64])
    }
  }

  /// Rebuilds the index from all texts.
  static func rebuild(in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO articleText (articleText) VALUES ('delete-all');
        INSERT INTO articlePrefix (articlePrefix) VALUES ('delete-all');
        DELETE FROM forgottenText;
        """)
    let rows = try Row.fetchCursor(db, sql: "SELECT linkID, text FROM articleBody")
    while let row = try rows.next() {
      try Task.checkCancellation()
      if let text = ArticleCopy.text(row["text"]) { try insert(text, of: row["linkID"], in: db) }
    }
  }

  private static func remove(_ text: String, of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO articleText (articleText, rowid, text) VALUES ('delete', ?, ?)"
    ).execute(arguments: [id, IndexedText.words(text)])
    try db.cachedStatement(
      sql: "INSERT INTO articlePrefix (articlePrefix, rowid, prefixes) VALUES ('delete', ?, ?)"
    ).execute(arguments: [id, IndexedText.prefixes(text)])
  }
}
