import Foundation
import GRDB
import GRDBSQLite
import Links

/// Keeps other programs from writing to a file that's about to be replaced.
///
/// The file may be damaged so that no transaction can be begun. Then no other program that opens it
/// can write to it either.
final class StoreLock: Sendable {
  private let path: String
  private let queue: DatabaseQueue?
  /// The open file. It's read through this and closed last, because closing any descriptor of a file
  /// ends all locks that the process has on it (https://www.sqlite.org/howtocorrupt.html).
  private let descriptor: CInt

  /// - Throws: ``StoreError/busy(path:)`` if another program is writing.
  init(_ path: String) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: StorePath.reason(errno))
    }
    do {
      queue = try Self.locked(path)
    } catch {
      close(descriptor)
      throw StoreError(error, path: path, holds: .savedLinks)
    }
  }

  /// Begins a transaction that ends with the connection. Returns nil if the file isn't a database.
  private static func locked(_ path: String) throws -> DatabaseQueue? {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .callback { tries in
      usleep(5000)
      return tries < 2000
    }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { try begin(in: $0, path) }
      return queue
    } catch let error as DatabaseError where !isOfDamage(error) {
      throw error
    } catch {
      return nil
    }
  }

  /// Begins a transaction while the log is empty, so that the file has everything by itself if the
  /// program is killed before another file has the path.
  private static func begin(in db: Database, _ path: String) throws {
    for _ in 0..<1000 {
      var isDamaged = false
      do {
        _ = try db.checkpoint(.truncate)
      } catch let error as DatabaseError where isOfDamage(error) {
        isDamaged = true
      }
      try db.execute(sql: "BEGIN IMMEDIATE")
      if isDamaged || !hasLog(path) { return }
      // Another program has written in between.
      try db.execute(sql: "ROLLBACK")
    }
    throw DatabaseError(resultCode: .SQLITE_BUSY)
  }

  private static func isOfDamage(_ error: DatabaseError) -> Bool {
    ![.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_NOMEM].contains(error.resultCode)
  }

  private static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat("\(path)-wal", &status) == 0 && status.st_size > 0
  }

  private func copyFile(to copy: String) throws {
    let output = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw StoreCopy.systemError }
    let file = FileHandle(fileDescriptor: output, closeOnDealloc: true)
    var offset: off_t = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, offset)
      guard count >= 0 else { throw StoreCopy.systemError }
      if count == 0 { break }
      try file.write(contentsOf: buffer[..<count])
      offset += off_t(count)
    }
    try file.synchronize()
    try file.close()
  }

  /// Gives the file a second name, so that a new one can take the first at once.
  /// - Returns: the second name.
  func keep() throws -> String {
    for number in 1...10_000 {
      let former = "\(path).former" + (number == 1 ? "" : "-\(number)")
      guard access(former, F_OK) != 0, access("\(former)-wal", F_OK) != 0 else { continue }
      do {
        // The log comes first, so that the name never leads to a file without its log.
        if Self.hasLog(path) {
          try FileManager.default.copyItem(atPath: "\(path)-wal", toPath: "\(former)-wal")
        }
        // Some file systems have no second names.
        if link(path, former) != 0 { try copyFile(to: former) }
        return former
      } catch {
        forget(former)
        throw error
      }
    }
    throw POSIXError(.EEXIST)
  }

  /// Removes the second name, because the file has its first one again.
  func forget(_ former: String) {
    for suffix in ["", "-wal"] { unlink(former + suffix) }
  }

  /// Lets other programs write.
  /// - Parameter isReplaced: whether another file has the path by now. The log at the path is that
  ///   of the other file then, and stays.
  func release(isReplaced: Bool) {
    try? queue?.writeWithoutTransaction { db in
      var keeps: Int32 = isReplaced ? 1 : 0
      sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
      try db.execute(sql: "ROLLBACK")
    }
    try? queue?.close()
    close(descriptor)
  }
}
