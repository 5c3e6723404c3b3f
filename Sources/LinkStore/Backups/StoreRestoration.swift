package import Foundation
import GRDB
package import Links
import Markup

/// Puts a copy of the saved links in the place of the present ones, which are kept.
///
///     let restoration = try await StoreRestoration(of: backup.file, at: location)
///     print(restoration.contents.links)
///     let former = try await restoration.run()
package struct StoreRestoration: Sendable {
  /// What a store has.
  package struct Contents: Hashable, Sendable {
    /// The number of saved links, without the trash.
    package var links = 0
    /// The number of links in the trash.
    package var trash = 0
    /// The number of kept texts.
    package var texts = 0
    /// The number of the user's own wheels.
    package var wheels = 0
    /// The number of cards in the history.
    package var visits = 0
  }

  private let copy: StoreOpener
  private let present: StoreOpener
  /// What the copy has.
  package let contents: Contents

  /// Checks a copy.
  /// - Throws: ``StoreError`` if it's damaged, isn't one of our stores, or is of a newer version.
  package init(of copy: URL, at location: StoreLocation) async throws(StoreError) {
    let path = copy.absoluteURL.path(percentEncoded: false)
    self.copy = Self.opener(path, holds: .backup)
    // The folder of a symbolic link isn't that of the log.
    let present = location.dataFile.path(percentEncoded: false)
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: present)) != nil
    self.present = Self.opener(
      isLink ? location.dataFile.resolvingSymlinksInPath().path(percentEncoded: false) : present,
      holds: .savedLinks)
    guard try StorePath.holdsFile(path) else {
      throw .unreadable(path: path, reason: FileFailure.missing)
    }
    contents = try await Self.read(self.copy) { db in
      let damage = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      // An empty file is sound, and has nothing.
      guard damage == "ok", try StoreOpener.isMarked(db) else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage)
      }
      return try Contents(db)
    }
  }

  /// What's there now and would be replaced; nil if there's nothing, or if it can't be read.
  package func replaced() async -> Contents? {
    guard access(present.path, F_OK) == 0 else { return nil }
    return try? await Self.read(present) { try Contents($0) }
  }

  /// Puts the copy in the place of the present file, while no other program writes to that. Programs
  /// that have it open go on with the restored one. A program that's killed leaves one or the other.
  /// - Returns: the path at which the present file is kept; nil if there was none.
  package func run() async throws(StoreError) -> String? {
    let path = present.path
    if try StorePath.holdsFile(path), let obstacle = StorePath.writeError(of: path) {
      throw obstacle
    }
    do {
      try StoreFile.makeFolder(of: path)
      let new = try await StoreCopy.write(copy.openForReading(), beside: path)
      do {
        return try replace(with: new)
      } catch {
        StoreCopy.remove(new)
        throw error
      }
    } catch {
      throw StoreCopy.meaning(of: error, source: copy, path: path)
    }
  }

  /// Gives a new file the path, while no other program opens one there.
  private func replace(with new: String) throws -> String? {
    let path = present.path
    // Comes before the lock of the file, as wherever it's opened.
    let folder = present.lockFolder()
    defer { close(folder) }
    guard try StorePath.holdsFile(path) else {
      try put(new, at: path)
      return nil
    }
    let lock = try StoreLock(path)
    var isReplaced = false
    defer { lock.release(isReplaced: isReplaced) }
    let former = try lock.keep()
    do {
      try put(new, at: path)
    } catch {
      lock.forget(former)
      throw error
    }
    isReplaced = true
    return former
  }

  private func put(_ new: String, at path: String) throws {
    // SQLite would take them for those of the new file.
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    try StoreCopy.move(new, to: path, replaces: true)
  }

  private static func opener(_ path: String, holds content: StoreError.Content) -> StoreOpener {
    StoreOpener(path: path, content: content, schema: .savedLinks)
  }

  private static func read<Value: Sendable>(
    _ file: StoreOpener, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await file.openForReading().read(body)
    } catch {
      throw StoreError(error, path: file.path, holds: file.content)
    }
  }
}

extension StoreRestoration.Contents {
  fileprivate init(_ db: Database) throws {
    func count(_ table: String) throws -> Int {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
    links = try SavedLinkStore.count(db)
    trash = try count("link") - links
    texts = try count("article")
    wheels = try count("wheel WHERE builtIn IS NULL")
    visits = try count("visit")
  }
}
