public import Foundation
import GRDB

/// A card that was shown, now or in an earlier session.
public struct Visit: Hashable, Sendable {
  public typealias ID = Int64

  public var id: ID
  /// The address in the wheel.
  public var address: String
  public var title: String?
  /// The name of the wheel it came from.
  public var wheel: String
  public var seenAt: Date

  public init(id: ID = 0, address: String, title: String?, wheel: String, seenAt: Date) {
    self.id = id
    self.address = address
    self.title = title
    self.wheel = wheel
    self.seenAt = seenAt
  }
}

extension WheelStore {
  /// The number of cards that are remembered. Older ones are forgotten.
  public static let historyLimit = 2000

  /// Records that a card was shown. One that was shown right before isn't recorded again.
  public func record(_ visit: Visit) async throws(StoreError) {
    try await write(.kept) { db in
      let last = try String.fetchOne(db, sql: "SELECT url FROM visit ORDER BY id DESC LIMIT 1")
      guard last != visit.address else { return }
      try db.execute(
        sql: "INSERT INTO visit (url, title, wheel, seenAt) VALUES (?, ?, ?, ?)",
        arguments: [
          visit.address, visit.title, visit.wheel, visit.seenAt.timeIntervalSince1970,
        ])
      try db.execute(
        sql: "DELETE FROM visit WHERE id <= ?",
        arguments: [db.lastInsertedRowID - Int64(Self.historyLimit)])
    }
  }

  /// Lists the cards that were shown, the latest first.
  /// - Parameter limit: the maximum number, or nil for all.
  public func history(limit: Int? = nil) async throws(StoreError) -> [Visit] {
    try await read(.kept) { db in
      try Row.fetchAll(
        db, sql: "SELECT id, url, title, wheel, seenAt FROM visit ORDER BY id DESC LIMIT ?",
        arguments: [limit ?? Self.historyLimit]
      ).map {
        Visit(
          id: $0[0], address: $0[1], title: $0[2], wheel: $0[3],
          seenAt: Date(timeIntervalSince1970: $0[4]))
      }
    } ?? []
  }

  /// Forgets the cards that were shown. Which links of the wheels were seen stays.
  /// - Returns: how many there were.
  @discardableResult
  public func clearHistory() async throws(StoreError) -> Int {
    try await write(.kept) { db in
      try db.execute(sql: "DELETE FROM visit")
      return db.changesCount
    }
  }
}
