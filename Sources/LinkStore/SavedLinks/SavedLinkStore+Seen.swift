public import Foundation
import GRDB

extension SavedLinkStore {
  /// The addresses that came up on the wheel before, for the start of the program.
  public func seenNow() throws(StoreError) -> Set<URL> {
    try file.readNow { db in
      Set(try String.fetchSet(db, sql: "SELECT url FROM seenLink").compactMap { URL(string: $0) })
    } ?? []
  }

  /// Remembers that an address came up on the wheel.
  public func markSeen(_ url: URL, at date: Date) async throws(StoreError) {
    try await file.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO seenLink (url, seenAt) VALUES (?, ?)",
        arguments: [url.absoluteString, date.timeIntervalSince1970])
    }
  }

  /// Forgets that these addresses came up, when the wheel starts over.
  public func forgetSeen(_ urls: [URL]) async throws(StoreError) {
    try await file.write { db in
      for url in urls {
        try db.execute(
          sql: "DELETE FROM seenLink WHERE url = ?", arguments: [url.absoluteString])
      }
    }
  }
}
