import Foundation
import GRDB
import Links
import Markup

/// A link that was checked, without what a check doesn't need.
struct CheckedRow {
  let id: SavedLink.ID
  let key: String
  let address: WebAddress
  let check: LinkCheck

  private init?(_ row: Row) {
    guard let address = WebAddress(row["url"] as String),
      let checked = Data.fromDatabaseValue(row["checked"]),
      let check = try? JSONDecoder().decode(LinkCheck.self, from: checked)
    else { return nil }
    (id, key, self.address, self.check) = (row["id"], row["key"], address, check)
  }

  /// The page's redirect, if it has one.
  var move: PageMove? {
    switch check.outcome {
    case .moved(let target), .probablyGone(let target): PageMove(from: address, to: target)
    case .ok, .gone, .unreachable: nil
    }
  }

  static func fetch(_ id: SavedLink.ID, in db: Database) throws -> CheckedRow? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, key, url, checked FROM link WHERE id = ?"),
      arguments: [id]
    ).flatMap(CheckedRow.init)
  }

  /// Returns the checked links that are on the host of one, with and without `www.`. Their keys, which
  /// are indexed, begin alike.
  static func all(onHostOf row: CheckedRow, in db: Database) throws -> [CheckedRow] {
    let authority = row.key.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    let name = authority.hasPrefix("www.") ? authority.dropFirst(4) : authority
    return try ["https://", "http://", "https://www.", "http://www."].flatMap { start in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT id, key, url, checked FROM link
            WHERE key >= ?1 AND key < ?1 || char(127) AND checked IS NOT NULL
            """), arguments: ["\(start)\(name)"]
      ).compactMap(CheckedRow.init)
    }
  }
}
