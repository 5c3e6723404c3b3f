public import Foundation
import GRDB
public import Links

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
      return try rows.map { row in
        let change = LinkChange(row: row)
        return LoggedChange(
          change: change, count: try Self.count(of: change, in: db),
          isUndone: row["undoneAt"] != nil)
      }
    } ?? []
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

  private static func changes(
    of id: SavedLink.ID, limit: Int, in db: Database
  ) throws -> [LinkEvent] {
    let tables = LoggedTable.all(LinkColumn.all)
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
      arguments: ["id": id, "limit": limit * tables.reduce(0) { $0 + $1.columns.count }])
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
