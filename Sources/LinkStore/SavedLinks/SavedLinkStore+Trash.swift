public import Foundation
import GRDB
public import Links

/// Deletes links for good, which can't be undone.
extension SavedLinkStore {
  /// Permanently deletes links that were removed long enough ago. Runs as a job at startup. If
  /// another program has the file locked, throws ``StoreError/busy(path:)`` immediately.
  ///
  /// A link is deleted once the program has been started on ``SavedLink/trashDays`` different days
  /// since its removal, or since the removal arrived from another device, whichever is later. The
  /// clock alone doesn't count, because a clock that's wrong once and far ahead would empty the
  /// trash. Days in the future come from a wrong clock and are deleted. Counting starts also gives
  /// people who rarely start the program more time to change their mind.
  ///
  ///     try await store.deleteExpired(at: .now)
  /// - Parameter date: the current time. Its day in UTC is counted.
  /// - Returns: the number of deleted links.
  @discardableResult
  public func deleteExpired(at date: Date) async throws(StoreError) -> Int {
    try await file.write(waits: false) { db in
      let today = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
      try db.execute(sql: "DELETE FROM startDay WHERE day > ?", arguments: [today])
      try db.execute(sql: "INSERT OR IGNORE INTO startDay VALUES (?)", arguments: [today])
      try TrashArrival.correct(before: Double(today + 1) * 86_400, in: db)
      // The first of the last `SavedLink.trashDays` days on which the program was started. Links
      // removed before this day have been in the trash on all of them.
      let limit = try Int.fetchOne(
        db, sql: "SELECT day FROM startDay ORDER BY day DESC LIMIT 1 OFFSET ?",
        arguments: [SavedLink.trashDays - 1])
      guard let limit else { return 0 }
      try db.execute(
        sql: """
          DELETE FROM link WHERE trashedAt < ?1
            AND NOT EXISTS (SELECT 1 FROM trashArrival WHERE linkID = link.id AND arrivedAt >= ?1)
          """, arguments: [Double(limit) * 86_400])
      let count = db.changesCount
      try ArticleIndex.sweep(in: db)
      // Older days no longer matter.
      try db.execute(sql: "DELETE FROM startDay WHERE day < ?", arguments: [limit])
      return count
    }
  }

  /// Permanently deletes links that were removed before a date.
  /// - Returns: the number of deleted links.
  @discardableResult
  public func emptyTrash(removedBefore date: Date) async throws(StoreError) -> Int {
    try await file.write { db in
      try db.execute(
        sql: "DELETE FROM link WHERE trashedAt < ?", arguments: [date.timeIntervalSince1970])
      let count = db.changesCount
      try ArticleIndex.sweep(in: db)
      return count
    }
  }
}
