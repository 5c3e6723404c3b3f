import GRDB
import Links

/// Picks a link of a wheel.
struct WheelPicker {
  private let draw: WheelDraw
  private let bag: WheelBag
  private let excluded: Set<String>
  private let db: Database
  private var wheel: Int64 { draw.wheel.row }

  /// Returns nil if the wheel no longer exists.
  init?(_ draw: WheelDraw, in db: Database) throws {
    guard let bag = try WheelBag(draw.wheel.row, in: db) else { return nil }
    self.draw = draw
    self.bag = bag
    self.db = db
    excluded = Set(draw.excluded)
  }

  /// Returns nil if no link can come up.
  func pick() throws -> DrawnLink? {
    if draw.isSeeded { return try seeded() }
    if draw.narrowing.isEmpty { return try drawnBySlot() }
    // If few links match, lists them, and each is equally likely. Among many, starts at a random
    // slot of the wheel's order, which is random itself.
    let few = try matches(limit: Self.few + 1)
    return few.count <= Self.few ? try drawn(among: few) : try drawnBySlot()
  }

  private static let few = 1000

  /// Picks one of the given addresses, or a link to this computer.
  func pick(among addresses: Set<String>) throws -> DrawnLink? {
    let (condition, arguments) = WheelMatch.rowCondition(draw.narrowing)
    func matches(_ column: String, _ value: String) throws -> [Match] {
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT id, slot, url FROM wheelLink
            WHERE \(column) = ? AND wheelID = ? AND slot < ?\(condition)
            """), arguments: [value, wheel, bag.spinnable] + arguments
      ).map { Match(row: $0[0], slot: $0[1], address: $0[2]) }
    }
    let local = try Self.localHosts.flatMap { try matches("host", $0) }
    let known = Set(local.map(\.row))
    let others = try addresses.sorted().flatMap { try matches("url", $0) }
    return try drawn(among: local + others.filter { !known.contains($0.row) })
  }

  private static let localHosts = ["localhost", "127.0.0.1", "[::1]"]

  private func drawn(_ link: Wheel.Link?, isUnseen: Bool) -> DrawnLink? {
    link.map {
      DrawnLink(link: $0, isUnseen: isUnseen, startsOver: !isUnseen, round: bag.round)
    }
  }

  // MARK: - Few links

  private struct Match {
    let row: Int64
    let slot: Int
    let address: String
  }

  private func matches(limit: Int) throws -> [Match] {
    let match = WheelMatch(draw.narrowing, in: wheel)
    return try Row.fetchAll(
      db,
      sql: """
        SELECT wheelLink.id, slot, url \(match.source) WHERE \(match.condition) AND slot < ?
        LIMIT ?
        """,
      arguments: match.arguments + [bag.spinnable, limit]
    ).map { Match(row: $0[0], slot: $0[1], address: $0[2]) }
  }

  private func drawn(among matches: [Match]) throws -> DrawnLink? {
    let others = matches.filter { !excluded.contains($0.address) }
    let unseen = others.filter { $0.slot < bag.unseen }
    let last = matches.filter { $0.address != draw.excluded.last }
    guard let candidates = [unseen, others, last, matches].first(where: { !$0.isEmpty }) else {
      return nil
    }
    let choice = candidates[Int(draw.random % UInt64(candidates.count))]
    let row = try Row.fetchOne(
      db, sql: "SELECT * FROM wheelLink WHERE id = ?", arguments: [choice.row])
    return drawn(row.map { Wheel.Link($0) }, isUnseen: !unseen.isEmpty)
  }

  // MARK: - The wheel's order

  private func drawnBySlot() throws -> DrawnLink? {
    if let link = try link(below: bag.unseen, excluding: excluded) {
      return drawn(link, isUnseen: true)
    }
    let last = Set(draw.excluded.suffix(1))
    for excluded in [excluded, last, []] {
      if let link = try link(below: bag.spinnable, excluding: excluded) {
        return drawn(link, isUnseen: false)
      }
    }
    return nil
  }

  /// Returns the first link at or after a random slot that isn't excluded.
  private func link(below end: Int, excluding excluded: Set<String>) throws -> Wheel.Link? {
    guard end > 0 else { return nil }
    let start = Int(draw.random % UInt64(end))
    return try link(in: start..<end, excluding: excluded)
      ?? link(in: 0..<start, excluding: excluded)
  }

  private func link(in slots: Range<Int>, excluding excluded: Set<String>) throws -> Wheel.Link? {
    let (condition, arguments) = WheelMatch.rowCondition(draw.narrowing)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT * FROM wheelLink INDEXED BY wheelLinkBySlot
        WHERE wheelID = ? AND slot >= ? AND slot < ?\(condition) ORDER BY slot
        """,
      arguments: [wheel, slots.lowerBound, slots.upperBound] + arguments)
    return try first(rows, excluding: excluded)
  }

  private func first(_ rows: RowCursor, excluding excluded: Set<String>) throws -> Wheel.Link? {
    while let row = try rows.next() {
      if !excluded.contains(row["url"]) { return Wheel.Link(row) }
    }
    return nil
  }

  // MARK: - A seed

  /// Picks by the order in which the links were added, which doesn't depend on what was seen.
  private func seeded() throws -> DrawnLink? {
    let borders = try Row.fetchOne(
      db, sql: "SELECT firstLink, lastLink FROM wheel WHERE id = ?", arguments: [wheel])
    guard let first = borders?[0] as Int64?, let last = borders?[1] as Int64? else { return nil }
    let start = first + Int64(draw.random % UInt64(last - first + 1))
    let latest = Set(draw.excluded.suffix(1))
    for (excluded, isUnseen) in [(excluded, true), (latest, false), ([], false)] {
      if let link = try link(from: start, to: last, excluding: excluded)
        ?? link(from: first, to: start - 1, excluding: excluded)
      {
        return drawn(link, isUnseen: isUnseen)
      }
    }
    return nil
  }

  private func link(
    from first: Int64, to last: Int64, excluding excluded: Set<String>
  ) throws -> Wheel.Link? {
    let (condition, arguments) = WheelMatch.rowCondition(draw.narrowing)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT * FROM wheelLink NOT INDEXED
        WHERE id >= ? AND id <= ? AND wheelID = ? AND slot < ?\(condition) ORDER BY id
        """,
      arguments: [first, last, wheel, bag.spinnable] + arguments)
    return try self.first(rows, excluding: excluded)
  }
}

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
