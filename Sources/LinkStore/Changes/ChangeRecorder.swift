import Foundation
import GRDB
import Links
import TaskLimits

/// Records all effects of one change as a single entry of the log.
struct ChangeRecorder: Sendable {
  /// The table of the current entry, for which triggers write values.
  static let table = TriggerTable(name: "recording")

  private let kind: ChangeKind
  private let origin: LinkChange.Origin
  private let madeAt: Date
  /// The id of the entry on disk; nil until something was changed.
  private let changeID = Locked<LinkChange.ID?>(nil)

  init(
    _ kind: ChangeKind, from origin: LinkChange.Origin, at date: Date
  ) {
    self.kind = kind
    self.origin = origin
    madeAt = date
  }

  /// The id of the recorded entry; nil until something was changed.
  var recordedID: LinkChange.ID? { changeID.withLock { $0 } }

  /// Records what a body changes, in the body's transaction. Other programs therefore see a change
  /// either with all its values or not at all, and never undo half of a change in progress.
  /// - Returns: also the id of the entry; nil if nothing has been changed yet.
  func record<Value>(
    in db: Database, _ body: () throws -> Value
  ) throws -> (Value, LinkChange.ID?) {
    try Self.table.create(
      "(changeID INTEGER NOT NULL, lastLink INTEGER NOT NULL)", LoggedTable.all.flatMap(\.triggers),
      in: db)
    let known = try knownChange(in: db)
    let id = try known ?? nextID(in: db)
    let last = try Self.lastLink(in: db)
    try db.cachedStatement(sql: "INSERT INTO temp.recording (changeID, lastLink) VALUES (?, ?)")
      .execute(arguments: [id, last])
    let value = try body()
    try Self.table.clear(in: db)
    try recordAdditions(of: id, after: last, in: db)
    if known != nil { return (value, id) }
    // A change without effect shouldn't write to the file.
    let hasValues = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM changeValue WHERE changeID = ? LIMIT 1"),
      arguments: [id])
    guard hasValues == true else { return (value, nil) }
    try insertChange(id, in: db)
    try ChangeTables.prune(before: id, isOwn: origin != .device, at: madeAt, in: db)
    return (value, id)
  }

  /// Remembers the entry. Call it after the transaction, because after a failed one another change
  /// may get the same id.
  func didCommit(_ id: LinkChange.ID?) { if let id { changeID.withLock { $0 = id } } }

  /// Runs a part of a body whose changes aren't recorded, because the user didn't request them.
  static func withoutRecording(in db: Database, _ body: () throws -> Void) throws {
    guard try table.exists(in: db) else { return try body() }
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT changeID, lastLink FROM temp.recording"))
    try table.clear(in: db)
    try body()
    guard let row else { return }
    try db.cachedStatement(sql: "INSERT INTO temp.recording (changeID, lastLink) VALUES (?, ?)")
      .execute(arguments: [row["changeID"] as Int64, row["lastLink"] as Int64])
  }

  /// Returns the change that was recorded so far, unless it's no longer in the log.
  /// - Throws: ``StoreError/undone`` if it has been undone.
  private func knownChange(in db: Database) throws -> LinkChange.ID? {
    guard let id = recordedID else { return nil }
    let row = try Row.fetchOne(
      db, sql: "SELECT undoneAt FROM change WHERE id = ? AND kind = ? AND madeAt = ?",
      arguments: [id, kind.name, madeAt.timeIntervalSince1970])
    guard let row else { return nil }
    if row["undoneAt"] != nil { throw StoreError.undone }
    return id
  }

  private func nextID(in db: Database) throws -> LinkChange.ID {
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'"))
    return (last ?? 0) + 1
  }

  private func insertChange(_ id: LinkChange.ID, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO change (id, madeAt, origin, kind, detail) VALUES (?, ?, ?, ?, ?)"
    ).execute(
      arguments: [id, madeAt.timeIntervalSince1970, origin.rawValue, kind.name, kind.detail])
  }

  /// Records all inserted links as one value, because a trigger takes as long as the insertion
  /// itself.
  private func recordAdditions(
    of id: LinkChange.ID, after last: SavedLink.ID, in db: Database
  ) throws {
    let newLast = try Self.lastLink(in: db)
    guard newLast > last else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO changeValue (changeID, subject, key, field, after)
        VALUES (?, 'link', ?, 'added', ?)
        """
    ).execute(arguments: [id, last + 1, newLast])
  }

  /// The largest id that any link has had.
  private static func lastLink(in db: Database) throws -> SavedLink.ID {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'link'")) ?? 0
  }
}
