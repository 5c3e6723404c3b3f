import Foundation
import GRDB
import LinkSync
public import Links

extension SavedLinkStore {
  /// Lists links in the order of exported files: those saved first come first. Devices with the same
  /// links have the same order, which that of ``SavedSort/oldest`` isn't, because ids differ.
  ///
  ///     let ids = try await store.exportOrder(SavedQuery())
  /// - Parameter query: which links. Its sort order doesn't matter.
  public func exportOrder(_ query: SavedQuery) async throws(StoreError) -> [SavedLink.ID] {
    let ids = try await list(query).ids
    return try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT savedAt, key FROM link WHERE id = ?")
      return try ids.compactMap { id -> (saved: Int64, key: String, id: SavedLink.ID)? in
        try Row.fetchOne(statement, arguments: [id]).map { row in
          // Devices exchange milliseconds.
          (Date(timeIntervalSince1970: row["savedAt"]).syncMilliseconds, row["key"], id)
        }
      }.sorted { ($0.saved, $0.key) < ($1.saved, $1.key) }.map(\.id)
    } ?? []
  }
}
