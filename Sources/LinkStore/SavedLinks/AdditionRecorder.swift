import GRDB
import Links

/// Records many inserted links at once, if changes are recorded, because a trigger takes as long as
/// the insertion itself.
struct AdditionRecorder {
  /// Nil if nothing is recorded.
  private let changeID: Int64?
  private var lastID: SavedLink.ID

  /// Stops the recording of single additions.
  init(in db: Database) throws {
    // GRDB's tableExists needs a temporary schema, and without a temporary table there's none.
    let isRecording = try Bool.fetchOne(
      db, sql: "SELECT 1 FROM sqlite_temp_schema WHERE name = 'recording'")
    changeID =
      isRecording == true
      ? try Int64.fetchOne(db, sql: "SELECT changeID FROM temp.recording") : nil
    lastID = try SavedLinkStore.lastID(in: db)
    if changeID != nil { try db.execute(sql: "DROP TRIGGER temp.record_added") }
  }

  /// Records what was added since the last call, if that includes a link. Call it before a change
  /// of the link, because undo has to know how it was added.
  mutating func record(through id: SavedLink.ID, in db: Database) throws {
    guard let changeID, id > lastID else { return }
    try db.execute(
      sql: """
        INSERT INTO shellChangeValue (changeID, linkID, field, after)
        SELECT ?, id, 'added', \(SavedLinkStore.shellChangeDigest(of: "")) FROM link WHERE id > ?
        ORDER BY id
        """, arguments: [changeID, lastID])
    lastID = try SavedLinkStore.lastID(in: db)
  }

  /// Records the rest, and returns to the recording of single additions.
  mutating func finish(in db: Database) throws {
    guard let changeID else { return }
    try record(through: .max, in: db)
    try ShellChangeRecorder.recordAdditions(of: changeID, in: db)
  }
}
