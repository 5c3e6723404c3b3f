public import Foundation
import GRDB

/// What is written of links that nobody would take back.
extension SavedLinkStore {
  /// Deletes for good what was removed before a date.
  /// - Returns: how many links that were.
  @discardableResult
  public func emptyTrash(removedBefore date: Date) async throws(StoreError) -> Int {
    try await file.write { db in
      try db.execute(
        sql: "DELETE FROM link WHERE trashedAt < ?", arguments: [date.timeIntervalSince1970])
      return db.changesCount
    }
  }

  /// Remembers that a link was opened. Not a change to take back.
  public func markOpened(_ id: SavedLink.ID, at date: Date) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "UPDATE link SET openedAt = ? WHERE id = ?",
        arguments: [date.timeIntervalSince1970, id])
    }
  }

  /// Remembers what a look for dead links found. Not a change to take back.
  public func mark(_ checks: [SavedLink.ID: LinkCheck]) async throws(StoreError) {
    try await file.write { db in
      for (id, check) in checks {
        try db.execute(
          sql: "UPDATE link SET checked = ? WHERE id = ?",
          arguments: [try JSONEncoder().encode(check), id])
      }
    }
  }
}
