public import Foundation
import GRDB

/// What is written of links that nobody would take back.
extension SavedLinkStore {
  /// How many days removed links stay in the trash.
  public static let trashDays = 30

  /// Deletes for good what was removed long enough ago, as a job at the start of the program: when
  /// another program holds the file, it ends at once with ``StoreError/busy(path:)``.
  ///
  /// A link goes when the program was started on ``trashDays`` different days since the day of its
  /// removal. A clock alone doesn't count: one that is wrong once, and far ahead, would empty the
  /// trash for good. Days that turn out to lie in the future were a wrong clock's, and are forgotten.
  /// So somebody who rarely starts the program has longer to change their mind.
  ///
  ///     try await store.deleteExpired(at: .now)
  /// - Parameter date: the present; its day, in UTC, is counted.
  /// - Returns: how many links that were.
  @discardableResult
  public func deleteExpired(at date: Date) async throws(StoreError) -> Int {
    try await file.write(waits: false) { db in
      let today = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
      try db.execute(sql: "DELETE FROM startDay WHERE day > ?", arguments: [today])
      try db.execute(sql: "INSERT OR IGNORE INTO startDay VALUES (?)", arguments: [today])
      // The day so many days of starts ago: what was removed before it has seen them all.
      let limit = try Int.fetchOne(
        db, sql: "SELECT day FROM startDay ORDER BY day DESC LIMIT 1 OFFSET ?",
        arguments: [Self.trashDays - 1])
      guard let limit else { return 0 }
      try db.execute(
        sql: "DELETE FROM link WHERE trashedAt < ?", arguments: [Double(limit) * 86_400])
      let count = db.changesCount
      // Older days tell no more.
      try db.execute(sql: "DELETE FROM startDay WHERE day < ?", arguments: [limit])
      return count
    }
  }

  /// Deletes for good what was removed before a date.
  /// - Returns: how many links that were.
  @discardableResult
  public func emptyTrash(removedBefore date: Date) async throws(StoreError) -> Int {
    try await file.write { db in
      try db.execute(
        sql: "DELETE FROM link WHERE trashedAt < ?", arguments: [date.timeIntervalSince1970])
      return db.changesCount
    }
  }

  /// Remembers that a link was opened. Not a change to take back.
  public func markOpened(_ id: SavedLink.ID, at date: Date) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      try db.execute(
        sql: "UPDATE link SET openedAt = ? WHERE id = ?",
        arguments: [date.timeIntervalSince1970, id])
    }
  }

  /// Remembers what a look for dead links found. Not a change to take back.
  public func mark(_ checks: [SavedLink.ID: LinkCheck]) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      for (id, check) in checks {
        try db.execute(
          sql: "UPDATE link SET checked = ? WHERE id = ?",
          arguments: [try JSONEncoder().encode(check), id])
      }
    }
  }
}
