public import Foundation
import GRDB
public import Links

extension MetadataCache {
  /// The number, size and age of the cached pages.
  public struct Summary: Hashable, Sendable {
    /// The number of cached pages.
    public var pageCount = 0
    /// The size of all pages in bytes, which the cache's limit applies to. The file is about a
    /// quarter larger.
    public var size = 0
    /// When the oldest page was fetched; nil if there's none.
    public var oldest: Date?
    /// When the newest page was fetched; nil if there's none.
    public var newest: Date?
  }

  /// Pages to remove from the cache.
  public enum Removal: Hashable, Sendable {
    /// All pages.
    case all
    /// Pages that were fetched before a date.
    case fetchedBefore(Date)
    /// The least recently used pages, until the remaining ones have at most this size in bytes.
    case downTo(size: Int)
  }

  /// Returns a summary of the cache, or nil if the cache can't be read.
  public func summary() async throws(StoreError) -> Summary? {
    try await read { try Self.summary(of: "1", [], in: $0) }
  }

  /// Removes pages, and returns their space to the disk.
  /// - Parameter isDryRun: whether to only return what would be removed.
  /// - Returns: a summary of the removed pages.
  public func remove(
    _ removal: Removal, isDryRun: Bool = false
  ) async throws(StoreError) -> Summary {
    guard let file else { throw problem ?? .stopped }
    let body: @Sendable (Database) throws -> Summary = { db in
      let (condition, arguments) = try Self.condition(of: removal, in: db)
      let removed = try Self.summary(of: condition, arguments, in: db)
      if isDryRun { return removed }
      try db.execute(sql: "DELETE FROM page WHERE \(condition)", arguments: arguments)
      try db.execute(sql: "DELETE FROM address WHERE pageURL NOT IN (SELECT url FROM page)")
      if removal == .all { try db.execute(sql: "DELETE FROM failure") }
      return removed
    }
    if isDryRun { return try await file.read(body) ?? Summary() }
    let removed = try await file.write(body)
    try await file.shrink()
    return removed
  }

  private static func summary(
    of condition: String, _ arguments: StatementArguments, in db: Database
  ) throws -> Summary {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*) AS pages, ifnull(sum(size), 0) AS size, min(fetchedAt) AS oldest,
          max(fetchedAt) AS newest
        FROM page WHERE \(condition)
        """, arguments: arguments)
    guard let row else { return Summary() }
    func date(_ column: String) throws -> Date? {
      try row.decode(Double?.self, forColumn: column).map { Date(timeIntervalSince1970: $0) }
    }
    return Summary(
      pageCount: try row.decode(forColumn: "pages"), size: try row.decode(forColumn: "size"),
      oldest: try date("oldest"), newest: try date("newest"))
  }

  private static func condition(
    of removal: Removal, in db: Database
  ) throws -> (String, StatementArguments) {
    switch removal {
    case .all: return ("1", [])
    case .fetchedBefore(let date): return ("fetchedAt < ?", [date.timeIntervalSince1970])
    case .downTo(let size):
      // The size of a page and of all pages used later. Pages used in the same hour are ordered by
      // row.
      return (
        """
        rowid IN (
          SELECT id FROM (
            SELECT rowid AS id, sum(size) OVER (ORDER BY lastUsedAt DESC, rowid DESC) AS total
            FROM page)
          WHERE total > ?)
        """, [size]
      )
    }
  }
}
