import Foundation
import GRDB
import Links

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
