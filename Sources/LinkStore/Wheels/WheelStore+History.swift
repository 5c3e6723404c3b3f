import Foundation
import GRDB
import LinkSync
public import Links

extension WheelStore {
  /// The number of cards in the history. Older ones are deleted.
  public static let historyLimit = 2000

  /// Records that a card was shown. A card that is already the latest isn't recorded again.
  /// - Parameter isLoaded: false for a link whose page didn't load, or that was skipped while
  ///   loading. Such a link is recorded once a day.
  public func record(_ visit: Visit, isLoaded: Bool = true) async throws(StoreError) {
    try await write(.kept) { db in
      let last = try Row.fetchOne(
        db, sql: "SELECT id, url, title FROM visit ORDER BY seenAt DESC, id DESC LIMIT 1")
      if isLoaded, let last, last["url"] == visit.address {
        // The page has loaded after all.
        guard last["title"] as String? == nil, let title = visit.title else { return }
        return try db.execute(
          sql: "UPDATE visit SET title = ? WHERE id = ?",
          arguments: [title, last["id"] as Int64])
      }
      if !isLoaded, try Self.wasVisited(visit.address, within: Self.day, of: visit.seenAt, in: db) {
        return
      }
      try db.execute(
        sql: "INSERT INTO visit (url, title, wheel, seenAt) VALUES (?, ?, ?, ?)",
        arguments: [
          visit.address, visit.title, visit.wheel, visit.seenAt.timeIntervalSince1970,
        ])
      try Self.pruneHistory(in: db)
    }
  }

  private static let day: TimeInterval = 86_400

  private static func wasVisited(
    _ address: String, within time: TimeInterval, of date: Date, in db: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM visit WHERE seenAt > ? AND url = ? LIMIT 1"),
      arguments: [date.timeIntervalSince1970 - time, address]) ?? false
  }

  /// Deletes the oldest cards, if there are too many.
  static func pruneHistory(in db: Database) throws {
    // Cards that other devices showed earlier arrive later, so the ids aren't in the order of time.
    try db.execute(
      sql: """
        DELETE FROM visit WHERE id IN
          (SELECT id FROM visit ORDER BY seenAt DESC, id DESC LIMIT -1 OFFSET ?)
        """, arguments: [historyLimit])
    guard db.changesCount > 0, let oldest = try oldestVisit(in: db) else { return }
    // Compares numbers instead of texts, because moments before 2001, from a clock that was reset,
    // have fewer digits.
    try db.execute(
      sql: """
        DELETE FROM syncFact
        WHERE key GLOB 'visit *' AND CAST(substr(key, length('visit ') + 1) AS INTEGER) < ?
        """, arguments: [oldest.syncMilliseconds])
  }

  /// When the oldest card was shown, if the history is full; otherwise nil.
  static func oldestVisit(in db: Database) throws -> Date? {
    try Double.fetchOne(
      db.cachedStatement(
        sql: "SELECT seenAt FROM visit ORDER BY seenAt DESC, id DESC LIMIT 1 OFFSET ?"),
      arguments: [historyLimit - 1]
    ).map { Date(timeIntervalSince1970: $0) }
  }

  /// Lists the cards that were shown, latest first.
  /// - Parameter limit: the maximum number of cards, or nil for all.
  public func history(limit: Int? = nil) async throws(StoreError) -> [Visit] {
    try await read(.kept) { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, url, title, wheel, seenAt FROM visit ORDER BY seenAt DESC, id DESC LIMIT ?
          """,
        arguments: [limit ?? Self.historyLimit]
      ).map {
        Visit(
          id: $0[0], address: $0[1], title: $0[2], wheel: $0[3],
          seenAt: Date(timeIntervalSince1970: $0[4]))
      }
    } ?? []
  }

  /// Deletes the history. The links of wheels stay seen.
  /// - Returns: the number of deleted cards.
  @discardableResult
  public func clearHistory() async throws(StoreError) -> Int {
    try await write(.kept) { db in
      try db.execute(sql: "DELETE FROM visit")
      return db.changesCount
    }
  }
}
