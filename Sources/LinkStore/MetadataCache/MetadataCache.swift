public import Foundation
import GRDB
public import LinkPreview

/// Metadata that was fetched before, found by the address asked for and by the final one.
public struct MetadataCache: Sendable {
  private let file: StoreFile

  /// Opens the file, or makes it. Where nothing can be written, the cache finds what is there and
  /// forgets what it is given.
  /// - Throws: when a file is there that is no cache of ours; it is then left untouched.
  public init(location: StoreLocation) throws(StoreError) {
    file = try StoreFile(at: location.cacheFile, holds: .cache, migrator: Self.migrator)
  }

  /// Metadata and the moment it was fetched.
  public struct Entry: Hashable, Sendable {
    /// What the page told.
    public var metadata: LinkMetadata
    /// When it told it.
    public var fetchedAt: Date

    /// An entry as a fetch makes it.
    public init(metadata: LinkMetadata, fetchedAt: Date) {
      self.metadata = metadata
      self.fetchedAt = fetchedAt
    }
  }

  /// What is known of the page behind an address; nil when it was never fetched.
  ///
  /// The entry's `originalURL` is the address asked for here, whichever led to the page before.
  public func entry(for url: URL) async throws(StoreError) -> Entry? {
    let found = try await file.read { db -> Entry? in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT metadata, fetchedAt FROM address JOIN page ON page.url = address.pageURL
          WHERE address.url = ?
          """, arguments: [url.absoluteString])
      return try row.map { row in
        var metadata = try JSONDecoder().decode(LinkMetadata.self, from: row["metadata"])
        metadata.originalURL = url
        return Entry(
          metadata: metadata, fetchedAt: Date(timeIntervalSince1970: row["fetchedAt"]))
      }
    }
    return found ?? nil
  }

  /// Keeps metadata for its original and its final address, in place of what was there.
  public func store(_ metadata: LinkMetadata, at date: Date) async throws(StoreError) {
    guard file.writeObstacle == nil else { return }
    try await file.write { db in
      let page = metadata.url.absoluteString
      try db.execute(
        sql: "INSERT OR REPLACE INTO page (url, metadata, fetchedAt) VALUES (?, ?, ?)",
        arguments: [page, try JSONEncoder().encode(metadata), date.timeIntervalSince1970])
      for address in Set([metadata.originalURL.absoluteString, page]) {
        try db.execute(
          sql: "INSERT OR REPLACE INTO address (url, pageURL) VALUES (?, ?)",
          arguments: [address, page])
      }
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1 pages and addresses") { db in
      try db.execute(
        sql: """
          CREATE TABLE page (
            -- The final address, after redirects.
            url TEXT PRIMARY KEY NOT NULL,
            -- LinkMetadata as JSON.
            metadata BLOB NOT NULL,
            -- Seconds since 1970.
            fetchedAt REAL NOT NULL
          ) WITHOUT ROWID;
          -- Addresses that lead to a page; its own among them.
          CREATE TABLE address (
            url TEXT PRIMARY KEY NOT NULL,
            pageURL TEXT NOT NULL
          ) WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
