import Foundation
import GRDB

/// A SQLite file of the store: opened, migrated, private to its owner.
///
/// Write-ahead logging lets other processes read and write beside this one; a writer that finds the
/// file held waits up to ten seconds. One connection does: a second one for reading would cost a
/// millisecond of every start.
struct StoreFile: Sendable {
  let path: String
  private let content: StoreError.Content
  /// Nil when there is no file and none can be made.
  private let database: DatabaseQueue?
  /// Why nothing can be written; nil when all is well.
  let writeObstacle: StoreError?

  /// Marks a file as one of ours: "Rayl", in SQLite's header field for it.
  private static let applicationID: Int32 = 0x5261_796C

  init(at file: URL, holds content: StoreError.Content, migrator: DatabaseMigrator)
    throws(StoreError)
  {
    path = file.path(percentEncoded: false)
    self.content = content
    let files = FileManager.default
    let exists = files.fileExists(atPath: path)
    if exists, !files.isReadableFile(atPath: path) {
      throw .unreadable(path: path, reason: "permission denied")
    }
    do {
      if !exists { try Self.create(file) }
    } catch {
      writeObstacle = .readOnly(path: path, reason: error.reasonInWords)
      database = nil
      return
    }
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    let isWritable = files.isWritableFile(atPath: path) && files.isWritableFile(atPath: folder)
    writeObstacle = isWritable ? nil : .readOnly(path: path, reason: "permission denied")
    do {
      database =
        try isWritable
        ? Self.openForWriting(path: path, holds: content, migrator: migrator)
        : Self.openForReading(path: path, migrator: migrator)
    } catch {
      throw Self.meaning(of: error, path: path, content: content)
    }
  }

  func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value? {
    guard let database else { return nil }
    do {
      return try await database.read(body)
    } catch let error as DatabaseError where isOutdated(error) {
      return nil
    } catch {
      throw meaning(of: error)
    }
  }

  /// As ``read(_:)``, for the start of the program, before there is anything to block.
  func readNow<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    guard let database else { return nil }
    do {
      return try database.read(body)
    } catch let error as DatabaseError where isOutdated(error) {
      return nil
    } catch {
      throw meaning(of: error)
    }
  }

  /// An older file that can't be brought up to date lacks a table or column: nothing is in it.
  private func isOutdated(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_ERROR && writeObstacle != nil
  }

  func write<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    if let writeObstacle { throw writeObstacle }
    guard let database else { throw .readOnly(path: path, reason: "no database") }
    do {
      return try await database.write(body)
    } catch {
      throw meaning(of: error)
    }
  }

  private static func create(_ file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // Made before SQLite does, which would give it the umask's permissions; its journals inherit.
    let descriptor = open(file.path(percentEncoded: false), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    close(descriptor)
  }

  private static func openForWriting(
    path: String, holds content: StoreError.Content, migrator: DatabaseMigrator
  ) throws -> DatabaseQueue {
    // Programs that start at once on a new file would each try to make its tables.
    let folder = (path as NSString).deletingLastPathComponent
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    flock(lock, LOCK_EX)
    defer { close(lock) }
    var configuration = Configuration()
    // SQLite's own waiting looks ever more rarely, and would miss the gaps between the pieces of a long
    // change by another program.
    configuration.busyMode = .callback { tries in
      usleep(5000)
      return tries < 2000
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isCurrent = try queue.writeWithoutTransaction { db in
      // Before anything that writes, such as the change to write-ahead logging.
      try check(db, path: path, migrator: migrator)
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // "Successfully saved!" is to hold after a power cut too. A cache may lose its latest then,
      // which spares it a wait for the disk on each write.
      let synchronous = content == .cache ? "NORMAL" : "FULL"
      try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
      if try owner(of: db) != applicationID {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
      return try migrator.hasCompletedMigrations(db)
    }
    if !isCurrent { try migrator.migrate(queue) }
    return queue
  }

  /// Without a place for its write-ahead log, SQLite reads a file only when told it won't change.
  private static func openForReading(
    path: String, migrator: DatabaseMigrator
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    func open(_ address: String) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: address, configuration: configuration)
      try queue.read { try check($0, path: path, migrator: migrator) }
      return queue
    }
    do {
      return try open(path)
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    {
      return try open(URL(filePath: path).absoluteString + "?immutable=1")
    }
  }

  private static func check(
    _ db: Database, path: String, migrator: DatabaseMigrator
  ) throws {
    let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
    if try !isEmpty && owner(of: db) != applicationID { throw StoreError.foreign(path: path) }
    if try migrator.hasBeenSuperseded(db) { throw StoreError.newer(path: path) }
  }

  private static func owner(of db: Database) throws -> Int32 {
    try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
  }

  private func meaning(of error: any Error) -> StoreError {
    Self.meaning(of: error, path: path, content: content)
  }

  private static func meaning(
    of error: any Error, path: String, content: StoreError.Content
  ) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else {
      return .failed(path: path, reason: error.reasonInWords)
    }
    return switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: .corrupt(path: path, holds: content)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      .unreadable(path: path, reason: error.message ?? "the system refuses")
    case .SQLITE_READONLY: .readOnly(path: path, reason: "permission denied")
    case .SQLITE_FULL: .full(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
    default:
      .failed(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
    }
  }
}
