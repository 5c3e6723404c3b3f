package import Foundation
import GRDB
import LinkSync
package import Links

/// What this device exchanges with others, in the file of the saved links.
package struct SyncStore: Sendable {
  let file: StoreFile

  package init(sharing saved: SavedLinkStore) { file = saved.file }

  /// How things stand.
  package struct State: Hashable, Sendable {
    package var device: String
    /// Where changes are exchanged, as ``begin(device:remote:)`` was given it; nil after leaving, and
    /// before the first exchange has succeeded.
    package var remote: String?
    package var syncedAt: Date?
    /// Why the last attempt failed.
    package var failure: String?
    /// When it failed; nil if it didn't.
    package var failedAt: Date?
    /// Whom our logs are encrypted for; empty if they aren't.
    package var recipients: [String]
    /// What the user hasn't been told yet.
    package var news: String?
    /// How many changes the other devices don't have yet.
    package var waitingCount: Int
    /// How many saved links aren't exchanged, because they're the same page as another one.
    package var duplicateCount: Int
  }

  /// Returns nil if changes were never exchanged.
  package func state() async throws(StoreError) -> State? {
    try await file.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM syncState").map { row in
        State(
          device: row["device"], remote: row["place"],
          syncedAt: (row["syncedAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
          failure: row["failure"],
          failedAt: (row["failedAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
          recipients: Self.recipients(row["recipients"]), news: row["news"],
          waitingCount: try SyncOutbox.count(in: db),
          duplicateCount: try Int.fetchOne(
            db, sql: "SELECT COUNT(*) FROM link WHERE instr(key, ' ') > 0") ?? 0)
      }
    }.flatMap { $0 }
  }

  /// Begins to record changes, and to exchange them at a remote. All links are to be written there.
  ///
  /// A link of before has the time at which it was saved, opened or removed.
  /// - Parameter remote: nil if ``settle(at:)`` is to name it after the first exchange.
  package func begin(device: String, remote: String?) async throws(StoreError) {
    let now = (file.recorder?.now() ?? Date()).syncMilliseconds
    try await file.write { db in
      try db.execute(
        sql: """
          INSERT INTO syncState (id, device, milliseconds, count, place, isBeginning)
          VALUES (1, ?1, 0, 0, ?2, ?2 IS NULL)
          ON CONFLICT (id) DO UPDATE SET device = excluded.device, place = excluded.place,
            isBeginning = isBeginning AND excluded.isBeginning, \(Self.forgottenColumns)
          """, arguments: [device, remote])
      try db.execute(sql: "DELETE FROM syncFile")
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT * FROM link WHERE NOT EXISTS (SELECT 1 FROM syncLink WHERE linkID = link.id)
          """)
      while let row = try rows.next() {
        try Self.adopt(try LinkRecord(row: row), on: device, before: now, in: db)
      }
      try Self.enqueueAll(in: db)
    }
  }

  /// Stops the exchange. All links stay, and changes go on being recorded, so that nothing is lost
  /// if it's begun again.
  package func leave() async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "UPDATE syncState SET place = NULL, \(Self.forgottenColumns)")
    }
  }

  /// What another remote doesn't have to do with.
  static let forgottenColumns =
    "syncedAt = NULL, failure = NULL, failedAt = NULL, recipients = NULL, news = NULL"

  /// Takes a new name, because another device writes under this one, or what this device wrote is
  /// lost.
  /// - Parameter resendsAll: whether everything is to be written again.
  package func rename(to device: String, resendsAll: Bool) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM syncFile WHERE device = (SELECT device FROM syncState)")
      try db.execute(sql: "UPDATE syncState SET device = ?", arguments: [device])
      if resendsAll { try Self.enqueueAll(in: db) }
    }
  }

  /// Notes how an exchange ended.
  package func finish(at date: Date, failure: String?) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: """
          UPDATE syncState SET failure = ?1, failedAt = iif(?1 IS NULL, NULL, ?2),
            syncedAt = iif(?1 IS NULL, ?2, syncedAt)
          """, arguments: [failure, date.timeIntervalSince1970])
    }
  }

  /// Records a link of before the first exchange.
  /// - Parameter now: the current time. An imported link may have a date that's yet to come, which
  ///   is no time at which it was set.
  private static func adopt(
    _ record: LinkRecord, on device: String, before now: Int64, in db: Database
  ) throws {
    guard SyncRecorder.isExchanged(record) else { return }
    var entity = SyncEntity(key: record.key)
    entity.linkID = record.id
    let values = record.syncValues
    let saved = SyncTime(
      milliseconds: min(record.link.savedAt.syncMilliseconds, now), device: device)
    for (field, value) in values {
      var register = LinkRegisters.Register(time: saved, value: value)
      if case .date(let date) = value { register.time.milliseconds = min(date, now) }
      if field.isTag {
        register.position = record.link.tags.firstIndex { .text($0) == value } ?? 0
      }
      entity.registers.fields[field] = register
    }
    try entity.save(in: db)
  }

  /// Marks everything as not known to the other devices.
  static func enqueueAll(in db: Database) throws {
    try db.execute(sql: "DELETE FROM syncOutbox")
    // Only the times, because reading the links as well would take ten times as long.
    let rows = try Row.fetchCursor(db, sql: "SELECT key, times FROM syncLink")
    while let row = try rows.next() {
      for time in SyncTimes.times(row["times"]) {
        try SyncOutbox.add(time, of: row["key"], in: db)
      }
    }
    guard try MarkRecorder.isSet(in: db) else { return }
    try db.execute(
      sql: """
        INSERT INTO syncOutbox (key, milliseconds, count, device)
        SELECT key, milliseconds, count, device FROM syncMark
        """)
  }
}
