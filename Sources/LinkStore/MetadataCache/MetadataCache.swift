public import Foundation
import GRDB
import LinkPreview
import NIOConcurrencyHelpers

/// Metadata that was fetched before, found by the address asked for and by the final one.
///
///     let cache = MetadataCache(location: location)
///     if let entry = try await cache.entry(for: url) {
///       show(entry.metadata)  // and fetch behind, unless entry.isFresh(at: .now)
///     } else if let failure = try await cache.failure(for: url, at: .now) {
///       show(failure)
///     }
///
/// What is in it can be fetched again: the file may be deleted at any time, and after a power cut
/// the latest may be missing. Where nothing can be written, it finds what is there and forgets what
/// it is given. A cache that fails is done without: it throws once, and is empty from then on.
public struct MetadataCache: Sendable {
  /// Nil when there is none, for the reason that ``problem`` tells.
  let file: StoreFile?
  /// What is wrong with the cache, for a person to know; nil when all is well. Nothing waits for it
  /// to be mended.
  public let problem: StoreError?
  private let hasFailed = NIOLockedValueBox(false)
  /// Bytes that the entries may take together; see ``MetadataCache/store(_:validators:at:)``.
  let sizeLimit: Int

  /// Opens the file, or makes it. What is there and is no cache of ours gets the ending `.broken`, in
  /// place of what had it before, and a new file is made; see ``problem``.
  public init(location: StoreLocation) {
    self.init(location: location, sizeLimit: 200_000_000)
  }

  init(location: StoreLocation, sizeLimit: Int) {
    self.sizeLimit = sizeLimit
    let path = location.cacheFile.path(percentEncoded: false)
    func open() throws(StoreError) -> StoreFile {
      try StoreFile(at: location.cacheFile, holds: .cache, migrator: Self.migrator)
    }
    do throws(StoreError) {
      let file = try open()
      self.file = file
      problem = file.writeObstacle.map { .withoutCache($0) }
    } catch {
      let file = error.isOfContent && BrokenFile.setAside(path) ? try? open() : nil
      self.file = file
      problem =
        file == nil
        ? .withoutCache(error) : .setAside(path: path, newPath: BrokenFile.path(for: path))
    }
  }

  /// What a body reads; nil when there is no cache, or none any more.
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

  /// Writes, unless there is no cache, or none any more.
  func write(_ body: @Sendable @escaping (Database) throws -> Void) async throws(StoreError) {
    guard let file, file.writeObstacle == nil, !hasFailed.withLockedValue(\.self) else { return }
    do {
      try await file.write(body)
    } catch {
      try giveUp(error)
    }
  }

  /// Tells of the first failure, after which there is no cache.
  private func giveUp(_ error: StoreError) throws(StoreError) {
    switch error {
    // The next try may well succeed.
    case .stopped, .busy: return
    default: break
    }
    let isFirst = hasFailed.withLockedValue { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    guard isFirst, let file else { return }
    // The next start is to find a cache that works.
    if case .corrupt = error { BrokenFile.setAside(file.path) }
    throw .withoutCache(error)
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
    let found = try await read { db in
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
    guard let file, file.writeObstacle == nil else { return }
    try await file.write { db in
      try db.execute(
        sql: "UPDATE page SET lastUsedAt = ? WHERE url = ?",
        arguments: [date.timeIntervalSince1970, page.absoluteString])
    }
  }
}
