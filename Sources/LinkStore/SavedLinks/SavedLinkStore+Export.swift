import Foundation
import GRDB
import LinkSync
package import Links

extension SavedLinkStore {
  /// Lists links in the order of exported files: the links saved first come first. The order is the
  /// same on all devices with the same links. The order of ``SavedSort/oldest`` isn't, because it
  /// depends on ids.
  ///
  ///     let ids = try await store.exportOrder(SavedQuery())
  /// - Parameter query: the links to list. Its sort order is ignored.
  package func exportOrder(_ query: SavedQuery) async throws(StoreError) -> [SavedLink.ID] {
    let ids = try await list(query).ids
    return try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT savedAt, key FROM link WHERE id = ?")
      return try ids.compactMap { id -> (saved: Int64, key: String, id: SavedLink.ID)? in
        try Row.fetchOne(statement, arguments: [id]).map { row in
          // Devices exchange dates in milliseconds.
          (Date(timeIntervalSince1970: row["savedAt"]).syncMilliseconds, row["key"], id)
        }
      }.sorted { ($0.saved, $0.key) < ($1.saved, $1.key) }.map(\.id)
    } ?? []
  }
}
