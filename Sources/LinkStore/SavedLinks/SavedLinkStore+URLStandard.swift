import Markup
import Foundation
import GRDB
import LinkPreview
import Links

extension SavedLinkStore {
  /// Migrates addresses to the URL Standard: repairs those that older versions stored wrongly,
  /// records the repairs in a table, and recomputes the keys.
  ///
  /// No link is lost. Links that turn out to be the same page stay separate, with their tags and
  /// notes: one has the key, and the others have the key followed by a space and their id.
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
    // Saved links come before those in the trash, and links saved earlier come first.
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
      // A row that isn't a web address keeps its key.
      let address = repaired ?? WebAddress(stored)
      let key = address.map { LinkKey.key(of: $0) } ?? old
      let own = taken.insert(key).inserted ? key : "\(key) \(id)"
      if own != old { changes.append((id, own)) }
    }
    // Sets temporary keys first, because two links must never have the same key, not even for a
    // moment.
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
      // Clears the check result, because it belongs to the wrong address.
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
