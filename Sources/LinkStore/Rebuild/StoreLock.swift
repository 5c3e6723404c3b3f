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
      throw .busy(path: path)
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
    configuration.prepareDatabase { try $0.tolerateDamagedSchema() }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      return queue
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw error
    } catch {
      return nil
    }
  }

  /// Copies the file and its log.
  func copy(to copy: String) throws {
    // The file comes before its log: a page that's moved from the log to the file meanwhile is in
    // both.
    try copyFile(to: copy)
    if access("\(path)-wal", F_OK) == 0 {
      try FileManager.default.copyItem(atPath: "\(path)-wal", toPath: "\(copy)-wal")
    }
    try DamagedFile.mendHeader(copy)
  }

  private func copyFile(to copy: String) throws {
    let output = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw Self.systemError }
    let file = FileHandle(fileDescriptor: output, closeOnDealloc: true)
    var offset: off_t = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, offset)
      guard count >= 0 else { throw Self.systemError }
      if count == 0 { break }
      try file.write(contentsOf: buffer[..<count])
      offset += off_t(count)
    }
    try file.close()
  }

  /// Gives the file a second name, so that a new one can take the first at once.
  /// - Returns: the second name.
  func keep(_ path: String) throws -> String {
    for number in 1...10_000 {
      let former = "\(path).former" + (number == 1 ? "" : "-\(number)")
      guard access(former, F_OK) != 0, access("\(former)-wal", F_OK) != 0 else { continue }
      do {
        // The log comes first, so that the name never leads to a file without its log.
        if access("\(path)-wal", F_OK) == 0 {
          try FileManager.default.copyItem(atPath: "\(path)-wal", toPath: "\(former)-wal")
        }
        // Some file systems have no second names.
        if link(path, former) != 0 { try copyFile(to: former) }
        return former
      } catch {
        for suffix in ["", "-wal"] { unlink(former + suffix) }
        throw error
      }
    }
    throw POSIXError(.EEXIST)
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

  private static var systemError: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
