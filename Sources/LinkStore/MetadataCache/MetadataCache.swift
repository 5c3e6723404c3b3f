public import Foundation
import GRDB
import LinkPreview
import NIOConcurrencyHelpers
public import Links

/// A cache of fetched metadata, found by the requested or the final address.
///
///     let cache = MetadataCache(location: location)
///     if let entry = try await cache.entry(for: url) {
///       show(entry.metadata)  // and refresh in the background unless entry.isFresh(at: .now)
///     } else if let failure = try await cache.failure(for: url, at: .now) {
///       show(failure)
///     }
///
/// Everything in it can be fetched again. The file can be deleted at any time, and a power cut may
/// lose the latest entries. If the file can't be written, the cache returns what's there and
/// ignores new entries. If the cache fails, it throws once and is empty from then on.
public struct MetadataCache: Sendable {
  /// Nil if there's no cache; ``problem`` says why.
  let file: StoreFile?
  /// A problem of the cache to show to the user; nil if there's none. Nothing waits until it's
  /// fixed.
  public let problem: StoreError?
  private let hasFailed = NIOLockedValueBox(false)
  /// The maximum size of all entries together, in bytes; see
  /// ``MetadataCache/store(_:validators:at:)``.
  let sizeLimit: Int

  /// Opens or creates the file. If there's a file that isn't one of our caches, renames it so that
  /// it ends in `.broken`, replacing an earlier one, and creates a new file; see ``problem``.
  /// - Parameter sizeLimit: the maximum size of all entries together, in bytes.
  public init(location: StoreLocation, sizeLimit: Int = 200_000_000) {
    self.sizeLimit = sizeLimit
    let path = location.cacheFile.path(percentEncoded: false)
    func open() throws(StoreError) -> StoreFile {
      try StoreFile(at: location.cacheFile, holds: .cache, migrator: Self.migrator)
    }
    do throws(StoreError) {
      let file = try open()
      self.file = file
      problem = file.writeError.map { .cacheUnavailable($0) }
    } catch {
      let file = error.isOfContent && BrokenFile.setAside(path) ? try? open() : nil
      self.file = file
      problem =
        file == nil
        ? .cacheUnavailable(error) : .setAside(path: path, newPath: BrokenFile.path(for: path))
    }
  }

  /// Reads from the cache. Returns nil if there's no cache, or if it has failed.
  func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value? {
    guard let file, !hasFailed.withLockedValue(\.self) else { return nil }
    do {
      return try await file.read(body)
    } catch {
      try giveUp(error)
      return nil
    }
  }

  /// Reads an optional value. See ``read(_:)``.
  func read<Value: Sendable>(
    optional body: @Sendable @escaping (Database) throws -> Value?
  ) async throws(StoreError) -> Value? {
    guard case .some(.some(let value)) = try await read(body) else { return nil }
    return value
  }

  /// Writes to the cache. Does nothing if there's no cache, or if it has failed.
  func write(_ body: @Sendable @escaping (Database) throws -> Void) async throws(StoreError) {
    guard let file, file.writeError == nil, !hasFailed.withLockedValue(\.self) else { return }
    do {
      try await file.write(body)
    } catch {
      try giveUp(error)
    }
  }

  /// Disables the cache, and throws the first failure.
  private func giveUp(_ error: StoreError) throws(StoreError) {
    switch error {
    // The next attempt may well succeed.
    case .stopped, .busy: return
    case .recreated, .replaced, .unreadable, .corrupt, .foreign, .newer, .readOnly, .full,
      .logRemoved, .setAside, .cacheUnavailable, .undone, .failed:
      break
    }
    let isFirst = hasFailed.withLockedValue { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    guard isFirst, let file else { return }
    // Renames the damaged file, so that the next start has a cache that works.
    if case .corrupt = error { BrokenFile.setAside(file.path) }
    throw .cacheUnavailable(error)
  }

  /// Returns the cached entry for the page at an address, or nil if the page was never fetched or
  /// has been pruned.
  ///
  /// The entry's `originalURL` is `url`, whichever address led to the page before.
  /// - Parameters:
  ///   - url: the address as it was requested.
  ///   - date: the current time. Counts as a use of the entry, to the hour, so that it's pruned
  ///     later.
  public func entry(for url: URL, at date: Date = Date()) async throws(StoreError)
    -> CachedMetadata?
  {
    let found = try await read(optional: { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT metadata, validators, fetchedAt, lastUsedAt
          FROM address JOIN page ON page.url = address.pageURL
          WHERE address.url = ?
          """, arguments: [url.absoluteString]
      ).flatMap { row -> (CachedMetadata, lastUsedAt: Double)? in
        guard let entry = try CachedMetadata(row, askedFor: url) else { return nil }
        return (entry, try row.decode(forColumn: "lastUsedAt"))
      }
    })
    guard let (entry, lastUsedAt) = found else { return nil }
    // Writing on each lookup would mean a write per spin. If the write fails, only the order of
    // pruning suffers.
    if date.timeIntervalSince1970 - lastUsedAt >= Self.useInterval {
      try? await markUsed(entry.metadata.url, at: date)
    }
    return entry
  }

  /// Returns the addresses whose pages are in the cache.
  public func addresses() async throws(StoreError) -> Set<String> {
    try await read { try String.fetchSet($0, sql: "SELECT url FROM address") } ?? []
  }

  /// The interval in seconds after which another use is recorded.
  private static let useInterval = 3600.0

  private func markUsed(_ page: URL, at date: Date) async throws(StoreError) {
    guard let file, file.writeError == nil else { return }
    try await file.write { db in
      try db.execute(
        sql: "UPDATE page SET lastUsedAt = ? WHERE url = ?",
        arguments: [date.timeIntervalSince1970, page.absoluteString])
    }
  }
}

extension MetadataCache {
  /// The migrations from an empty file to the current schema. A released migration never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(
        sql: """
          -- With row ids: without, SQLite moves all but the beginning of each page's metadata to
          -- blocks of its own, and the file is two to three times as large as what is in it.
          CREATE TABLE page (
            -- The final address, after redirects.
            url TEXT PRIMARY KEY NOT NULL,
            -- LinkMetadata as JSON.
            metadata BLOB NOT NULL,
            -- PageValidators as JSON.
            validators BLOB,
            -- Seconds since 1970.
            fetchedAt REAL NOT NULL,
            -- Seconds since 1970, to the hour.
            lastUsedAt REAL NOT NULL,
            -- Bytes, of the addresses that lead to it, too.
            size INTEGER NOT NULL
          );
          CREATE INDEX pageByUse ON page (lastUsedAt, size);
          -- Addresses that lead to a page; its own among them.
          CREATE TABLE address (
            url TEXT PRIMARY KEY NOT NULL,
            pageURL TEXT NOT NULL
          ) WITHOUT ROWID;
          CREATE INDEX addressByPage ON address (pageURL);
          CREATE TABLE failure (
            -- The address asked for.
            url TEXT PRIMARY KEY NOT NULL,
            -- Why nothing came, as JSON.
            failure BLOB NOT NULL,
            -- Seconds since 1970.
            failedAt REAL NOT NULL
          ) WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
