import Foundation
import GRDB
import LinkSync
import Links
import Markup

/// Gives links their keys again, after ``LinkKey`` has learned to tell more pages apart.
///
/// Otherwise a link would keep the key of another page: its own address wouldn't find it any more, and
/// that of the other page would.
struct PageKeyUpdate {
  private let db: Database

  static func run(in db: Database) throws {
    let update = PageKeyUpdate(db: db)
    try update.updateLinks()
    try update.updateDeletedLinks()
    try update.updateChanges()
  }

  private func updateLinks() throws {
    // Only parameters are told apart in another way.
    let rows = try Row.fetchAll(db, sql: "SELECT id, url, key FROM link WHERE instr(url, '?')")
    for row in rows {
      let former: String = row["key"]
      guard let key = Self.key(of: row["url"], insteadOf: former) else { continue }
      let free = try freeKey(key)
      try db.execute(
        sql: "UPDATE link SET key = ? WHERE id = ?", arguments: [free, row["id"] as Int64])
      let page = String(former.prefix { $0 != " " })
      try copyReading(from: page, to: key)
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO followedBookmark (browser, page)
          SELECT browser, ? FROM followedBrowser WHERE EXISTS (
            SELECT 1 FROM followedBookmark
            WHERE followedBookmark.browser = followedBrowser.browser AND page = ?)
          """, arguments: [FollowedPage(key: key).hash, FollowedPage(key: page).hash])
      // Devices exchange only one link of a page.
      if free == key, former == page { try renameExchanged(former, to: key) }
    }
  }

  /// Returns the present key of an address, or nil if a link has it already.
  private static func key(of address: String, insteadOf former: String) -> String? {
    guard let key = WebAddress(address).map({ LinkKey.key(of: $0) }),
      former.prefix(while: { $0 != " " }) != key
    else { return nil }
    return key
  }

  /// Returns a key that no link has; see ``SavedLinkStore/samePageCondition``.
  private func freeKey(_ key: String) throws -> String {
    var (free, number) = (key, 1)
    while try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM link WHERE key = ?)", arguments: [free]) == true
    {
      number += 1
      free = "\(key) \(number)"
    }
    return free
  }

  /// The state of the former page stays too, because it may be another one's.
  private func copyReading(from former: String, to key: String) throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO reading (key, progress, block, blockOffset, readAt, changedAt)
        SELECT ?, progress, block, blockOffset, readAt, changedAt FROM reading WHERE key = ?
        """, arguments: [key, former])
    guard db.changesCount > 0, try SyncFactRecorder.kinds(in: db).contains(.reading) else { return }
    for subject in [SyncFact.Subject.read(key), .place(key)] {
      if let fact = try SyncFact.local(subject, at: Date(), in: db) {
        try SyncFactRecorder.record(fact, in: db)
      }
    }
  }

  private func renameExchanged(_ former: String, to key: String) throws {
    try db.execute(
      sql: "UPDATE OR REPLACE syncLink SET key = ? WHERE key = ?", arguments: [key, former])
    try db.execute(sql: "UPDATE syncOutbox SET key = ? WHERE key = ?", arguments: [key, former])
  }

  /// Deleted links have their fields only for the other devices.
  private func updateDeletedLinks() throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT key, times, hidden FROM syncLink WHERE linkID IS NULL")
    for row in rows {
      let former: String = row["key"]
      let entity = SyncEntity(
        key: former, times: row["times"], hidden: row["hidden"], record: nil)
      if let key = Self.key(of: entity.address, insteadOf: former) {
        try renameExchanged(former, to: key)
      }
    }
  }

  /// An undo restores an address together with its key.
  private func updateChanges() throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT value.id, value.before, value.after, url.before AS oldURL, url.after AS newURL
        FROM changeValue value JOIN changeValue url
          ON url.changeID = value.changeID AND url.key = value.key AND url.subject = 'link'
            AND url.field = 'url'
        WHERE value.subject = 'link' AND value.field = 'key'
        """)
    for row in rows {
      let sides = [("before", "oldURL"), ("after", "newURL")]
      for (column, address) in sides {
        guard let former = String.fromDatabaseValue(row[column]),
          let address = String.fromDatabaseValue(row[address]),
          let key = Self.key(of: address, insteadOf: former)
        else { continue }
        try db.execute(
          sql: "UPDATE changeValue SET \(column) = ? WHERE id = ?",
          arguments: [key, row["id"] as Int64])
      }
    }
  }
}
