public import Foundation
import GRDB
public import LinkPreview
public import Links

extension MetadataCache {
  /// Saves metadata under the original and the final address. Replaces earlier entries and
  /// failures. If all entries then exceed the size limit, deletes the least recently used ones.
  ///
  /// - Parameters:
  ///   - metadata: the page's metadata.
  ///   - validators: the validators that came with the page; see
  ///     ``LinkMetadataProvider/fetch(_:since:)``.
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

  /// Records that a page hasn't changed, so that its entry is as fresh as if the page had been
  /// fetched at `date`. Adds no entry.
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

  /// Updates the size of a page: its row and the addresses that lead to it, in bytes. Values that
  /// are also in an index count twice. SQLite's overhead isn't included; the file is about a
  /// quarter larger.
  private static func measure(_ page: String, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE page SET size =
          2 * length(url) + length(metadata) + ifnull(length(validators), 0)
          + 2 * (SELECT sum(length(url) + length(pageURL)) FROM address WHERE pageURL = :page)
        WHERE url = :page
        """, arguments: ["page": page])
  }

  /// Deletes the least recently used pages until the remaining ones fit, usually only as many as
  /// one new page replaces. The file keeps the free space for later pages.
  private static func prune(to limit: Int, in db: Database) throws {
    // Reads only the index, which includes the sizes.
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

extension CachedMetadata {
  /// Returns nil if the metadata can't be decoded, for example in a damaged row. The page is then
  /// fetched again.
  init?(_ row: Row, askedFor url: URL) throws {
    let decoder = JSONDecoder()
    let stored = try row.decode(Data.self, forColumn: "metadata")
    guard var metadata = try? decoder.decode(LinkMetadata.self, from: stored) else { return nil }
    metadata.originalURL = url
    let validators = try row.decode(Data?.self, forColumn: "validators")
    self.init(
      metadata: metadata,
      fetchedAt: Date(timeIntervalSince1970: try row.decode(forColumn: "fetchedAt")),
      validators: validators.flatMap { try? decoder.decode(PageValidators.self, from: $0) })
  }
}
