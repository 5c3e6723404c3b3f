import Foundation
import GRDB
import NIOConcurrencyHelpers

/// Opens a SQLite file of the store, and brings it up to date.
struct StoreOpener: Sendable {
  let path: String
  let content: StoreError.Content
  let migrator: DatabaseMigrator
  /// Whether a writer that finds the file held waits.
  let waits = NIOLockedValueBox(true)

  /// Marks a file as one of ours: "Rayl", in SQLite's header field for it.
  private static let applicationID: Int32 = 0x5261_796C

  /// A connection that reads and writes.
  /// - Parameter oldLog: a write-ahead log that is not this file's, though it has its name.
  func openForWriting(oldLog: FileIdentity? = nil) throws -> DatabaseQueue {
    let folder = (path as NSString).deletingLastPathComponent
    // Programs that start at once on a new file would each try to make its tables.
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    flock(lock, LOCK_EX)
    defer { close(lock) }
    // SQLite would take a log that was left behind for the new file's own.
    if access(path, F_OK) != 0 || (oldLog != nil && oldLog == FileIdentity("\(path)-wal")) {
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
    try makeFile()
    var configuration = Configuration()
    // SQLite's own waiting looks ever more rarely, and would miss the gaps between the pieces of a long
    // change by another program.
    configuration.busyMode = .callback { [waits] tries in
      guard waits.withLockedValue(\.self) else { return false }
      usleep(5000)
      return tries < 2000
    }
    configuration.prepareDatabase { try $0.execute(sql: Self.temporaryTables) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isCurrent = try queue.writeWithoutTransaction { db in
      // Before anything that writes, such as the change to write-ahead logging.
      try check(db)
      // A file of ours that was copied here may be open to all; somebody else's is theirs to close.
      for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // "Successfully saved!" is to hold after a power cut too. A cache may lose its latest then,
      // which spares it a wait for the disk on each write.
      let synchronous = content == .cache ? "NORMAL" : "FULL"
      try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
      if try Self.owner(of: db) != Self.applicationID {
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
      }
      return try migrator.hasCompletedMigrations(db)
    }
    if !isCurrent { try migrator.migrate(queue) }
    return queue
  }

  /// A connection that reads beside the one that writes, so that neither waits for the other.
  func openBesideWriter() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: Self.temporaryTables) }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// A connection that reads where nothing can be written, be it that the disk is full.
  func openForReading() throws -> DatabaseQueue {
    var queue: DatabaseQueue
    do {
      queue = try openBesideWriter()
      try queue.read(check)
    } catch let error as DatabaseError where Self.isOfDisk(error) {
      queue = try openWithoutIndex()
      try queue.read(check)
    }
    if try queue.read(migrator.hasCompletedMigrations) { return queue }
    // What an older version wrote is brought up to date in memory.
    let copy = try DatabaseQueue()
    try queue.backup(to: copy)
    try migrator.migrate(copy)
    return copy
  }

  /// Whether an error comes from a place where nothing can be written.
  static func isOfDisk(_ error: DatabaseError) -> Bool {
    let codes: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL]
    return codes.contains(error.resultCode)
  }

  /// Makes the file before SQLite does, which would give it the umask's permissions. Its logs get
  /// the permissions that it has.
  private func makeFile() throws {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Without a place for the index of its write-ahead log, SQLite reads a file when it may keep the
  /// index in memory, which takes an exclusive lock; so locks are left out. Without a log, it has to
  /// be told that the file won't change.
  private func openWithoutIndex() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: Self.temporaryTables) }
    var status = stat()
    let hasLog = stat("\(path)-wal", &status) == 0 && status.st_size > 0
    if hasLog {
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    }
    let address = URL(filePath: path).absoluteString
    return try DatabaseQueue(
      path: address + (hasLog ? "?vfs=unix-none" : "?immutable=1"), configuration: configuration)
  }

  /// A sort of many links would need room on a disk that may be full.
  private static let temporaryTables = "PRAGMA temp_store = MEMORY"

  private func check(_ db: Database) throws {
    let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
    if try !isEmpty && Self.owner(of: db) != Self.applicationID {
      throw StoreError.foreign(path: path)
    }
    if try migrator.hasBeenSuperseded(db) { throw StoreError.newer(path: path) }
  }

  private static func owner(of db: Database) throws -> Int32 {
    try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
  }
}
