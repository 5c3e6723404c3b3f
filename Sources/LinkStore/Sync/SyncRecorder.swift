import Foundation
import GRDB
import LinkSync
import Links

/// Records all changes of links for the other devices.
///
/// Temporary triggers copy each row before its first change in a transaction. At the end of the
/// transaction, the differences are recorded with their time, so that a change and its record are
/// on disk together or not at all.
struct SyncRecorder: Sendable {
  /// The rows that were changed in this transaction, with their previous values.
  private static let table = TriggerTable(name: "changedRow")

  /// The system's clock.
  let now: @Sendable () -> Date
  /// The columns whose changes are recorded.
  let columns: [LinkColumn]

  /// Starts recording. Call it at the start of a transaction.
  func start(in db: Database) throws {
    try SyncFactRecorder.start(in: db)
    guard try Self.isSet(in: db) else { return }
    try Self.table.create(
      "(id INTEGER PRIMARY KEY, isNew NOT NULL DEFAULT 0, \(columns.names))", triggers, in: db)
  }

  private var triggers: [RowTrigger] {
    let old = """
      INSERT OR IGNORE INTO changedRow (id, \(columns.names))
      VALUES (old.id, \(columns.names(before: "old.")))
      """
    return [
      RowTrigger(
        .insert, on: "link", "INSERT OR IGNORE INTO changedRow (id, isNew) VALUES (new.id, 1)"),
      RowTrigger(.update(of: []), on: "link", when: columns.isChanged, old),
      RowTrigger(.delete, on: "link", old),
    ]
  }

  /// Records the differences. Call it at the end of a transaction, before it's committed.
  func finish(in db: Database) throws {
    // The transaction that begins the exchange has nothing to record with.
    guard try Self.isSet(in: db), try Self.table.exists(in: db),
      let start = try SyncClock.fetch(in: db)
    else { return }
    var clock = start
    try SyncFactRecorder.finish(&clock, at: now(), in: db)
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM temp.changedRow ORDER BY id"))
    if !rows.isEmpty {
      let time = clock.tick(at: now())
      for row in rows {
        let before = row["isNew"] ? nil : try LinkRecord(row: row)
        let after = try LinkRecord.fetch(row["id"], in: db)
        try record(before, after, at: time, in: db)
      }
      try Self.forget(in: db)
    }
    if clock != start { try clock.save(in: db) }
  }

  /// Discards the changes of this transaction, because they came from other devices.
  static func forget(in db: Database) throws {
    try table.clear(in: db)
  }

  private func record(
    _ before: LinkRecord?, _ after: LinkRecord?, at time: SyncTime, in db: Database
  ) throws {
    if let before, Self.isExchanged(before), before.key != after?.key {
      try recordEnd(of: before, movedTo: after, at: time, in: db)
    }
    guard let after, Self.isExchanged(after), let id = after.id else { return }
    let known = before?.key == after.key ? before : nil
    var entity =
      try SyncEntity.fetch(after.key, before: known, in: db) ?? SyncEntity(key: after.key)
    entity.linkID = id
    guard let time = entity.set(after.syncValues, tags: after.link.tags, at: time) else { return }
    try entity.save(in: db)
    try SyncOutbox.add(time, of: after.key, in: db)
  }

  /// Records that a link was deleted for good, or has another address now.
  private func recordEnd(
    of before: LinkRecord, movedTo after: LinkRecord?, at time: SyncTime, in db: Database
  ) throws {
    guard var entity = try SyncEntity.fetch(before.key, before: before, in: db) else { return }
    let last = entity.registers.lastEdit ?? time
    // A deletion has the time of the last change that it deletes, so that it never deletes a later
    // one.
    let end = after == nil ? last : time.after(last)
    let operation = SyncOperation(
      address: before.url, time: end, fields: [.deletedOrMoved: .text(after?.url ?? "")])
    entity.registers.merge(operation)
    entity.linkID = nil
    try entity.save(in: db)
    try SyncOutbox.add(end, of: before.key, in: db)
  }

  /// Whether devices exchange a row.
  static func isExchanged(_ record: LinkRecord) -> Bool { record.url.hasPrefix("http") }

  /// SQL for whether devices exchange a row of `link`.
  static let isExchanged = "substr(link.url, 1, 4) = 'http'"

  private static func isSet(in db: Database) throws -> Bool {
    try Bool.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM syncState")) == true
  }
}
