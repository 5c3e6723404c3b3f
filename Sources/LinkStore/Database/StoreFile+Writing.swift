import Foundation
import GRDB
import GRDBSQLite
import NIOConcurrencyHelpers

extension StoreFile {
  /// Writes in one transaction. A body that throws, and a cancelled task, leave nothing behind.
  ///
  /// Nothing is written into a file that was deleted, or that another one took the place of: the
  /// file at the path is taken then, or made.
  /// - Parameters:
  ///   - refersToRows: whether the body is about rows that were read before. They are not those of
  ///     another file, so it ends with ``StoreError/replaced(path:)`` then.
  ///   - waits: whether it waits when another program holds the file.
  func write<Value: Sendable>(
    refersToRows: Bool = false, waits: Bool = true,
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    if let writeObstacle { throw writeObstacle }
    // Whoever replaces the file again and again is told of.
    for _ in 0..<3 {
      guard let writer = connections.withLockedValue(\.writer) else { break }
      do {
        return try await writer.writeWithoutTransaction { [path, opener] db in
          if !waits { opener.waits.withLockedValue { $0 = false } }
          defer { opener.waits.withLockedValue { $0 = true } }
          if db.hasMoved { throw FileHasMoved() }
          var value: Value?
          try db.inTransaction(.immediate) {
            value = try body(db)
            return .commit
          }
          guard let value, !db.hasMoved else { throw StoreError.replaced(path: path) }
          return value
        }
      } catch is FileHasMoved {
        try beginAnew(inPlaceOf: writer)
        if refersToRows { break }
      } catch {
        throw meaning(of: error)
      }
    }
    throw .replaced(path: path)
  }

  private struct FileHasMoved: Error {}

  /// What became of the file since it was asked last: ``StoreError/begunAnew(path:)``,
  /// ``StoreError/replaced(path:)`` or nothing.
  func takeNews() -> StoreError? {
    connections.withLockedValue { connections in
      defer { connections.news = nil }
      return connections.news
    }
  }

  /// Turns to another file that took the place of this one. After a deletion, what was in the file
  /// stays readable until something is written.
  func followReplacement() async throws(StoreError) {
    guard let writer = connections.withLockedValue(\.writer) else { return }
    let hasMoved = try? await writer.writeWithoutTransaction(\.hasMoved)
    if hasMoved == true, FileIdentity(path) != nil { try beginAnew(inPlaceOf: writer) }
  }

  private func beginAnew(inPlaceOf old: DatabaseQueue) throws(StoreError) {
    let result = connections.withLockedValue { connections -> Result<Void, any Error> in
      // Another write may have been faster.
      guard connections.writer === old else { return .success(()) }
      return Result {
        // A file that was only moved away gets what its log holds.
        let lastID = try? old.writeWithoutTransaction { db in
          _ = try? db.checkpoint(.passive)
          return try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'link'")
        }
        let isDeleted = try !StorePath.holdsFile(path)
        if isDeleted { try Self.makeFolder(of: path) }
        let writer = try opener.openForWriting(oldLog: connections.log)
        if isDeleted, let lastID = lastID ?? nil {
          // An id is never used again, so a change that is still to be taken back finds no other link.
          try writer.write { db in
            try db.execute(
              sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('link', ?)",
              arguments: [lastID])
          }
        }
        connections.writer = writer
        connections.reader = nil
        connections.log = FileIdentity("\(path)-wal")
        connections.generation += 1
        connections.news = isDeleted ? .begunAnew(path: path) : .replaced(path: path)
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
  /// Whether the path of the file no longer leads to the file that is open
  /// (https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved).
  fileprivate var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }
}
