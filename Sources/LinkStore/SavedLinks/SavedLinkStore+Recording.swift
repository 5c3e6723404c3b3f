public import Foundation
import GRDB

/// Remembers what commands change, whichever way they change it.
extension SavedLinkStore {
  /// Remembers all changes of links from here on as one, until ``finishRecording()``.
  ///
  /// Each is remembered in the transaction that makes it: what a command did before it was killed can
  /// be taken back, too.
  /// - Parameters:
  ///   - word: what is done to the links, as `removed`.
  ///   - date: the present.
  public func startRecording(_ word: String, at date: Date) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "INSERT INTO shellChange (word, madeAt) VALUES (?, ?)",
        arguments: [word, date.timeIntervalSince1970])
      let id = db.lastInsertedRowID
      // Temporary triggers see the changes of this connection only.
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
      try db.execute(
        sql: """
          CREATE TEMP TRIGGER record_added AFTER INSERT ON main.link BEGIN
            INSERT INTO shellChangeValue (changeID, linkID, field, after)
            VALUES (\(id), new.id, 'added', \(Self.shellChangeDigest(of: "new.")));
          END
          """)
    }
  }

  /// Ends what ``startRecording(_:at:)`` began. A command that changed nothing is forgotten; any other
  /// makes what was undone before it final.
  public func finishRecording() async throws(StoreError) {
    try await file.write { db in
      for name in Self.shellChangeFields + ["added"] {
        try db.execute(sql: "DROP TRIGGER IF EXISTS temp.record_\(name)")
      }
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
}
