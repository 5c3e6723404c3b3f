import GRDB

/// The order of a wheel's links: a row of slots in three regions. A link moves to another region by
/// swapping with a link at the border, which takes the same time in every wheel.
struct WheelBag {
  enum Region: Int { case unseen, seen, never }

  let wheel: Int64
  private(set) var round: Int
  /// The ends of the regions of unseen and of seen links.
  private var ends: [Int]
  private(set) var total: Int

  var unseen: Int { ends[0] }
  var spinnable: Int { ends[1] }

  init?(_ wheel: Int64, in db: Database) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT round, unseen, spinnable, total FROM wheel WHERE id = ?"),
      arguments: [wheel])
    guard let row else { return nil }
    self.wheel = wheel
    round = row[0]
    ends = [row[1], row[2]]
    total = row[3]
  }

  func region(ofSlot slot: Int) -> Region {
    slot < unseen ? .unseen : slot < spinnable ? .seen : .never
  }

  /// Moves a link to another region.
  mutating func move(_ link: Int64, to region: Region, in db: Database) throws {
    let found = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT slot FROM wheelLink WHERE id = ?"), arguments: [link])
    guard var slot = found else { return }
    var current = self.region(ofSlot: slot).rawValue
    while current < region.rawValue {
      ends[current] -= 1
      try swap(link, from: slot, to: ends[current], in: db)
      slot = ends[current]
      current += 1
    }
    while current > region.rawValue {
      current -= 1
      try swap(link, from: slot, to: ends[current], in: db)
      slot = ends[current]
      ends[current] += 1
    }
  }

  private func swap(_ link: Int64, from slot: Int, to other: Int, in db: Database) throws {
    guard slot != other else { return }
    try db.cachedStatement(sql: "UPDATE wheelLink SET slot = ? WHERE wheelID = ? AND slot = ?")
      .execute(arguments: [slot, wheel, other])
    try db.cachedStatement(sql: "UPDATE wheelLink SET slot = ? WHERE id = ?")
      .execute(arguments: [other, link])
  }

  /// Makes all links unseen that can come up.
  mutating func startOver() {
    ends[0] = ends[1]
    round += 1
  }

  /// Begins another round after its links were reset one by one.
  mutating func countRound() { round += 1 }

  /// Replaces the borders, after all slots were renumbered.
  mutating func setBorders(unseen: Int, spinnable: Int, total: Int) {
    ends = [unseen, spinnable]
    self.total = total
  }

  /// Writes the borders.
  func save(in db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE wheel SET round = ?, unseen = ?, spinnable = ?, total = ? WHERE id = ?"
    ).execute(arguments: [round, unseen, spinnable, total, wheel])
  }
}
