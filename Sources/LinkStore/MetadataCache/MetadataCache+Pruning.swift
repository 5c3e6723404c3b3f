public import Foundation
import GRDB
public import Links

extension MetadataCache {
  /// The number, size and age of the cached pages, and the number and size of the images.
  public struct Summary: Hashable, Sendable {
    /// The number of cached pages.
    public var pageCount = 0
    /// The size of all pages in bytes. The cache's limit applies to pages and images together, and
    /// the file is about a quarter larger.
    public var size = 0
    /// The number of cached images.
    public var imageCount = 0
    /// The size of all images in bytes.
    public var imageSize = 0
    /// When the oldest page was fetched; nil if there's none.
    public var oldest: Date?
    /// When the newest page was fetched; nil if there's none.
    public var newest: Date?
  }

  /// Pages and images to remove from the cache.
  public enum Removal: Hashable, Sendable {
    /// All pages and images.
    case all
    /// Pages that were fetched, and images that were last used, before a date.
    case fetchedBefore(Date)
    /// The least recently used pages, until the remaining ones have at most this size in bytes.
    case downTo(size: Int)

    /// The conditions for pages and images. Both have the same argument.
    fileprivate var conditions: (page: String, image: String, StatementArguments) {
      switch self {
      case .all: ("1", "1", [])
      case .fetchedBefore(let date):
        ("fetchedAt < ?", "lastUsedAt < ?", [date.timeIntervalSince1970])
      case .downTo(let size): (MetadataCache.unused(in: "page"), "? IS NULL", [size])
      }
    }
  }

  /// Returns a summary of the cache, or nil if the cache can't be read.
  public func summary() async throws(StoreError) -> Summary? {
    try await read { try Self.summary(of: .all, in: $0) }
  }

  /// Removes pages and images, and returns their space to the disk.
  /// - Parameter isDryRun: whether to only return what would be removed.
  /// - Returns: a summary of what was removed.
  public func remove(
    _ removal: Removal, isDryRun: Bool = false
  ) async throws(StoreError) -> Summary {
    guard let file else { throw problem ?? .stopped }
    let body: @Sendable (Database) throws -> Summary = { db in
      let removed = try Self.summary(of: removal, in: db)
      if isDryRun { return removed }
      let (page, image, arguments) = removal.conditions
      try db.execute(sql: "DELETE FROM page WHERE \(page)", arguments: arguments)
      try db.execute(sql: "DELETE FROM image WHERE \(image)", arguments: arguments)
      try db.execute(sql: "DELETE FROM address WHERE pageURL NOT IN (SELECT url FROM page)")
      if removal == .all { try db.execute(sql: "DELETE FROM failure") }
      return removed
    }
    if isDryRun { return try await file.read(body) ?? Summary() }
    let removed = try await file.write(body)
    try await file.shrink()
    return removed
  }

  private static func summary(of removal: Removal, in db: Database) throws -> Summary {
    let (page, image, arguments) = removal.conditions
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT * FROM
          (SELECT count(*) AS pages, ifnull(sum(size), 0) AS size, min(fetchedAt) AS oldest,
            max(fetchedAt) AS newest FROM page WHERE \(page)),
          (SELECT count(*) AS images, ifnull(sum(size), 0) AS imageSize FROM image WHERE \(image))
        """, arguments: arguments + arguments)
    guard let row else { return Summary() }
    func date(_ column: String) throws -> Date? {
      try row.decode(Double?.self, forColumn: column).map { Date(timeIntervalSince1970: $0) }
    }
    return Summary(
      pageCount: try row.decode(forColumn: "pages"), size: try row.decode(forColumn: "size"),
      imageCount: try row.decode(forColumn: "images"),
      imageSize: try row.decode(forColumn: "imageSize"),
      oldest: try date("oldest"), newest: try date("newest"))
  }

  /// The rows of a table that don't fit into a size beside those used later. Those used in the same
  /// hour are ordered by row.
  static func unused(in table: String) -> String {
    """
    rowid IN (
      SELECT id FROM (
        SELECT rowid AS id, sum(size) OVER (ORDER BY lastUsedAt DESC, rowid DESC) AS total
        FROM \(table))
      WHERE total > ?)
    """
  }
}
