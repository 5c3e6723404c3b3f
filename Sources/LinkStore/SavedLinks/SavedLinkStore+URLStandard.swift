import Markup
import Foundation
import GRDB
import LinkPreview

extension SavedLinkStore {
  /// The step to addresses of the URL Standard: repairs what older versions stored wrongly, lists it in
  /// a table, and makes the keys anew.
  ///
  /// No link is lost. Those that are the same page now stay as they are, with their tags and notes: one
  /// has the key, the others have it with a space and their id behind it.
  static func adoptURLStandard(_ db: Database) throws {
    try db.execute(
      sql: """
        -- Which addresses were changed without being asked, for whoever looks for an old one.
        CREATE TABLE repairedAddress (
          linkID INTEGER NOT NULL,
          stored TEXT NOT NULL,
          repaired TEXT NOT NULL,
          -- Seconds since 1970.
          repairedAt REAL NOT NULL
        );
        """)
    // Kept ones before those in the trash, the first that was saved before others.
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, url, key FROM link ORDER BY trashedAt IS NOT NULL, savedAt, id")
    var taken: Set<String> = []
    var changes: [(id: Int64, key: String)] = []
    for row in rows {
      let id: Int64 = row["id"]
      let stored: String = row["url"]
      let old: String = row["key"]
      let repaired = AddressRepair.repaired(stored)
      if let repaired { try replace(stored, with: repaired, of: id, in: db) }
      // What is not a web address keeps its key.
      let address = repaired ?? WebAddress(stored)
      let key = address.map { LinkKey.key(of: $0) } ?? old
      let own = taken.insert(key).inserted ? key : "\(key) \(id)"
      if own != old { changes.append((id, own)) }
    }
    // Out of each other's way first: no two links may have one key, not even for a moment.
    for change in changes {
      try db.cachedStatement(sql: "UPDATE link SET key = ' ' || id WHERE id = ?")
        .execute(arguments: [change.id])
    }
    for change in changes {
      try db.cachedStatement(sql: "UPDATE link SET key = ? WHERE id = ?")
        .execute(arguments: [change.key, change.id])
    }
  }

  private static func replace(
    _ stored: String, with repaired: WebAddress, of id: Int64, in db: Database
  ) throws {
    let blob = try Data.fetchOne(
      db, sql: "SELECT metadata FROM link WHERE id = ?", arguments: [id])
    let metadata = metadata(blob, address: repaired.text)
    try db.execute(
      // What was found of the wrong address says nothing of the right one.
      sql: "UPDATE link SET url = ?, host = ?, metadata = ?, checked = NULL WHERE id = ?",
      arguments: [
        repaired.text, metadata.url.displayHost,
        try blob == nil ? nil : JSONEncoder().encode(metadata), id,
      ])
    try db.execute(
      sql: "INSERT INTO repairedAddress VALUES (?, ?, ?, ?)",
      arguments: [id, stored, repaired.text, Date().timeIntervalSince1970])
  }
}
