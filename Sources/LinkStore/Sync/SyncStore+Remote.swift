import GRDB
import LinkSync
package import Links

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
