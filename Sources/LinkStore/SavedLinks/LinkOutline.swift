import GRDB

/// What names a link. Reading it takes a fifth of the time that the link itself takes.
public struct LinkOutline: Hashable, Sendable, Identifiable {
  public var id: SavedLink.ID
  /// As it was saved.
  public var address: String
  public var note: String
}

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
