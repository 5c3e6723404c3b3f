import Foundation
import GRDB
public import Links
package import Markup

/// The results of checks for dead links.
extension SavedLinkStore {
  /// Records results of a check. A move that can't be one counts as
  /// ``LinkCheck/Outcome/probablyGone(to:)``, and so do earlier ones to the same address; see
  /// ``PageMove``.
  ///
  /// Can't be undone, because the user didn't request it.
  /// - Returns: the outcomes of these links, as recorded.
  @discardableResult
  public func mark(
    _ checks: [SavedLink.ID: LinkCheck]
  ) async throws(StoreError) -> [SavedLink.ID: LinkCheck.Outcome] {
    try await file.write(refersToRows: true) { db in
      for (id, check) in checks { try Self.set(check, of: id, in: db) }
      try Self.judgeMoves(of: checks.keys, in: db)
      return try checks.keys.reduce(into: [:]) {
        $0[$1] = try CheckedRow.fetch($1, in: db)?.check.outcome
      }
    }
  }

  /// Returns the new addresses of those of these links that have moved.
  package func moves(
    of ids: [SavedLink.ID]
  ) async throws(StoreError) -> [SavedLink.ID: WebAddress] {
    try await file.read { db in
      try ids.reduce(into: [:]) { moves, id in
        if case .moved(let url)? = try CheckedRow.fetch(id, in: db)?.check.outcome {
          moves[id] = WebAddress(url)
        }
      }
    } ?? [:]
  }

  /// Turns moves into what they are: if they lead astray, or if too many pages of their host lead to
  /// the same address. Reads each host once, because a site with thousands of saved pages may have
  /// moved as a whole.
  private static func judgeMoves(
    of ids: some Sequence<SavedLink.ID>, in db: Database
  ) throws {
    var judgedHosts: Set<String> = []
    for id in ids {
      guard let row = try CheckedRow.fetch(id, in: db), let move = row.move else { continue }
      if move.leadsAstray {
        try doubt(row, in: db)
        continue
      }
      guard judgedHosts.insert(move.host).inserted else { continue }
      let rows = try CheckedRow.all(onHostOf: row, in: db).filter { $0.move?.host == move.host }
      for shared in Dictionary(grouping: rows, by: { $0.move?.targetPage }).values
      where Set(shared.compactMap(\.move?.pageOnHost)).count >= PageMove.sharedTargetLimit {
        for row in shared { try doubt(row, in: db) }
      }
    }
  }

  private static func doubt(_ row: CheckedRow, in db: Database) throws {
    guard case .moved(let target) = row.check.outcome else { return }
    var check = row.check
    check.outcome = .probablyGone(to: target)
    try set(check, of: row.id, in: db)
  }

  private static func set(_ check: LinkCheck, of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(sql: "UPDATE link SET checked = ? WHERE id = ?")
      .execute(arguments: [try StoredJSON.data(of: check), id])
  }
}

/// A link that was checked, without what a check doesn't need.
private struct CheckedRow {
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
