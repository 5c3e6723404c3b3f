public import Foundation
import GRDB
public import Links

extension SavedLinkStore {
  /// Undoes a change completely or not at all, wherever it was made. Moves links that the change
  /// added to the trash, except those that another device added.
  ///
  /// Values that have changed again since stay as they are.
  /// - Parameters:
  ///   - id: the change that was offered to the user, which is undone even if another program has
  ///     made a change since. Nil for the latest change of this device that isn't undone.
  ///   - date: the current time.
  ///   - isDryRun: whether to only report what would happen, without changing anything.
  /// - Returns: the undone change, or nil if there's nothing to undo or the change was undone
  ///   already.
  public func undo(
    _ id: LinkChange.ID? = nil, at date: Date, isDryRun: Bool = false
  ) async throws(StoreError) -> ReplayedChange? {
    // If another file has replaced this one, the offered change isn't in it.
    try await replay(refersToRows: id != nil, isDryRun: isDryRun) { db in
      let row =
        try id.map { id in
          try Row.fetchOne(
            db, sql: "SELECT * FROM change WHERE undoneAt IS NULL AND id = ?", arguments: [id])
        }
        ?? Row.fetchOne(
          db,
          sql: """
            SELECT * FROM change WHERE undoneAt IS NULL AND origin <> 'device'
            ORDER BY id DESC LIMIT 1
            """)
      guard let change = row.map(LinkChange.init(row:)) else { return nil }
      var replay = ChangeReplay(change, .undo, at: date)
      let replayed = try replay.run(in: db)
      // Whoever names a change learns that it can't be undone. An undo of the latest goes on to the
      // change before.
      if id != nil, replayed.count == 0, replayed.leftCount > 0 { return replayed }
      try db.execute(
        sql: """
          UPDATE change SET undoneAt = ?,
            undoOrder = (SELECT ifnull(max(undoOrder), 0) + 1 FROM change) WHERE id = ?
          """, arguments: [date.timeIntervalSince1970, change.id])
      return replayed
    }
  }

  /// Redoes the change that was undone last, unless a newer change was made on this device.
  /// - Returns: the redone change, or nil if there's nothing to redo.
  public func redo(
    at date: Date, isDryRun: Bool = false
  ) async throws(StoreError) -> ReplayedChange? {
    try await replay(isDryRun: isDryRun) { db in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT * FROM change WHERE undoOrder IS NOT NULL ORDER BY undoOrder DESC LIMIT 1")
      guard let row else { return nil }
      let change = LinkChange(row: row)
      var replay = ChangeReplay(
        change, .redo, at: Date(timeIntervalSince1970: row["undoneAt"]))
      let replayed = try replay.run(in: db)
      try db.execute(
        sql: "UPDATE change SET undoneAt = NULL, undoOrder = NULL WHERE id = ?",
        arguments: [change.id])
      return replayed
    }
  }

  /// Whether changes can be undone and redone. Synchronous, for use at startup before there's
  /// anything to block.
  public func undoStatus() throws(StoreError) -> UndoStatus {
    try file.readSynchronously(Self.undoStatus) ?? UndoStatus()
  }

  static func undoStatus(in db: Database) throws -> UndoStatus {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM change WHERE undoneAt IS NULL AND origin <> 'device'),
            EXISTS (SELECT 1 FROM change WHERE undoOrder IS NOT NULL)
          """))
    return row.map { UndoStatus(canUndo: $0[0], canRedo: $0[1]) } ?? UndoStatus()
  }

  private func replay(
    refersToRows: Bool = false, isDryRun: Bool,
    _ body: @Sendable @escaping (Database) throws -> ReplayedChange?
  ) async throws(StoreError) -> ReplayedChange? {
    try await file.write(refersToRows: refersToRows) { db in
      var change: ReplayedChange?
      try db.inSavepoint {
        change = try body(db)
        return isDryRun ? .rollback : .commit
      }
      return change
    }
  }
}
