public import Foundation
import GRDB
import LinkPreview

/// Metadata that was fetched before, found by the address asked for and by the final one.
///
///     let cache = try MetadataCache(location: location)
///     if let entry = try await cache.entry(for: url) {
///       show(entry.metadata)  // and fetch behind, unless entry.isFresh(at: .now)
///     } else if let failure = try await cache.failure(for: url, at: .now) {
///       show(failure)
///     }
///
/// What is in it can be fetched again: the file may be deleted at any time, and after a power cut
/// the latest may be missing. Where nothing can be written, it finds what is there and forgets what
/// it is given.
public struct MetadataCache: Sendable {
  let file: StoreFile
  /// Bytes that the entries may take together; see ``MetadataCache/store(_:validators:at:)``.
  let sizeLimit: Int

  /// Opens the file, or makes it.
  /// - Throws: when a file is there that is no cache of ours; it is then left untouched.
  public init(location: StoreLocation) throws(StoreError) {
    try self.init(location: location, sizeLimit: 200_000_000)
  }

  init(location: StoreLocation, sizeLimit: Int) throws(StoreError) {
    file = try StoreFile(at: location.cacheFile, holds: .cache, migrator: Self.migrator)
    self.sizeLimit = sizeLimit
  }

  /// What is known of the page behind an address; nil when it was never fetched, or pruned.
  ///
  /// The entry's `originalURL` is the address asked for here, whichever led to the page before.
  /// - Parameters:
  ///   - url: the address as it was asked for.
  ///   - date: the present. The entry counts as used then, to the hour, and is pruned the
  ///     later for it.
  public func entry(for url: URL, at date: Date = Date()) async throws(StoreError) -> Entry? {
    // Columns by name: an older file that lacks one is told by the error.
    let found = try await file.read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT metadata, validators, fetchedAt, lastUsedAt
          FROM address JOIN page ON page.url = address.pageURL
          WHERE address.url = ?
          """, arguments: [url.absoluteString]
      ).flatMap { row -> (Entry, lastUsedAt: Double)? in
        guard let entry = try Entry(row, askedFor: url) else { return nil }
        return (entry, try row.decode(forColumn: "lastUsedAt"))
      }
    }
    guard let (entry, lastUsedAt) = found ?? nil else { return nil }
    // A write for each look would be one for each spin. One that fails costs nothing but its place
    // in the order of pruning.
    if date.timeIntervalSince1970 - lastUsedAt >= Self.useInterval {
      try? await markUsed(entry.metadata.url, at: date)
    }
    return entry
  }

  /// Seconds.
  private static let useInterval = 3600.0

  private func markUsed(_ page: URL, at date: Date) async throws(StoreError) {
    guard file.writeObstacle == nil else { return }
    try await file.write { db in
      try db.execute(
        sql: "UPDATE page SET lastUsedAt = ? WHERE url = ?",
        arguments: [date.timeIntervalSince1970, page.absoluteString])
    }
  }
}
