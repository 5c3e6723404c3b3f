public import Foundation
import GRDB
public import Links

extension WheelStore {
  /// Records that a link came up in its wheel. Unless the wheel isn't remembered, also in all other
  /// wheels with this link.
  public func markSeen(
    _ address: String, on id: WheelID, at date: Date
  ) async throws(StoreError) {
    var isRemembered = true
    if id.storage == .session {
      isRemembered = try await write(.session) { db in
        let isRemembered =
          try Bool.fetchOne(
            db, sql: "SELECT isRemembered FROM wheel WHERE id = ?", arguments: [id.row]) ?? false
        try Self.move(
          address, to: .seen, from: [.unseen], in: db,
          where: isRemembered ? "isRemembered" : "wheel.id = \(id.row)")
        return isRemembered
      }
    }
    guard isRemembered, writeError == nil else { return }
    try await write(.kept) { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO seenLink (url, seenAt) VALUES (?, ?)",
        arguments: [address, date.timeIntervalSince1970])
      try Self.move(address, to: .seen, from: [.unseen], in: db)
    }
  }

  /// Makes the links of a wheel unseen again, once all of them have come up.
  ///
  /// Does nothing if the wheel has started over since the link was picked, because links may have
  /// been seen since.
  /// - Parameter round: the round in which the link was picked.
  public func startOver(
    _ id: WheelID, after round: Int, narrowedTo narrowing: WheelNarrowing = WheelNarrowing()
  ) async throws(StoreError) {
    guard id.storage == .session || writeError == nil else { return }
    try await write(id.storage) { db in
      guard var bag = try WheelBag(id.row, in: db), bag.round == round else { return }
      let match = WheelMatch(narrowing, in: id.row)
      let range = "slot >= \(bag.unseen) AND slot < \(bag.spinnable)"
      let chosen = "SELECT wheelLink.id \(match.source) WHERE \(match.condition) AND \(range)"
      if id.storage == .kept {
        try db.execute(
          sql: """
            DELETE FROM seenLink WHERE url IN (SELECT url FROM wheelLink WHERE id IN (\(chosen)))
            """, arguments: match.arguments)
      }
      if narrowing.isEmpty {
        bag.startOver()
      } else {
        for link in try Int64.fetchAll(db, sql: chosen, arguments: match.arguments) {
          try bag.move(link, to: .unseen, in: db)
        }
        bag.countRound()
      }
      try bag.save(in: db)
    }
  }

  /// Moves the rows of an address from some regions to another, in all wheels that match.
  static func move(
    _ address: String, to region: WheelBag.Region, from regions: [WheelBag.Region],
    in db: Database, where condition: String = "1"
  ) throws {
    try move(
      to: region, from: regions, in: db,
      rows: Row.fetchAll(
        db,
        sql: """
          SELECT wheelLink.id, wheelID, slot FROM wheelLink JOIN wheel ON wheel.id = wheelID
          WHERE url = ? AND \(condition)
          """, arguments: [address]))
  }

  static func move(
    to region: WheelBag.Region, from regions: [WheelBag.Region], in db: Database, rows: [Row]
  ) throws {
    for row in rows {
      guard var bag = try WheelBag(row["wheelID"], in: db) else { continue }
      // An earlier move may have changed the slot.
      let slot = try Int.fetchOne(
        db, sql: "SELECT slot FROM wheelLink WHERE id = ?", arguments: [row["id"] as Int64])
      guard let slot, regions.contains(bag.region(ofSlot: slot)) else { continue }
      try bag.move(row["id"], to: region, in: db)
      try bag.save(in: db)
    }
  }
}
