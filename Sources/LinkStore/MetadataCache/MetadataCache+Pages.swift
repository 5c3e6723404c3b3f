public import Foundation
import GRDB
public import LinkPreview

extension MetadataCache {
  /// Keeps metadata for its original and its final address, in place of what was there, failures
  /// included. When all entries together are then larger than 200 MB, those go that were not used
  /// for longest.
  ///
  /// - Parameters:
  ///   - metadata: what the page told.
  ///   - validators: what came with the page; see ``LinkMetadataProvider/fetch(_:since:)``.
  ///   - date: when the page was fetched.
  public func store(
    _ metadata: LinkMetadata, validators: PageValidators? = nil, at date: Date
  ) async throws(StoreError) {
    try await write { [sizeLimit] db in
      let page = metadata.url.absoluteString
      let now = date.timeIntervalSince1970
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO page (url, metadata, validators, fetchedAt, lastUsedAt, size)
          VALUES (?, ?, ?, ?, ?, 0)
          """,
        arguments: [
          page, try JSONEncoder().encode(metadata),
          try validators.map { try JSONEncoder().encode($0) }, now, now,
        ])
      for address in Set([metadata.originalURL.absoluteString, page]) {
        try db.execute(
          sql: "INSERT OR REPLACE INTO address (url, pageURL) VALUES (?, ?)",
          arguments: [address, page])
        try db.execute(sql: "DELETE FROM failure WHERE url = ?", arguments: [address])
      }
      try Self.measure(page, in: db)
      try Self.prune(to: sizeLimit, in: db)
    }
  }

  /// Notes that the page behind an address still stands as it is kept: it is as fresh as if it had
  /// been fetched at `date`. Without effect when nothing is kept.
  public func touch(_ url: URL, at date: Date) async throws(StoreError) {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE page SET fetchedAt = :now, lastUsedAt = :now
          WHERE url = (SELECT pageURL FROM address WHERE url = :url)
          """, arguments: ["now": date.timeIntervalSince1970, "url": url.absoluteString])
      try db.execute(sql: "DELETE FROM failure WHERE url = ?", arguments: [url.absoluteString])
    }
  }

  /// The size of a page is that of its row and of the addresses that lead to it, in bytes, those
  /// twice that are in an index, too. What SQLite adds is left out: a file is about a quarter larger.
  private static func measure(_ page: String, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE page SET size =
          2 * length(url) + length(metadata) + ifnull(length(validators), 0)
          + 2 * (SELECT sum(length(url) + length(pageURL)) FROM address WHERE pageURL = :page)
        WHERE url = :page
        """, arguments: ["page": page])
  }

  /// Takes out one page after the other, until the rest fits: as a rule as many as one new page
  /// takes the place of. The file keeps the room for the next ones.
  private static func prune(to limit: Int, in db: Database) throws {
    // The index on use holds the sizes, so this reads no page.
    var total = try Int.fetchOne(db, sql: "SELECT sum(size) FROM page") ?? 0
    while total > limit {
      let next = try Row.fetchOne(
        db, sql: "SELECT url, size FROM page ORDER BY lastUsedAt LIMIT 1")
      guard let next else { return }
      let page = try next.decode(String.self, forColumn: "url")
      try db.execute(sql: "DELETE FROM page WHERE url = ?", arguments: [page])
      try db.execute(sql: "DELETE FROM address WHERE pageURL = ?", arguments: [page])
      total -= try next.decode(Int.self, forColumn: "size")
    }
  }
}
