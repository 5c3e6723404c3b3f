import GRDB
public import Links

extension SavedLinkStore {
  /// Returns those of the links that still exist, in this order.
  public func outlines(_ ids: [SavedLink.ID]) async throws(StoreError) -> [LinkOutline] {
    let outlines = try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT url, note FROM link WHERE id = ?")
      return try ids.compactMap { id in
        try Row.fetchOne(statement, arguments: [id]).map {
          LinkOutline(id: id, address: $0[0], note: $0[1])
        }
      }
    }
    return outlines ?? []
  }
}
