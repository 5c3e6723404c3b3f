package import Foundation
import GRDB
import LinkSync
package import Links

/// Times that a wrong clock gave.
extension SyncStore {
  /// Says anew, with the present time, what was said while the clock of this device was ahead. The
  /// others wait for that time, and see nothing until then.
  ///
  /// Whether the clock is right now, or was before, can't be told from it alone. It's right if
  /// there's nobody else, or if more of the others have changed something last within a day of it
  /// than after it.
  ///
  /// - Returns: the logs that this device wrote while its clock was ahead.
  package func correctTimes(at date: Date) async throws(StoreError) -> [SyncLogRecord] {
    guard try await hasWrongTimes(at: date) else { return [] }
    return try await file.write { db in
      guard var clock = try SyncClock.fetch(in: db) else { return [] }
      var limit = Self.wrongLimit(clock, at: date)
      if clock.isAhead(of: date) {
        guard try Self.isRight(date, in: db) else { return [] }
        clock.reset(to: date)
        try Self.observeKnown(&clock, at: date, in: db)
        // The others may have taken what's less ahead, if their clocks are ahead of this one.
        limit = clock.limit(at: date) + SyncClock.tolerance
      }
      try Self.correctTimes(after: limit, &clock, at: date, in: db)
      try clock.save(in: db)
      // What the others have said didn't count while the wrong times did.
      try db.execute(
        sql: """
          \(SyncTables.forgettingContent) WHERE device <> (SELECT device FROM syncState);
          """)
      return try Self.earlyLogs(after: limit, in: db)
    }
  }

  /// The time, in milliseconds since 1970, after which no clock can have been right.
  private static func wrongLimit(_ clock: SyncClock, at date: Date) -> Int64 {
    clock.limit(at: date) + 7 * SyncClock.tolerance
  }

  /// Forgets logs of this device that were removed, so that all they said is written again.
  package func resend(without logs: [SyncLogRecord]) async throws(StoreError) {
    try await forget(logs)
    try await file.write { try Self.enqueueAll(in: $0) }
  }

  private func hasWrongTimes(at date: Date) async throws(StoreError) -> Bool {
    try await file.readFromWriter { db in
      guard let clock = try SyncClock.fetch(in: db) else { return false }
      if clock.isAhead(of: date) { return true }
      return try !Self.earlyLogs(after: Self.wrongLimit(clock, at: date), in: db).isEmpty
    } ?? false
  }

  private static func isRight(_ date: Date, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT count(*) = 0 OR total(last BETWEEN ?1 - ?2 AND ?1 + ?2) > total(last > ?1 + ?2)
        FROM (SELECT max(lastChange) AS last FROM syncFile
          WHERE device <> (SELECT device FROM syncState) GROUP BY device)
        """, arguments: [date.syncMilliseconds, SyncClock.tolerance]) == true
  }

  /// Returns our own logs that were written when the clock was ahead.
  private static func earlyLogs(after limit: Int64, in db: Database) throws -> [SyncLogRecord] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM syncFile WHERE device = (SELECT device FROM syncState) AND lastChange > ?
        """, arguments: [limit]
    ).map(log)
  }

  private static func correctTimes(
    after limit: Int64, _ clock: inout SyncClock, at date: Date, in db: Database
  ) throws {
    var keys: [String] = []
    var wrong: Set<SyncTime> = []
    let rows = try Row.fetchCursor(db, sql: "SELECT key, times FROM syncLink")
    while let row = try rows.next() {
      let times = SyncTimes.times(row["times"]).filter { !$0.isPlausible(by: limit) }
      if !times.isEmpty { keys.append(row["key"]) }
      wrong.formUnion(times)
    }
    let lines = try String.fetchAll(
      db, sql: "SELECT line FROM syncMark WHERE milliseconds > ?", arguments: [limit])
    let marks = lines.compactMap { SyncMark(storedLine: $0) }
    wrong.formUnion(marks.map(\.time))
    // In the order in which they were.
    var times: [SyncTime: SyncTime] = [:]
    for time in wrong.sorted() { times[time] = clock.tick(at: date) }
    for key in keys {
      guard var entity = try SyncEntity.fetch(key, in: db) else { continue }
      entity.registers.replaceTimes(times)
      try entity.save(in: db)
      let known = Set(entity.registers.fields.values.map(\.time))
      for time in known.intersection(times.values).sorted() {
        try SyncOutbox.add(time, of: key, in: db)
      }
    }
    try replaceTimes(times, of: marks, after: limit, in: db)
  }

  /// Takes note of what stays, so that a clock that was set back doesn't date what's said anew before
  /// what it replaced.
  private static func observeKnown(
    _ clock: inout SyncClock, at date: Date, in db: Database
  ) throws {
    let last = try Int64.fetchOne(
      db,
      sql: """
        SELECT max(time) FROM (
          SELECT lastChange AS time FROM syncFile UNION ALL SELECT milliseconds FROM syncMark)
        WHERE time < ?
        """, arguments: [date.syncMilliseconds + SyncClock.tolerance])
    guard let last else { return }
    // How many times there were in that millisecond isn't known.
    clock.observe(SyncTime(milliseconds: last + 1, device: clock.device), at: date)
  }

  /// Gives marks their right times. The cards that are shown stay the same: one that was shown after
  /// the history was cleared stays after that, and one of before stays before it.
  private static func replaceTimes(
    _ times: [SyncTime: SyncTime], of marks: [SyncMark], after limit: Int64, in db: Database
  ) throws {
    let isExchanged = try MarkRecorder.isSet(in: db)
    let start = try SyncMark.fetch(.historyStart, in: db)
    var newStart = start?.time
    if let start, let time = times[start.time] {
      newStart = time.after(try MarkRecorder.lastVisit(until: limit, in: db))
    }
    for var mark in marks {
      let time = times[mark.time] ?? mark.time
      switch mark.subject {
      case .historyStart: mark.time = newStart ?? time
      case .visit: mark.time = mark.isForgotten(by: start) ? time : time.after(newStart)
      case .seen, .neverLink, .neverHost, .wheel: mark.time = time
      }
      try mark.save(in: db)
      if isExchanged { try SyncOutbox.add(mark.time, of: mark.subject.key, in: db) }
    }
  }
}
