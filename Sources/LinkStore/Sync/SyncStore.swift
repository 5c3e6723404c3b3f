package import Foundation
import GRDB
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
    let now = file.now().syncMilliseconds
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

/// Queued changes, as lines of our log.
package struct SyncOutgoing: Sendable {
  package var lines: [String]
  /// The id of the last change.
  package var last: Int64
  /// The time of the latest change, in milliseconds since 1970.
  package var lastChange: Int64 = 0
  /// Whether there are no later changes.
  package var isAll = true

  /// No queued changes.
  package static let none = SyncOutgoing(lines: [], last: 0)
}

extension SyncStore {
  /// Returns the queued changes, in the order in which they were recorded. Changes that were
  /// replaced meanwhile are left out.
  /// - Parameter limit: the bytes from which the rest is left for the next call.
  package func outgoing(limit: Int = .max) async throws(StoreError) -> SyncOutgoing {
    try await file.readFromWriter { db in
      guard let device = try SyncClock.fetch(in: db)?.device else {
        return .none
      }
      var outgoing = SyncOutgoing.none
      var entity: SyncEntity?
      var size = 0
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT link.*, syncOutbox.id AS entry, syncOutbox.key AS syncKey,
            syncOutbox.milliseconds, syncOutbox.count, syncOutbox.device, syncFact.line,
            times, hidden
          FROM syncOutbox
          LEFT JOIN syncLink ON syncLink.key = syncOutbox.key
          LEFT JOIN syncFact ON syncFact.key = syncOutbox.key
          LEFT JOIN link ON link.id = syncLink.linkID ORDER BY syncOutbox.id
          """)
      while let row = try rows.next() {
        if size >= limit {
          outgoing.isAll = false
          break
        }
        let time = SyncOutbox.time(row)
        if let line = row["line"] as String? {
          outgoing.last = row["entry"]
          guard let fact = SyncFact(storedLine: line), fact.time == time else { continue }
          let line = SyncLine.text(fact, device: device)
          outgoing.lines.append(line)
          size += line.utf8.count
          outgoing.lastChange = max(outgoing.lastChange, time.milliseconds)
          continue
        }
        let key: String = row["syncKey"]
        if entity?.key != key { entity = try SyncEntity(key: key, row) }
        outgoing.last = row["entry"]
        if let entity,
          let operation = entity.registers.operation(
            on: entity.address, at: time)
        {
          let line = SyncLine.text(operation, device: device)
          outgoing.lines.append(line)
          size += line.utf8.count
          outgoing.lastChange = max(outgoing.lastChange, time.milliseconds)
        }
      }
      return outgoing
    } ?? .none
  }

  /// Removes sent changes from the queue.
  /// - Parameter logs: the known parts of our own logs now.
  package func sent(_ outgoing: SyncOutgoing, in logs: [SyncLogRecord]) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM syncOutbox WHERE id <= ?", arguments: [outgoing.last])
      for log in logs { try Self.save(log, in: db) }
    }
  }
}

/// The changes that the other devices don't have yet.
enum SyncOutbox {
  static func add(_ time: SyncTime, of key: String, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO syncOutbox (key, milliseconds, count, device) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [key, time.milliseconds, time.count, time.device])
  }

  /// SQL that queues facts, without its condition.
  static let addingFacts = """
    INSERT INTO syncOutbox (key, milliseconds, count, device)
    SELECT key, milliseconds, count, device FROM syncFact
    """

  static func count(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM syncOutbox") ?? 0
  }

  static func time(_ row: Row) -> SyncTime {
    SyncTime(milliseconds: row["milliseconds"], count: row["count"], device: row["device"])
  }
}

extension SyncClock {
  static func fetch(in db: Database) throws -> SyncClock? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT device, milliseconds, count FROM syncState")
    ).map { SyncClock(device: $0["device"], milliseconds: $0["milliseconds"], count: $0["count"]) }
  }

  func save(in db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE syncState SET device = ?, milliseconds = ?, count = ?"
    ).execute(arguments: [device, milliseconds, count])
  }
}

/// The remote where changes are exchanged, and its recipients.
extension SyncStore {
  /// Stores the remote after the first exchange there has succeeded.
  package func settle(at remote: String) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "UPDATE syncState SET remote = ?, isBeginning = 0", arguments: [remote])
    }
  }

  /// Reverts a ``begin(device:remote:)`` whose first exchange didn't succeed. Does nothing if a
  /// remote is named. Links that were received stay.
  package func abandon() async throws(StoreError) {
    let isOver = try await file.readFromWriter { db in
      try Bool.fetchOne(db, sql: "SELECT remote IS NOT NULL FROM syncState") ?? true
    }
    if isOver ?? true { return }
    try await file.write { db in
      try db.execute(sql: "DELETE FROM syncFile")
      guard try Bool.fetchOne(db, sql: "SELECT isBeginning FROM syncState") == true else {
        // The exchange was used before, so recording goes on.
        return try db.execute(sql: "UPDATE syncState SET \(Self.forgottenColumns)")
      }
      try db.execute(
        sql: """
          DELETE FROM syncLink; DELETE FROM syncOutbox; DELETE FROM syncFact; DELETE FROM syncState;
          """)
    }
  }

  /// Stores the recipients that our logs are encrypted for.
  /// - Parameter news: a message about the recipients for the user, or nil.
  package func note(recipients: [String], news: String?) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "UPDATE syncState SET recipients = ?, news = coalesce(?, news)",
        arguments: [recipients.isEmpty ? nil : recipients.joined(separator: "\n"), news])
    }
  }

  /// Queues everything that other devices have set, for a device that can't read their logs.
  package func resendOthers() async throws(StoreError) {
    try await file.write { db in
      guard let own = try SyncClock.fetch(in: db)?.device else { return }
      let rows = try Row.fetchCursor(db, sql: "SELECT key, times FROM syncLink")
      while let row = try rows.next() {
        for time in SyncTimes.times(row["times"]) where time.device != own {
          try SyncOutbox.add(time, of: row["key"], in: db)
        }
      }
      let condition = SyncFact.Kind.condition(of: try SyncFactRecorder.kinds(in: db))
      try db.execute(
        sql: "\(SyncOutbox.addingFacts) WHERE \(condition) AND device <> ?", arguments: [own])
    }
  }

  /// Records that the user has seen the news.
  package func forgetNews() async throws(StoreError) {
    try await file.write { try $0.execute(sql: "UPDATE syncState SET news = NULL") }
  }

  static func recipients(_ text: String?) -> [String] {
    text?.split(separator: "\n").map(String.init) ?? []
  }
}
