public import Foundation
import GRDB

extension SavedLinkStore {
  /// Returns the addresses that have come up on the wheel. Synchronous, for use at startup.
  public func seenNow() throws(StoreError) -> Set<String> {
    try file.readNow { try String.fetchSet($0, sql: "SELECT url FROM seenLink") } ?? []
  }

  /// Records that an address came up on the wheel.
  public func markSeen(_ address: String, at date: Date) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO seenLink (url, seenAt) VALUES (?, ?)",
        arguments: [address, date.timeIntervalSince1970])
    }
  }

  /// Forgets that these addresses came up, when the wheel starts over.
  public func forgetSeen(_ addresses: [String]) async throws(StoreError) {
    try await file.write { db in
      for address in addresses {
        try db.execute(
          sql: "DELETE FROM seenLink WHERE url = ?", arguments: [address])
      }
    }
  }
}
