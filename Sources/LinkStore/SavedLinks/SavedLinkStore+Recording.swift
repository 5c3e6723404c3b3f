public import Foundation
import GRDB

/// Records what commands change, however they change it.
extension SavedLinkStore {
  /// Records all changes of links as one change, until ``finishRecording()``.
  ///
  /// Each value is recorded in the transaction that changes it, so that a command that was killed
  /// can be undone, too.
  /// - Parameters:
  ///   - word: what the command does to the links, such as `removed`.
  ///   - date: the current time.
  public func startRecording(_ word: String, at date: Date) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "INSERT INTO shellChange (word, madeAt) VALUES (?, ?)",
        arguments: [word, date.timeIntervalSince1970])
      let id = db.lastInsertedRowID
      try db.execute(sql: "CREATE TEMP TABLE recording AS SELECT \(id) AS changeID")
      // Temporary triggers only see this connection's changes.
      for field in Self.shellChangeFields {
        try db.execute(
          sql: """
            CREATE TEMP TRIGGER record_\(field) AFTER UPDATE OF \(field) ON main.link
            WHEN old.\(field) IS NOT new.\(field) BEGIN
              INSERT INTO shellChangeValue (changeID, linkID, field, before, after)
              VALUES (\(id), new.id, '\(field)', old.\(field), new.\(field));
            END
            """)
      }
      try Self.recordAdditions(of: id, in: db)
    }
  }

  /// Ends the recording that ``startRecording(_:at:)`` began. Deletes it if the command changed
  /// nothing. Otherwise, changes that were undone before the command can't be redone any more.
  public func finishRecording() async throws(StoreError) {
    try await file.write { db in
      for name in Self.shellChangeFields + ["added"] {
        try db.execute(sql: "DROP TRIGGER IF EXISTS temp.record_\(name)")
      }
      try db.execute(sql: "DROP TABLE IF EXISTS temp.recording")
      guard let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM shellChange") else {
        return
      }
      try db.execute(
        sql: """
          DELETE FROM shellChange WHERE id = :id
            AND NOT EXISTS (SELECT 1 FROM shellChangeValue WHERE changeID = :id)
          """, arguments: ["id": last])
      guard db.changesCount == 0 else { return }
      try db.execute(
        sql: "DELETE FROM shellChange WHERE id <= ? OR (undoneAt IS NOT NULL AND id < ?)",
        arguments: [last - Int64(Self.shellChangeLimit), last])
    }
  }

  /// Records each link that's inserted from now on.
  static func recordAdditions(of changeID: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP TRIGGER record_added AFTER INSERT ON main.link BEGIN
          INSERT INTO shellChangeValue (changeID, linkID, field, after)
          VALUES (\(changeID), new.id, 'added', \(shellChangeDigest(of: "new.")));
        END
        """)
  }

  /// The largest id of a link, or 0.
  static func lastID(in db: Database) throws -> SavedLink.ID {
    try Int64.fetchOne(db, sql: "SELECT max(id) FROM link") ?? 0
  }
}
