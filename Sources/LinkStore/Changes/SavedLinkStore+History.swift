import GRDB
public import Links

extension SavedLinkStore {
  /// Returns what happened to a link, the latest first, as far as the log reaches. What was undone
  /// isn't in it.
  ///
  ///     for event in try await store.history(of: link.id) { print(event.text) }
  public func history(
    of id: SavedLink.ID, limit: Int = 20
  ) async throws(StoreError) -> [LinkEvent] {
    try await file.read { db in
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
    // The plus makes the key any type, for which the index is used. Metadata is large, and only
    // matters by being there.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT change.*, field, iif(field = 'metadata', NULL, before) AS before,
            iif(field = 'metadata', changeValue.id, after) AS after
          FROM (
            SELECT 'link' AS loggedTable, +id AS rowKey FROM link WHERE id = :id
            UNION SELECT 'reading', \(pageKey) FROM link WHERE id = :id
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

  /// Returns how the link came to be there. Each addition has the ids after those of the one before.
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
