import Foundation
package import GRDB
import Links
package import TaskLimits

/// Opens a SQLite file of the store, and makes its tables if it's empty.
struct StoreOpener: Sendable {
  let path: String
  let content: StoreError.Content
  let schema: StoreSchema
  /// Whether a writer waits while another program has the file locked.
  let waits = Locked(true)

  /// Marks a file as ours: "Rayl" in the `application_id` field of SQLite's header.
  private static let applicationID: Int32 = 0x5261_796C

  /// Opens a connection that reads and writes.
  /// - Parameter oldLog: a write-ahead log that belongs to another file although it has this file's
  ///   name.
  func openForWriting(oldLog: FileIdentity? = nil) throws -> (DatabaseQueue, StoreLog) {
    let lock = lockFolder()
    defer { close(lock) }
    // Deletes a leftover log, because SQLite would take it for the new file's own.
    if access(path, F_OK) != 0 || (oldLog != nil && oldLog == FileIdentity("\(path)-wal")) {
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
    try makeFile()
    var configuration = Configuration()
    // SQLite's own busy handler retries less and less often, and would miss the gaps between the
    // batches of a long change by another program.
    configuration.busyMode = .callback { [waits] tries in
      guard waits.withLock({ $0 }) else { return false }
      usleep(5000)
      return tries < 2000
    }
    configuration.prepareDatabase { try $0.execute(sql: Self.temporaryTables + Self.pageCache) }
    ConnectionObserver.observe(&configuration)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isCurrent = try queue.writeWithoutTransaction { db in
      // Checks the file before anything writes to it. The switch to write-ahead logging already
      // does.
      try check(db)
      // Restricts our file to its owner, because a copied one may be readable by everyone. Comes
      // after the check, so that another program's file keeps its permissions.
      for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // "Saved." has to hold even after a power cut. A cache may lose its latest
      // entries then, so it doesn't wait for the disk on each write.
      let synchronous = content == .cache ? "NORMAL" : "FULL"
      try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
      // Otherwise macOS leaves the bytes in the drive's own memory. Nothing elsewhere.
      if content != .cache { try db.execute(sql: "PRAGMA fullfsync = ON") }
      if try !Self.isMarked(db) {
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
      }
      return try schema.isCurrent(db)
    }
    if !isCurrent { try schema.make(in: queue) }
    // Before another file can have the path.
    return (queue, StoreLog(of: path))
  }

  /// Locks the folder until the descriptor is closed: because programs that start at the same time with
  /// a new file would each try to create its tables, and while a file gets the place of another one.
  func lockFolder() -> CInt {
    let folder = (path as NSString).deletingLastPathComponent
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    flock(lock, LOCK_EX)
    return lock
  }

  /// Opens a second, read-only connection, so that reads and writes don't wait for each other.
  /// - Parameter waits: whether a read waits while another program repairs the index of the log
  ///   after a crash.
  func openBesideWriter(waits: Bool = true) throws -> DatabaseQueue {
    var configuration = Configuration()
    if waits { configuration.busyMode = .timeout(10) }
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: Self.temporaryTables) }
    ConnectionObserver.observe(&configuration)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Opens a read-only connection that creates nothing, not even a log. Throws if there's no file.
  func openWithoutTrace() throws -> DatabaseQueue {
    try hasLog ? openBesideWriter(waits: false) : openWithoutIndex()
  }

  /// Whether there's a write-ahead log that isn't empty.
  private var hasLog: Bool {
    var status = stat()
    return stat("\(path)-wal", &status) == 0 && status.st_size > 0
  }

  /// Opens a read-only connection where nothing can be written, for example because the disk is
  /// full.
  func openForReading() throws -> DatabaseQueue {
    let queue = try openAsItIs()
    return try queue.read(schema.isCurrent) ? queue : emptyStore()
  }

  /// Returns a store in memory for a run that changes nothing, if opening the file for writing would
  /// make its tables. Returns nil if it has them.
  /// - Parameter isThere: whether there's a file.
  func openForDryRun(isThere: Bool) throws -> DatabaseQueue? {
    try isThere && openAsItIs().read(schema.isCurrent) ? nil : emptyStore()
  }

  private func openAsItIs() throws -> DatabaseQueue {
    var queue: DatabaseQueue
    do {
      queue = try openBesideWriter()
      try queue.read(check)
    } catch let error as DatabaseError where Self.isOfDisk(error) {
      queue = try openWithoutIndex()
      try queue.read(check)
    }
    return queue
  }

  /// Returns a store in memory in place of a file that's empty, or isn't there.
  private func emptyStore() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try schema.make(in: queue)
    return queue
  }

  /// Returns whether an error can mean that nothing can be written to the file's location.
  static func isOfDisk(_ error: DatabaseError) -> Bool {
    // Without its log, the file would have old content.
    if isOfLog(error) { return false }
    let codes: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL]
    return codes.contains(error.resultCode)
  }

  /// Returns whether an error means that the log is shorter than its index says.
  static func isOfLog(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }

  /// Creates the file before SQLite does, because SQLite would use the umask's permissions. SQLite
  /// gives the logs the same permissions as the file.
  private func makeFile() throws {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Opens a file where SQLite can't create the index of the write-ahead log.
  ///
  /// SQLite can keep that index in memory, but only under an exclusive lock, so this connection
  /// uses no locks (`unix-none`). If there's no log, SQLite has to know that the file won't change
  /// (`immutable`).
  private func openWithoutIndex() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: Self.temporaryTables) }
    let hasLog = hasLog
    if hasLog {
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    }
    let address = URL(filePath: path).absoluteString
    return try DatabaseQueue(
      path: address + (hasLog ? "?vfs=unix-none" : "?immutable=1"), configuration: configuration)
  }

  /// Keeps temporary tables in memory, because sorting many links would need space on a disk that
  /// may be full.
  private static let temporaryTables = "PRAGMA temp_store = MEMORY;"

  /// Lets a writer keep up to 8 MB of changed pages in memory. With SQLite's default of 2 MB, a
  /// change of many links writes index pages to the log, reads them back and writes them again.
  private static let pageCache = "PRAGMA cache_size = -8192;"

  private func check(_ db: Database) throws {
    let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
    if try !isEmpty && !Self.isMarked(db) {
      throw StoreError.foreign(path: path)
    }
    let version = try StoreSchema.version(of: db)
    if version > schema.version { throw StoreError.newer(path: path) }
    // No version with another number was released, so the number is damaged.
    if !isEmpty && version < schema.version { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
  }

  /// Whether the file is marked as ours.
  static func isMarked(_ db: Database) throws -> Bool {
    try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID
  }
}

/// The identity of an open file's write-ahead log and of the log's index, to notice when somebody
/// removes them.
///
/// SQLite would go on with the removed files. Other programs would miss their content and fail with
/// a disk error.
struct StoreLog: Hashable, Sendable {
  let log: FileIdentity?
  private let index: FileIdentity?

  /// The log files at a path now.
  init(of path: String) {
    log = FileIdentity("\(path)-wal")
    index = FileIdentity("\(path)-shm")
  }

  /// Whether other files, or none, are in their place.
  func isRemoved(from path: String) -> Bool { self != StoreLog(of: path) }

  /// Whether no other program has begun a log since. Only then can the content of the removed log
  /// be moved to the file.
  func isLatest(at path: String) -> Bool {
    let now = StoreLog(of: path)
    guard [nil, index].contains(now.index) else { return false }
    var status = stat()
    return now.log == log || stat("\(path)-wal", &status) != 0 || status.st_size == 0
  }
}

/// Reports each connection that the stores open. Used by tests that inspect every statement.
package enum ConnectionObserver {
  /// Nil outside of tests.
  package static let current = Locked<(@Sendable (Database) -> Void)?>(nil)

  /// Reports every connection that's opened with a configuration.
  static func observe(_ configuration: inout Configuration) {
    guard let observer = current.withLock({ $0 }) else { return }
    configuration.prepareDatabase { observer($0) }
  }
}

/// The tables of a file of the store, and how they're made.
struct StoreSchema: Sendable {
  /// The number of the schema, which SQLite keeps as `user_version` in the file's header. Each
  /// change of the schema raises it, so that a program knows a file of another version.
  let version: Int32
  /// Makes the tables in an empty file.
  let makeTables: @Sendable (Database) throws -> Void

  /// Returns the number that a file has; 0 for an empty file.
  static func version(of db: Database) throws -> Int32 {
    try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Whether a file has these tables.
  func isCurrent(_ db: Database) throws -> Bool { try Self.version(of: db) == version }

  /// Makes the tables in an empty file, all of them or none.
  func make(in queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try makeTables(db)
        try db.execute(sql: "PRAGMA user_version = \(version)")
        return .commit
      }
    }
  }
}
