import Foundation
import GRDB
import GRDBSQLite
import NIOConcurrencyHelpers
import Links

extension StoreFile {
  /// Writes in one transaction. Rolls back if the body throws or the task is cancelled.
  ///
  /// Never writes to a file that was deleted or replaced. Uses the file that's at the path now, or
  /// creates one.
  /// - Parameters:
  ///   - refersToRows: whether the body refers to rows that were read before. Another file doesn't
  ///     have those rows, so the write then throws ``StoreError/replaced(path:)``.
  ///   - waits: whether to wait while another program has the file locked.
  func write<Value: Sendable>(
    refersToRows: Bool = false, waits: Bool = true,
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    if let writeError { throw writeError }
    // Gives up after three attempts, in case something keeps replacing the file.
    for _ in 0..<3 {
      let (writer, log) = connections.withLockedValue { ($0.writer, $0.log) }
      guard let writer else { break }
      do {
        return try await writer.writeWithoutTransaction { [path, opener, recorder] db in
          if !waits { opener.waits.withLockedValue { $0 = false } }
          defer { opener.waits.withLockedValue { $0 = true } }
          if db.hasMoved { throw FileHasMoved() }
          if log?.isRemoved(from: path) == true { throw LogIsRemoved() }
          var value: Value?
          try db.inTransaction(.immediate) {
            try recorder?.start(in: db)
            value = try body(db)
            try recorder?.finish(in: db)
            return .commit
          }
          guard let value, !db.hasMoved else { throw StoreError.replaced(path: path) }
          return value
        }
      } catch is FileHasMoved {
        try beginAnew(inPlaceOf: writer)
        if refersToRows { break }
      } catch {
        guard error is LogIsRemoved else { throw meaning(of: error) }
        if let obstacle = renewLog() { throw obstacle }
      }
    }
    throw .replaced(path: path)
  }

  /// Returns the space of deleted rows to the disk.
  func shrink() async throws(StoreError) {
    guard let writer = connections.withLockedValue(\.writer) else { return }
    do {
      try await writer.vacuum()
      // Without this checkpoint, the file shrinks only when the last program closes it. The
      // checkpoint fails while another program reads.
      _ = try? await writer.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    } catch {
      throw meaning(of: error)
    }
  }

  private struct FileHasMoved: Error {}
  private struct LogIsRemoved: Error {}

  /// Returns what happened to the file since the last call: ``StoreError/recreated(path:)``,
  /// ``StoreError/replaced(path:)`` or nil.
  func takeFileEvent() -> StoreError? {
    connections.withLockedValue { connections in
      defer { connections.news = nil }
      return connections.news
    }
  }

  /// Switches to a file that replaced this one. If the file was deleted, its content stays readable
  /// until the next write.
  func switchToReplacement() async throws(StoreError) {
    guard let writer = connections.withLockedValue(\.writer) else { return }
    let hasMoved = try? await writer.writeWithoutTransaction(\.hasMoved)
    if hasMoved == true, FileIdentity(path) != nil { try beginAnew(inPlaceOf: writer) }
    // The error is reported by the next read or write.
    if hasMoved == false { _ = renewLog() }
  }

  /// Moves the content of a log that somebody removed into the file, and begins another log.
  /// - Returns: the reason if that fails: ``StoreError/logRemoved(path:)`` if another program has
  ///   begun a log already.
  func renewLog() -> StoreError? {
    let result = connections.withLockedValue { connections -> Result<Void, any Error> in
      guard let writer = connections.writer, let log = connections.log, log.isRemoved(from: path)
      else { return .success(()) }
      return Result {
        guard log.isLatest(at: path) else { throw StoreError.logRemoved(path: path) }
        try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        connections.writer = try opener.openForWriting()
        connections.reader = nil
        connections.log = StoreLog(of: path)
        connections.generation += 1
      }
    }
    switch result {
    case .success: return nil
    case .failure(let error): return meaning(of: error)
    }
  }

  private func beginAnew(inPlaceOf old: DatabaseQueue) throws(StoreError) {
    let result = connections.withLockedValue { connections -> Result<Void, any Error> in
      // Another write may have switched already.
      guard connections.writer === old else { return .success(()) }
      return Result {
        // Checkpoints the old file, so that a file that was only moved gets the content of its log.
        let lastID = try? old.writeWithoutTransaction { db -> Int64 in
          _ = try? db.checkpoint(.passive)
          return try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'link'")
            ?? 0
        }
        let isDeleted = try !StorePath.holdsFile(path)
        if isDeleted { try Self.makeFolder(of: path) }
        let writer = try opener.openForWriting(oldLog: connections.log?.log)
        if isDeleted, let lastID, lastID > 0 {
          // Continues the old ids, so that undoing an earlier change can't affect a different link.
          try writer.write { db in
            try db.execute(
              sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('link', ?)",
              arguments: [lastID])
          }
        }
        connections.writer = writer
        connections.reader = nil
        connections.log = StoreLog(of: path)
        connections.generation += 1
        connections.news = isDeleted ? .recreated(path: path) : .replaced(path: path)
      }
    }
    do {
      try result.get()
    } catch let error as POSIXError {
      throw .readOnly(path: path, reason: StorePath.reason(error.code.rawValue))
    } catch {
      throw meaning(of: error)
    }
  }
}

extension Database {
  /// Whether the path no longer leads to the open file
  /// (https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved).
  fileprivate var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }
}
