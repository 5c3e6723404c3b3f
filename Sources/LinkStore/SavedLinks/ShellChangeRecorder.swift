import Foundation
import GRDB
import NIOConcurrencyHelpers
import Links

/// Records what a command changes, however it changes it.
struct ShellChangeRecorder: Sendable {
  let word: String
  let madeAt: Date
  /// Those that undo restores. Fetched metadata stays.
  private let columns: [LinkColumn]
  /// The change on disk; nil until something was changed.
  private let changeID = NIOLockedValueBox<Int64?>(nil)

  init(word: String, madeAt: Date, columns: [LinkColumn]) {
    self.columns = columns.filter(\.isUndoable)
    self.word = word
    self.madeAt = madeAt
  }

  /// Records what a body changes, in its transaction. So other programs only ever see a change with
  /// all its values, and never undo a part of what is changed at the moment.
  /// - Returns: also the change, or nil if nothing has been changed yet.
  func record<Value>(in db: Database, _ body: () throws -> Value) throws -> (Value, Int64?) {
    let known = try knownChange(in: db)
    let id = try known ?? insertChange(in: db)
    try start(id, in: db)
    let value = try body()
    try finish(in: db)
    if known != nil { return (value, id) }
    try db.execute(
      sql: """
        DELETE FROM shellChange WHERE id = :id
          AND NOT EXISTS (SELECT 1 FROM shellChangeValue WHERE changeID = :id)
        """, arguments: ["id": id])
    guard db.changesCount == 0 else { return (value, nil) }
    // What was undone before can't be redone any more.
    try db.execute(
      sql: """
        DELETE FROM shellChange WHERE (undoneAt IS NOT NULL AND id < ?)
          OR id NOT IN (SELECT id FROM shellChange ORDER BY id DESC LIMIT ?)
        """, arguments: [id, SavedLinkStore.shellChangeLimit])
    return (value, id)
  }

  /// Call it after the transaction. Before, a failure could still give the id to another change.
  func didCommit(_ id: Int64?) { if let id { changeID.withLockedValue { $0 = id } } }

  /// Returns the change that this command has made so far, unless it's no longer recorded.
  /// - Throws: ``StoreError/undone`` if another command has undone it.
  private func knownChange(in db: Database) throws -> Int64? {
    guard let id = changeID.withLockedValue(\.self) else { return nil }
    let row = try Row.fetchOne(
      db, sql: "SELECT undoneAt FROM shellChange WHERE id = ? AND word = ? AND madeAt = ?",
      arguments: [id, word, madeAt.timeIntervalSince1970])
    guard let row else { return nil }
    if row["undoneAt"] != nil { throw StoreError.undone }
    return id
  }

  private func insertChange(in db: Database) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO shellChange (word, madeAt) VALUES (?, ?)",
      arguments: [word, madeAt.timeIntervalSince1970])
    return db.lastInsertedRowID
  }

  private func start(_ id: Int64, in db: Database) throws {
    try db.execute(sql: "CREATE TEMP TABLE recording AS SELECT \(id) AS changeID")
    // Temporary triggers only see this connection's changes.
    for field in columns.map(\.name) {
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

  private func finish(in db: Database) throws {
    for name in columns.map(\.name) + ["added"] {
      try db.execute(sql: "DROP TRIGGER IF EXISTS temp.record_\(name)")
    }
    try db.execute(sql: "DROP TABLE temp.recording")
  }

  /// Records each link that's inserted from now on.
  static func recordAdditions(of changeID: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP TRIGGER record_added AFTER INSERT ON main.link BEGIN
          INSERT INTO shellChangeValue (changeID, linkID, field, after)
          VALUES (\(changeID), new.id, 'added', \(SavedLinkStore.shellChangeDigest(of: "new.")));
        END;
        """)
  }
}
