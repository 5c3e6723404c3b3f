package import Foundation
import GRDB
package import Links
import TaskLimits

/// Makes the file of the saved links anew, beside the present one, with what can be read of it. The
/// present file may be damaged in any way.
///
/// The present file stays as it is, and other programs can't write to it, until ``finish()`` puts the
/// new one in its place.
///
///     let rebuild = try await StoreRebuild(of: location)
///     // … reads the links from the logs of all devices …
///     let unsent = try await rebuild.addUnsent(at: .now)
///     let outcome = try await rebuild.finish()
package struct StoreRebuild: Sendable {
  /// The new file.
  package let store: SavedLinkStore
  private let path: String
  private let folder: URL
  private static let copyName = "former.sqlite"
  /// Keeps other programs from writing to the present file; nil if there's none.
  private let lock: StoreLock?

  /// - Throws: ``StoreError`` if there's a file that belongs to another program or to a newer version
  ///   of this one, or if the new file can't be written.
  package init(of location: StoreLocation) async throws(StoreError) {
    path = location.dataFile.path(percentEncoded: false)
    folder = location.dataFile.deletingLastPathComponent().appending(
      path: "rebuild", directoryHint: .isDirectory)
    let isThere = try StorePath.holdsFile(path)
    if isThere, let obstacle = StorePath.writeError(of: path) { throw obstacle }
    // Of a program that was killed.
    try? FileManager.default.removeItem(at: folder)
    lock = isThere ? try StoreLock(path) : nil
    do throws(StoreError) {
      let new = StoreLocation(
        dataFile: folder.appending(path: "saved.sqlite"), cacheFile: location.cacheFile)
      store = try SavedLinkStore(location: new)
      if isThere {
        do {
          try lock?.copy(to: folder.appending(path: Self.copyName).path(percentEncoded: false))
        } catch {
          throw StoreError(error, path: path, holds: .savedLinks)
        }
        try await salvage { try $0.copyBesideLinks() }
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      lock?.release(isReplaced: false)
      throw error
    }
  }

  /// Runs a body in a transaction of the new file. Returns nil if there's no former file, or nothing
  /// of it can be read.
  private func salvage<Value: Sendable>(
    _ body: @Sendable @escaping (StoreSalvage) throws -> Value
  ) async throws(StoreError) -> Value? {
    let copy = folder.appending(path: Self.copyName).path(percentEncoded: false)
    guard access(copy, F_OK) == 0 else { return nil }
    return try await store.file.write { [path] target in
      guard let damaged = DamagedFile.open(copy) else { return nil }
      defer { try? damaged.close() }
      return try damaged.writeWithoutTransaction { source in
        try Self.check(source, against: target, path)
        return try body(StoreSalvage(from: source, to: target))
      }
    }
  }

  /// Adds what no log has yet. Call it after all logs have been read.
  /// - Returns: the number of changes that are queued for the other devices.
  package func addUnsent(at date: Date) async throws(StoreError) -> Int {
    try await salvage { try $0.addUnsent(at: date) } ?? 0
  }

  /// Throws if the file is sound enough to tell that it isn't ours.
  private static func check(_ db: Database, against new: Database, _ path: String) throws {
    let tables = DamagedFile.tables(in: db)
    let isMarked = (try? StoreOpener.isMarked(db)) ?? false
    if !tables.isEmpty, !isMarked,
      tables.isDisjoint(with: ["link", "syncLink", "wheel", "article"])
    {
      throw StoreError.foreign(path: path)
    }
    // A name that's damaged isn't that of a later migration. GRDB would trap on a damaged schema.
    var applied: Set<String> = []
    let names = ["identifier"]
    let rows = DamagedRows(of: "grdb_migrations", columns: names, present: Set(names), in: db)
    try rows.forEach { row in
      if let name = String.fromDatabaseValue(row["identifier"]) { applied.insert(name) }
    }
    let schema = SavedLinkStore.schema
    let known = Set(schema.migrator.migrations)
    // With our list and our tables, it's the number that's damaged.
    let isOurs = applied == known && tables.isSubset(of: DamagedFile.tables(in: new))
    if known.isStrictSubset(of: applied)
      || isMarked && !isOurs && schema.isOlder(thanDamaged: db)
    {
      throw StoreError.newer(path: path)
    }
  }

  /// What the new file has.
  package struct Outcome: Sendable {
    /// The number of links outside the trash.
    package var links: Int
    /// The number of kept texts.
    package var texts: Int
    /// The path at which the former file is kept; nil if there was none.
    package var former: String?
  }

  /// Puts the new file in the place of the present one.
  package func finish() async throws(StoreError) -> Outcome {
    var outcome = try await store.file.write { db in
      try StoreSalvage.giveTextsBack(in: db)
      return Outcome(
        links: try SavedLinkStore.count(db),
        texts: try Int.fetchOne(db, sql: "SELECT count(*) FROM article") ?? 0)
    }
    do {
      try store.file.close()
      outcome.former = try replace()
      try? FileManager.default.removeItem(at: folder)
      lock?.release(isReplaced: true)
      return outcome
    } catch {
      throw StoreError(error, path: path, holds: .savedLinks)
    }
  }

  /// Removes the new file. The present one stays.
  package func abandon() {
    try? store.file.close()
    try? FileManager.default.removeItem(at: folder)
    lock?.release(isReplaced: false)
  }

  /// Puts the new file in the place of the present one, while no other program opens either.
  /// - Returns: the path at which the present file is kept; nil if there's none.
  private func replace() throws -> String? {
    let parent = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    flock(parent, LOCK_EX)
    defer { close(parent) }
    let former = try lock?.keep(path)
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    guard rename(store.file.path, path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return former
  }
}

extension StoreFile {
  /// Moves the content of the log to the file, and closes the connections.
  func close() throws {
    try connections.withLock { connections in
      try connections.reader?.close()
      connections.reader = nil
      // Closing ignores errors, such as a full disk, and leaves the log.
      _ = try connections.writer?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try connections.writer?.close()
      connections.writer = nil
    }
    var status = stat()
    if stat("\(path)-wal", &status) == 0, status.st_size > 0 { throw StoreError.full(path: path) }
  }
}
