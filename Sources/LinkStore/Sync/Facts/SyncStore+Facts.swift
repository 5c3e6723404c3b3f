package import Foundation
import GRDB
import LinkSync
package import Links

extension SyncStore {
  /// Starts or stops the exchange of facts. Those of reading and of settings are always exchanged;
  /// those of wheels are the links that were seen or never come up again, the history, and the wheels themselves.
  /// Does nothing without a change.
  ///
  /// Existing facts get the time at which they were recorded, or the present time if that isn't
  /// known. Facts from other devices are read again.
  package func exchangeFacts(ofWheels hasWheels: Bool, at date: Date) async throws(StoreError) {
    let kinds: Set<SyncFact.Kind> =
      hasWheels ? [.reading, .settings, .wheels] : [.reading, .settings]
    let known = try await file.readFromWriter { try SyncFactRecorder.kinds(in: $0) }
    if known == kinds { return }
    try await file.write { db in
      let known = try SyncFactRecorder.kinds(in: db)
      for kind in known.symmetricDifference(kinds) {
        try db.execute(
          sql: "UPDATE syncState SET \(kind.column) = ?", arguments: [kinds.contains(kind)])
      }
      if !known.isSubset(of: kinds) {
        try db.execute(
          sql: """
            DELETE FROM syncOutbox WHERE key IN (
              SELECT key FROM syncFact WHERE NOT (\(SyncFact.Kind.condition(of: kinds))))
            """)
      }
      let added = kinds.subtracting(known)
      guard !added.isEmpty, var clock = try SyncClock.fetch(in: db) else { return }
      let now = clock.tick(at: date)
      // Without the wheels' facts, only what was read of saved pages is exchanged.
      try Self.adoptReading(at: date, exchanging: kinds, in: db)
      if added.contains(.wheels) { try Self.adoptWheels(at: now, in: db) }
      if added.contains(.settings) {
        for row in try Row.fetchAll(db, sql: "SELECT key, changedAt FROM sharedSetting") {
          try Self.record(row["key"], at: now.earlier(row["changedAt"]), in: db)
        }
      }
      try clock.save(in: db)
      try SyncFactRecorder.forget(in: db)
      try db.execute(sql: "DELETE FROM syncFile WHERE device <> (SELECT device FROM syncState)")
    }
  }

  private static func adoptReading(
    at date: Date, exchanging kinds: Set<SyncFact.Kind>, in db: Database
  ) throws {
    for page in try String.fetchAll(db, sql: "SELECT key FROM reading") {
      for subject in [SyncFact.Subject.read(page), .place(page)] {
        guard let fact = try SyncFact.local(subject, at: date, in: db),
          try fact.isShared(exchanging: kinds, in: db)
        else { continue }
        try SyncFactRecorder.record(fact, in: db)
      }
    }
  }

  private static func adoptWheels(at now: SyncTime, in db: Database) throws {
    // Facts that were taken back while they weren't exchanged.
    let known = try String.fetchAll(
      db,
      sql: """
        SELECT key FROM syncFact
        WHERE key NOT LIKE 'visit %' AND key <> 'history' AND \(SyncFact.Kind.wheels.condition)
        """)
    for key in known { try record(key, at: now, in: db) }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT 'seen ' || url AS key, seenAt AS date FROM seenLink
        UNION ALL SELECT iif(kind = 'host', 'host ', 'never ') || value, addedAt FROM neverAgain
        UNION ALL SELECT 'wheel ' || name, createdAt FROM wheel
        """)
    for row in rows {
      let time = now.earlier(row["date"])
      try record(row["key"], at: time, in: db)
    }
    for row in try Row.fetchAll(db, sql: "SELECT id, seenAt FROM visit ORDER BY id") {
      try SyncFactRecorder.recordVisit(row["id"], at: now.earlier(row["seenAt"]), in: db)
    }
  }

  private static func record(_ key: String, at time: SyncTime, in db: Database) throws {
    guard let subject = SyncFact.Subject(key: key) else { return }
    try SyncFactRecorder.record(try SyncFact.current(subject, at: time, in: db), in: db)
  }
}

extension SyncTime {
  /// Returns the same time with an earlier date, in seconds since 1970. A date in the future is
  /// ignored, because nothing can have been set then.
  fileprivate func earlier(_ date: Double) -> SyncTime {
    var time = self
    time.milliseconds = min(milliseconds, Date(timeIntervalSince1970: date).syncMilliseconds)
    return time
  }
}
