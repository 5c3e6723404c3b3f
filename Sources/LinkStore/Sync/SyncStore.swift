package import Foundation
import GRDB
import LinkSync
package import Links

/// Stores the state of the exchange with other devices, in the file of the saved links.
package struct SyncStore: Sendable {
  let file: StoreFile

  package init(sharing saved: SavedLinkStore) { file = saved.file }

  /// The state of the exchange.
  package struct State: Hashable, Sendable {
    package var device: String
    /// The remote, as it was given to ``begin(device:remote:)``; nil after leaving, and before the
    /// first exchange has succeeded.
    package var remote: String?
    package var syncedAt: Date?
    /// The reason why the last attempt failed.
    package var failure: String?
    /// When the last attempt failed; nil if it succeeded.
    package var failedAt: Date?
    /// The recipients that our logs are encrypted for; empty if they aren't encrypted.
    package var recipients: [String]
    /// A message that the user hasn't seen yet.
    package var news: String?
    /// The number of changes that the other devices don't have yet.
    package var waitingCount: Int
  }

  /// Returns nil if changes were never exchanged.
  package func state() async throws(StoreError) -> State? {
    try await file.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM syncState").map { row in
        State(
          device: row["device"], remote: row["remote"],
          syncedAt: (row["syncedAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
          failure: row["failure"],
          failedAt: (row["failedAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
          recipients: Self.recipients(row["recipients"]), news: row["news"],
          waitingCount: try SyncOutbox.count(in: db))
      }
    }.flatMap { $0 }
  }

  /// Begins to record changes and to exchange them at a remote, and queues all links.
  ///
  /// The fields of existing links get the times at which the links were saved, opened or removed.
  /// - Parameter remote: nil if ``settle(at:)`` is to name it after the first exchange.
  package func begin(device: String, remote: String?) async throws(StoreError) {
    let now = (file.recorder?.now() ?? Date()).syncMilliseconds
    try await file.write { db in
      try db.execute(
        sql: """
          INSERT INTO syncState (id, device, milliseconds, count, remote, isBeginning)
          VALUES (1, ?1, 0, 0, ?2, ?2 IS NULL)
          ON CONFLICT (id) DO UPDATE SET device = excluded.device, remote = excluded.remote,
            isBeginning = isBeginning AND excluded.isBeginning, \(Self.forgottenColumns)
          """, arguments: [device, remote])
      try db.execute(sql: "DELETE FROM syncFile")
      try Self.adoptLinks(on: device, before: now, in: db)
      try Self.enqueueAll(in: db)
    }
  }

  /// Records all links that aren't recorded yet.
  /// - Parameters:
  ///   - now: the current time, in milliseconds since 1970.
  ///   - body: called for each of them.
  static func adoptLinks(
    on device: String, before now: Int64, in db: Database,
    _ body: (SyncEntity) throws -> Void = { _ in }
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT * FROM link WHERE NOT EXISTS (SELECT 1 FROM syncLink WHERE linkID = link.id)
        """)
    while let row = try rows.next() {
      let entity = try adopt(try LinkRecord(row: row), on: device, before: now, in: db)
      try entity.map(body)
    }
  }

  /// Stops the exchange. All links stay, and recording goes on, so that nothing is lost if the
  /// exchange is begun again.
  package func leave() async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "UPDATE syncState SET remote = NULL, \(Self.forgottenColumns)")
    }
  }

  /// Clears the columns that belong to one remote.
  static let forgottenColumns =
    "syncedAt = NULL, failure = NULL, failedAt = NULL, recipients = NULL, news = NULL"

  /// Renames this device, because another device has the same name, or because this device's log is
  /// lost.
  /// - Parameter resendsAll: whether to queue everything again.
  package func rename(to device: String, resendsAll: Bool) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM syncFile WHERE device = (SELECT device FROM syncState)")
      try db.execute(sql: "UPDATE syncState SET device = ?", arguments: [device])
      if resendsAll { try Self.enqueueAll(in: db) }
    }
  }

  /// Records the outcome of an exchange.
  package func finish(at date: Date, failure: String?) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: """
          UPDATE syncState SET failure = ?1, failedAt = iif(?1 IS NULL, NULL, ?2),
            syncedAt = iif(?1 IS NULL, ?2, syncedAt)
          """, arguments: [failure, date.timeIntervalSince1970])
    }
  }

  /// Records a link that was saved before the first exchange.
  /// - Parameter now: the current time. An imported link may have a date in the future, at which
  ///   nothing can have been set.
  private static func adopt(
    _ record: LinkRecord, on device: String, before now: Int64, in db: Database
  ) throws -> SyncEntity? {
    guard SyncRecorder.isExchanged(record) else { return nil }
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
    return entity
  }

  /// Queues everything for the other devices.
  static func enqueueAll(in db: Database) throws {
    try db.execute(sql: "DELETE FROM syncOutbox")
    // Reads only the times, because reading the links too would take ten times as long.
    let rows = try Row.fetchCursor(db, sql: "SELECT key, times FROM syncLink")
    while let row = try rows.next() {
      for time in SyncTimes.times(row["times"]) {
        try SyncOutbox.add(time, of: row["key"], in: db)
      }
    }
    let kinds = try SyncFactRecorder.kinds(in: db)
    try db.execute(sql: "\(SyncOutbox.addingFacts) WHERE \(SyncFact.Kind.condition(of: kinds))")
  }
}
