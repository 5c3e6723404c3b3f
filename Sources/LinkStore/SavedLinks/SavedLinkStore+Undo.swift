public import Foundation
import GRDB
import LinkPreview
public import Links
import Markup

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
  ///   - isCareful: whether a change to ask about is only returned, as ``ReplayedChange/isHeld``.
  /// - Returns: the undone change, or nil if there's nothing to undo or the change was undone
  ///   already.
  public func undo(
    _ id: LinkChange.ID? = nil, at date: Date, isDryRun: Bool = false, isCareful: Bool = false
  ) async throws(StoreError) -> ReplayedChange? {
    // If another file has replaced this one, the offered change isn't in it.
    try await replay(refersToRows: id != nil, isDryRun: isDryRun) { journal in
      let db = journal.db
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
      guard let row else { return nil }
      if isCareful {
        let logged = try Self.logged(row, in: db)
        if logged.asksBeforeUndo { return ReplayedChange(holding: logged) }
      }
      let change = LinkChange(row: row)
      var replay = ChangeReplay(change, .undo, at: date)
      let replayed = try replay.run(in: journal)
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
    try await replay(isDryRun: isDryRun) { journal in
      let db = journal.db
      let row = try Row.fetchOne(
        db,
        sql: "SELECT * FROM change WHERE undoOrder IS NOT NULL ORDER BY undoOrder DESC LIMIT 1")
      guard let row else { return nil }
      let change = LinkChange(row: row)
      var replay = ChangeReplay(
        change, .redo, at: Date(timeIntervalSince1970: row["undoneAt"]))
      let replayed = try replay.run(in: journal)
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
    _ body: @Sendable @escaping (Journal) throws -> ReplayedChange?
  ) async throws(StoreError) -> ReplayedChange? {
    try await file.change(refersToRows: refersToRows) { journal in
      var change: ReplayedChange?
      try journal.db.inSavepoint {
        change = try body(journal)
        return isDryRun ? .rollback : .commit
      }
      if isDryRun { journal.outgoing?.forget() }
      return change
    }
  }
}

extension SavedLinkStore {
  /// Returns the changes in the log, latest first, and those that were undone, too, as long as they can
  /// be redone: what they changed is known no longer than that.
  ///
  ///     for entry in try await store.changes(since: .now - 86_400) { print(entry.change.id) }
  /// - Parameter date: the earliest time of a change; nil for all changes.
  public func changes(
    since date: Date? = nil, limit: Int = .max
  ) async throws(StoreError) -> [LoggedChange] {
    try await file.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM change
          WHERE madeAt >= ? AND (undoneAt IS NULL OR undoOrder IS NOT NULL) ORDER BY id DESC LIMIT ?
          """,
        arguments: [date?.timeIntervalSince1970 ?? -Double.infinity, limit])
      return try rows.map { try Self.logged($0, in: db) }
    } ?? []
  }

  private static func logged(_ row: Row, in db: Database) throws -> LoggedChange {
    let change = LinkChange(row: row)
    let count = try count(of: change, in: db)
    return LoggedChange(
      change: change, count: count, title: count == 1 ? try title(of: change, in: db) : nil,
      isUndone: row["undoneAt"] != nil)
  }

  /// The number of links that a change changed.
  private static func count(of change: LinkChange, in db: Database) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(DISTINCT iif(field <> 'added' AND subject = ?2, key, NULL))
            + CAST(total(iif(field = 'added', after - key + 1, 0)) AS INTEGER)
          FROM changeValue WHERE changeID = ?1
          """), arguments: [change.id, change.kind.countedTable]) ?? 0
  }

  /// Returns the title of the link that a change changed; nil if it isn't a single one, or was
  /// deleted.
  static func title(of change: LinkChange, in db: Database) throws -> String? {
    let column = change.kind.countedTable == "link" ? "id" : "key"
    let ids = try SavedLink.ID.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM link WHERE \(column) IN (
            SELECT key FROM changeValue WHERE changeID = ? AND subject = ?)
          """), arguments: [change.id, change.kind.countedTable])
    return ids.count == 1 ? try title(of: ids[0], in: db) : nil
  }

  /// Returns the title of a link, as lists show it.
  static func title(of id: SavedLink.ID, in db: Database) throws -> String? {
    try LinkRecord.fetch(id, in: db)?.decoded.metadata.displayTitle
  }

  /// Returns the events of a link, latest first, as far back as the log goes. Undone changes are
  /// left out.
  ///
  ///     for event in try await store.history(of: link.id) { print(event.text) }
  public func history(
    of id: SavedLink.ID, limit: Int = 20
  ) async throws(StoreError) -> [LinkEvent] {
    let limit = min(limit, ChangeTables.changeLimit)
    return try await file.read { db in
      var events = try Self.changes(of: id, limit: limit, in: db)
      if events.count < limit, let addition = try Self.addition(of: id, in: db) {
        events.append(addition)
      }
      return events
    } ?? []
  }

  /// The most values that a change has of one link: its columns, those of reading, of the entry among
  /// the links that never come up, and the address of the text.
  private static let valueLimit = LinkColumn.all.count + 7

  private static func changes(
    of id: SavedLink.ID, limit: Int, in db: Database
  ) throws -> [LinkEvent] {
    // The plus keeps SQLite from converting the key, so that it uses the index. Metadata is large,
    // so the query only tests for null.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT change.*, field, iif(field = 'metadata', NULL, before) AS before,
            iif(field = 'metadata', changeValue.id, after) AS after
          FROM (
            SELECT 'link' AS loggedTable, +id AS rowKey FROM link WHERE id = :id
            UNION SELECT 'reading', key FROM link WHERE id = :id
            UNION SELECT 'neverAgain', 'link ' || url FROM link WHERE id = :id
            -- The pages that were the link's before its address was changed.
            UNION SELECT 'reading', before FROM changeValue INDEXED BY changeValueByKey
              WHERE key = :id AND subject = 'link' AND field = 'key' AND field <> 'added'
          ) CROSS JOIN changeValue INDEXED BY changeValueByKey
            ON key = rowKey AND subject = loggedTable AND field <> 'added'
          JOIN change ON change.id = changeID AND undoneAt IS NULL
          ORDER BY changeID DESC, changeValue.id LIMIT :limit
          """),
      arguments: ["id": id, "limit": limit * Self.valueLimit])
    var events: [LinkEvent] = []
    var rest = rows[...]
    while let first = rest.first, events.count < limit {
      let change = LinkChange(row: first)
      let own = rest.prefix { $0["id"] as Int64 == change.id }
      rest = rest.dropFirst(own.count)
      let values = own.map {
        LinkEvent.Value($0["field"], before: text($0["before"]), after: text($0["after"]))
      }
      if let event = LinkEvent(change, values) { events.append(event) }
    }
    return events
  }

  /// Returns the event that added the link. The ids of an addition follow those of the previous
  /// one.
  private static func addition(of id: SavedLink.ID, in db: Database) throws -> LinkEvent? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT change.* FROM change JOIN (
            SELECT changeID, after FROM changeValue INDEXED BY changeAddition
            WHERE field = 'added' AND key <= :id ORDER BY key DESC LIMIT 1
          ) ON change.id = changeID AND after >= :id AND undoneAt IS NULL
          """), arguments: ["id": id])
    return row.flatMap { LinkEvent(LinkChange(row: $0), nil) }
  }

  private static func text(_ value: DatabaseValue) -> String? {
    String.fromDatabaseValue(value) ?? (value.isNull ? nil : "\(value)")
  }
}

extension SavedLinkStore {
  /// The copies of this file.
  package var backups: StoreBackups { StoreBackups(of: file.path) }

  /// Makes the day's copy, unless there's one already, or nothing has changed since the last one.
  /// Other programs and connections go on reading and writing meanwhile. Cancelling the task stops it.
  /// - Returns: the copy, if one was made.
  @discardableResult
  package func backUpIfDue(at date: Date) async throws(StoreError) -> StoreBackups.Backup? {
    let all = backups.all
    guard !all.contains(backups.backup(on: date)), let changed = lastChange,
      all.first?.lastChange.map({ abs($0.timeIntervalSince(changed)) < 0.001 }) != true
    else { return nil }
    return try await backUp(at: date)
  }

  /// Makes the day's copy anew.
  package func backUp(at date: Date) async throws(StoreError) -> StoreBackups.Backup {
    let backup = backups.backup(on: date)
    let path = backup.file.path(percentEncoded: false)
    do {
      try StoreFile.makeFolder(of: path)
    } catch {
      throw .readOnly(path: path, reason: error.systemErrorText)
    }
    // What's written from here on may be missing in the copy.
    let changed = lastChange
    try await backUp(to: path, replaces: true)
    if let changed {
      try? FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    }
    backups.prune()
    StoreCopy.removeUnfinished(in: URL(filePath: file.path).deletingLastPathComponent())
    return backup
  }

  /// Writes everything to a new file: links, the trash, kept texts, wheels and the history. The file
  /// is complete, or not there.
  /// - Throws: ``StoreError`` also if the file is there already.
  package func backUp(to copy: URL) async throws(StoreError) {
    // SQLite takes a relative path such as `file:links` for an address.
    try await backUp(to: copy.absoluteURL.path(percentEncoded: false), replaces: false)
  }

  private func backUp(to path: String, replaces: Bool) async throws(StoreError) {
    guard replaces || access(path, F_OK) != 0 else {
      throw .readOnly(path: path, reason: StorePath.reason(EEXIST))
    }
    let connection: DatabaseQueue
    do {
      connection = try file.opener.openForReading()
    } catch {
      throw file.meaning(of: error)
    }
    do {
      let copy = try await StoreCopy.write(connection, beside: path)
      do {
        try StoreCopy.move(copy, to: path, replaces: replaces)
      } catch {
        StoreCopy.remove(copy)
        throw error
      }
    } catch {
      throw StoreCopy.meaning(of: error, source: file.opener, path: path)
    }
  }

  /// When the file or its log was last written to; nil if there's no file.
  private var lastChange: Date? {
    guard access(file.path, F_OK) == 0 else { return nil }
    return ["", "-wal"].compactMap { StoreBackups.lastChange(of: file.path + $0) }.max()
  }
}
