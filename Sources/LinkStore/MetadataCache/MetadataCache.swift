public import Foundation
import GRDB
public import LinkPreview
public import Links
import TaskLimits

/// A cache of fetched metadata, found by the requested or the final address, and of images.
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
  let hasFailed = Locked(false)
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
      try StoreFile(at: location.cacheFile, holds: .cache, schema: Self.schema)
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
    guard let file, !hasFailed.withLock({ $0 }) else { return nil }
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
    guard let file, file.writeError == nil, !hasFailed.withLock({ $0 }) else { return }
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
    let isFirst = hasFailed.withLock { hasFailed in
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
    await markUsed(entry.metadata.url, in: "page", after: lastUsedAt, at: date)
    return entry
  }

  /// Returns the damage in the file, or nil if there's none. Reads the whole file.
  public func damage() async throws(StoreError) -> String? { try await file?.damage() }

  /// Returns the addresses whose pages are in the cache.
  public func addresses() async throws(StoreError) -> Set<String> {
    try await read { try String.fetchSet($0, sql: "SELECT url FROM address") } ?? []
  }

  /// The interval in seconds after which another use is recorded.
  private static let useInterval = 3600.0

  /// Records a use. Writing on each lookup would mean a write per spin. If the write fails, only the
  /// order of pruning suffers.
  func markUsed(_ url: URL, in table: String, after last: Double, at date: Date) async {
    let now = date.timeIntervalSince1970
    guard let file, file.writeError == nil, now - last >= Self.useInterval else { return }
    let sql = "UPDATE \(table) SET lastUsedAt = ? WHERE url = ?"
    try? await file.write { try $0.execute(sql: sql, arguments: [now, url.absoluteString]) }
  }
}

extension MetadataCache {
  /// The current schema. A cache of another version is begun anew.
  static var schema: StoreSchema {
    StoreSchema(version: 2) { db in
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
          CREATE TABLE image (
            url TEXT PRIMARY KEY NOT NULL,
            -- Seconds since 1970, to the hour.
            lastUsedAt REAL NOT NULL,
            -- Bytes.
            size INTEGER NOT NULL,
            -- The file.
            data BLOB NOT NULL
          );
          CREATE INDEX imageByUse ON image (lastUsedAt, size);
          """)
    }
  }
}

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

  /// Deletes the least recently used pages until the remaining ones fit beside the images, usually
  /// only as many as one new page replaces. The file keeps the free space for later pages.
  static func prune(to limit: Int, in db: Database) throws {
    // Reads only the indexes, which include the sizes.
    let sizes = "SELECT ifnull(sum(size), 0)"
    var total =
      try Int.fetchOne(db, sql: "SELECT (\(sizes) FROM page) + (\(sizes) FROM image)") ?? 0
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

extension MetadataCache {
  /// How long a failure is remembered, in seconds: 10 minutes.
  package static let failureLifetime: TimeInterval = 600

  /// Returns the failure of the last fetch of an address, if that was less than 10 minutes ago.
  /// Returns nil if the fetch succeeded, or failed in a way that isn't remembered.
  public func failure(for url: URL, at date: Date) async throws(StoreError) -> Failure? {
    try await read(optional: { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT failure, failedAt FROM failure WHERE url = ? AND failedAt > ? AND failedAt <= ?
          """,
        arguments: [
          url.absoluteString, date.timeIntervalSince1970 - Self.failureLifetime,
          date.timeIntervalSince1970,
        ])
      guard let row, let data = row["failure"] as Data?, let failedAt = row["failedAt"] as Double?,
        let failure = try? JSONDecoder().decode(StoredFailure.self, from: data),
        failure.version == StoredFailure.currentVersion
      else { return nil }
      return Failure(error: failure.error, failedAt: Date(timeIntervalSince1970: failedAt))
    })
  }

  /// A fetch that failed.
  public struct Failure: Hashable, Sendable {
    /// The reason why the fetch failed.
    public var error: LinkMetadataError
    /// When the fetch failed.
    public var failedAt: Date

    /// Creates a failure of a fetch.
    public init(error: LinkMetadataError, failedAt: Date) {
      self.error = error
      self.failedAt = failedAt
    }
  }

  /// Saves the failed fetch of an address, so that nobody waits for a dead link twice.
  ///
  /// Saves these failures: hosts that can't be found, refuse the connection or have no valid
  /// certificate, exceeded time limits, and the statuses 404, 410 and 5xx. Ignores all others, such
  /// as a cancelled fetch, because the next attempt may well succeed.
  public func remember(
    _ failure: LinkMetadataError, for url: URL, at date: Date
  ) async throws(StoreError) {
    guard failure.isWorthRemembering else { return }
    try await write { db in
      let now = date.timeIntervalSince1970
      // Also deletes expired failures. That's cheap, because only a few are current at any time.
      try db.execute(
        sql: "DELETE FROM failure WHERE failedAt <= ? OR failedAt > ?",
        arguments: [now - Self.failureLifetime, now])
      try db.execute(
        sql: "INSERT OR REPLACE INTO failure (url, failure, failedAt) VALUES (?, ?, ?)",
        arguments: [
          url.absoluteString, try JSONEncoder().encode(StoredFailure(error: failure)), now,
        ])
    }
  }

  /// The content of the column: JSON with a version number. A value that can't be decoded is
  /// ignored.
  private struct StoredFailure: Codable {
    static let currentVersion = 1
    var version = currentVersion
    var error: LinkMetadataError
  }
}

extension LinkMetadataError {
  /// Whether another attempt within minutes would very likely fail the same way.
  var isWorthRemembering: Bool {
    switch self {
    case .timedOut: true
    case .failed(.hostNotFound), .failed(.connectionRefused), .failed(.tls): true
    case .failed(.httpStatus(let code)): isOfMissingPage || (500...599).contains(code)
    case .failed, .cancelled, .notAllowed, .unknown: false
    }
  }
}
