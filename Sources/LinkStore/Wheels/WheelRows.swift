import Foundation
import GRDB
import Links

/// The links that came up on any wheel, and the links and hosts that never come up again.
struct WheelMarks: Sendable {
  var seen: Set<String> = []
  var neverLinks: Set<String> = []
  var neverHosts: Set<String> = []

  init() {}

  /// Reads them from the user's file.
  init(_ db: Database) throws {
    seen = try String.fetchSet(db, sql: "SELECT url FROM seenLink")
    for row in try Row.fetchAll(db, sql: "SELECT kind, value FROM neverAgain") {
      if row["kind"] == "host" {
        neverHosts.insert(row["value"])
      } else {
        neverLinks.insert(row["value"])
      }
    }
  }

  /// Creates marks without the links that came up.
  init(never marks: WheelMarks) {
    self = marks
    seen = []
  }

  func region(of link: Wheel.Link) -> WheelBag.Region {
    if neverLinks.contains(link.address) { return .never }
    if !neverHosts.isEmpty, neverHosts.contains(link.host) { return .never }
    return seen.contains(link.address) ? .seen : .unseen
  }
}

/// The rows of a wheel's links.
struct WheelRows {
  private let wheel: Int64
  private var bag: WheelBag

  /// Adds a wheel without links.
  static func insert(_ name: String, isRemembered: Bool, at date: Date, in db: Database) throws {
    try db.execute(
      sql: "INSERT INTO wheel (name, createdAt, updatedAt, isRemembered) VALUES (?, ?, ?, ?)",
      arguments: [
        name, date.timeIntervalSince1970, date.timeIntervalSince1970, isRemembered,
      ])
  }

  /// Whether a wheel has all its links, each with a slot of its own.
  static func isWhole(_ wheel: Int64, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT count(links.id) = wheel.total AND count(DISTINCT slot) = wheel.total
          AND ifnull(min(slot) = 0 AND max(slot) = wheel.total - 1, 1)
          AND unseen BETWEEN 0 AND spinnable AND spinnable <= total
        FROM wheel LEFT JOIN wheelLink AS links ON wheelID = wheel.id WHERE wheel.id = ?
        """, arguments: [wheel]) == true
  }

  /// Sets the range of the ids of a wheel's links.
  static func setRange(of wheel: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE wheel SET firstLink = links.first, lastLink = links.last
        FROM (SELECT min(id) AS first, max(id) AS last FROM wheelLink WHERE wheelID = ?1) AS links
        WHERE wheel.id = ?1
        """, arguments: [wheel])
  }

  /// Returns nil if the wheel no longer exists.
  init?(_ wheel: Int64, in db: Database) throws {
    guard let bag = try WheelBag(wheel, in: db) else { return nil }
    self.wheel = wheel
    self.bag = bag
  }

  private struct Known {
    let id: Int64
    let slot: Int
  }

  /// Replaces the links. Links that are in the new list stay seen or unseen.
  func replace(
    with links: [Wheel.Link], keepsMissing: Bool = false, marks: WheelMarks, in db: Database
  ) throws {
    var missing: [String: Known] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, url, slot FROM wheelLink WHERE wheelID = ?", arguments: [wheel])
    while let row = try rows.next() {
      missing[row["url"]] = Known(id: row["id"], slot: row["slot"])
    }
    try db.execute(sql: "DELETE FROM wheelTopic WHERE wheelID = ?", arguments: [wheel])
    var regions: [[Int64]] = [[], [], []]
    var addresses: Set<String> = []
    var added: [[Wheel.Link]] = [[], [], []]
    for link in links where addresses.insert(link.address).inserted {
      if let known = missing.removeValue(forKey: link.address) {
        try link.update(known.id, of: wheel, in: db)
        regions[bag.region(ofSlot: known.slot).rawValue].append(known.id)
      } else {
        added[marks.region(of: link).rawValue].append(link)
      }
    }
    for known in missing.values {
      if keepsMissing {
        regions[bag.region(ofSlot: known.slot).rawValue].append(known.id)
        try restoreTopics(of: known.id, in: db)
      } else {
        try db.cachedStatement(sql: "DELETE FROM wheelLink WHERE id = ?")
          .execute(arguments: [known.id])
      }
    }
    try number(regions, with: added, in: db)
    try db.execute(
      sql: """
        UPDATE wheel SET topics = ? WHERE id = ?
        """,
      arguments: [Self.frequentTopics(of: links).joined(separator: "\n"), wheel])
    try Self.setRange(of: wheel, in: db)
  }

  /// Returns the most frequent topics, at most three.
  private static func frequentTopics(of links: [Wheel.Link]) -> [String] {
    var counts: [String: Int] = [:]
    for link in links { for topic in link.topics { counts[topic, default: 0] += 1 } }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(3).map(\.key)
  }

  /// Numbers the remaining links and adds the new ones, in a random order that's the same on every
  /// machine, so that a seed always gives the same links.
  private func number(
    _ regions: [[Int64]], with added: [[Wheel.Link]], in db: Database
  ) throws {
    var generator = SplitMix64(seed: 0)
    let statement = try db.cachedStatement(sql: "UPDATE wheelLink SET slot = ? WHERE id = ?")
    var topics: [(topic: String, id: Int64)] = []
    var slot = 0
    var ends: [Int] = []
    for (ids, links) in zip(regions, added) {
      let offsets = links.isEmpty ? nil : (0..<ids.count + links.count).shuffled(using: &generator)
      let start = slot
      for (index, id) in ids.enumerated() {
        try statement.execute(arguments: [start + (offsets?[index] ?? index), id])
      }
      let newOffsets = (offsets?[ids.count...] ?? []).sorted()
      for (link, offset) in zip(links.shuffled(using: &generator), newOffsets) {
        let id = try link.insert(into: wheel, slot: start + offset, in: db)
        topics += link.topics.map { ($0, id) }
      }
      slot += ids.count + links.count
      ends.append(slot)
    }
    // Inserts in the order of the index, so that each index page is written once.
    topics.sort { $0 < $1 }
    for (topic, id) in topics { try Wheel.Link.insert(topic, of: id, in: wheel, db) }
    var bag = bag
    bag.setBorders(unseen: ends[0], spinnable: ends[1], total: ends[2])
    try bag.save(in: db)
  }

  private func restoreTopics(of id: Int64, in db: Database) throws {
    let row = try Row.fetchOne(db, sql: "SELECT * FROM wheelLink WHERE id = ?", arguments: [id])
    guard let row else { return }
    try Wheel.Link(row).update(id, of: wheel, in: db)
  }
}

extension Wheel.Link {
  init(_ row: Row) {
    let topics: String = row["topics"]
    self.init(
      address: row["url"], title: row["title"], summary: row["summary"],
      topics: topics.split(separator: "\n").map(String.init), language: row["language"])
  }

  /// Adds the link to a wheel, without its topics. Returns its id.
  func insert(into wheel: Int64, slot: Int, in db: Database) throws -> Int64 {
    try db.cachedStatement(
      sql: """
        INSERT INTO wheelLink (wheelID, slot, url, host, title, summary, language, topics)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        wheel, slot, address, host, title, summary, language, topics.joined(separator: "\n"),
      ])
    return db.lastInsertedRowID
  }

  /// Replaces the data of a link's row.
  func update(_ id: Int64, of wheel: Int64, in db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE wheelLink SET title = ?, summary = ?, language = ?, topics = ? WHERE id = ?"
    ).execute(arguments: [title, summary, language, topics.joined(separator: "\n"), id])
    for topic in topics { try Self.insert(topic, of: id, in: wheel, db) }
  }

  static func insert(_ topic: String, of id: Int64, in wheel: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO wheelTopic (wheelID, topic, linkID) VALUES (?, ?, ?)"
    ).execute(arguments: [wheel, topic, id])
  }
}
