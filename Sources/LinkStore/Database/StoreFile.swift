import Foundation
import GRDB
import GRDBSQLite
import Links
import Markup
import TaskLimits

/// An open SQLite file of the store, private to its owner.
///
/// Uses write-ahead logging, so that other processes can read and write at the same time. A writer
/// waits up to ten seconds for a lock. One connection writes and another one reads, so that a long
/// read or a wait for another program blocks nobody. The reader is opened on first use, because
/// opening it would add a millisecond to every start.
struct StoreFile: Sendable {
  let path: String
  /// Why the file can't be written, or nil if it can.
  let writeError: StoreError?
  let opener: StoreOpener
  /// The system's clock, which tells other devices when something was changed.
  let now: @Sendable () -> Date
  let connections: Locked<Connections>

  struct Connections: Sendable {
    /// Nil if the file can't be written.
    var writer: DatabaseQueue?
    /// Nil until first use, or if there's no file and none can be created.
    var reader: DatabaseQueue?
    /// The file's write-ahead log; nil if the file can't be written.
    var log: StoreLog?
    /// The number of times that the connections were replaced.
    var generation = 0
    /// An event of the file that ``StoreFile/takeFileEvent()`` hasn't reported yet.
    var news: StoreError?
  }

  /// Opens or creates the file.
  /// - Parameter isDry: whether the file mustn't be created. Then everything happens in
  ///   memory instead.
  /// - Throws: ``StoreError`` if the file exists but can't be read. The file is left as it is.
  init(
    at file: URL, holds content: StoreError.Content, schema: StoreSchema,
    isDry: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StoreError) {
    path = file.path(percentEncoded: false)
    self.now = now
    opener = StoreOpener(path: path, content: content, schema: schema)
    var connections = Connections()
    var obstacle: StoreError?
    let isThere = try StorePath.holdsFile(path)
    if isDry, let copy = try Self.copyForDryRun(opener, isThere: isThere) {
      connections.writer = copy
      connections.reader = copy
      self.connections = Locked(connections)
      writeError = nil
      return
    }
    if isThere {
      obstacle = StorePath.writeError(of: path)
    } else {
      do {
        try Self.makeFolder(of: path)
      } catch {
        obstacle = .readOnly(path: path, reason: error.systemErrorText)
        self.connections = Locked(connections)
        writeError = obstacle
        return
      }
    }
    do {
      if obstacle == nil {
        do {
          let (writer, log) = try opener.openForWriting()
          (connections.writer, connections.log) = (writer, log)
        } catch let error as POSIXError {
          obstacle = .readOnly(path: path, reason: StorePath.reason(error.code.rawValue))
        } catch let error as DatabaseError where StoreOpener.isOfDisk(error) {
          obstacle = StoreError(error, path: path, holds: content)
        }
      }
      if obstacle != nil, try StorePath.holdsFile(path) {
        connections.reader = try opener.openForReading()
      }
    } catch {
      throw StoreError(error, path: path, holds: content)
    }
    self.connections = Locked(connections)
    writeError = obstacle
  }

  private static func copyForDryRun(
    _ opener: StoreOpener, isThere: Bool
  ) throws(StoreError) -> DatabaseQueue? {
    do {
      return try opener.openForDryRun(isThere: isThere)
    } catch {
      throw StoreError(error, path: opener.path, holds: opener.content)
    }
  }

  static func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Reads from the database. Returns nil if there's nothing to read. Cancelling the task
  /// interrupts the running query.
  func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value? {
    var isAgain = false
    while let reader = reader() {
      do {
        return try await reader.read(body)
      } catch {
        if !isAgain, StoreOpener.isOfLog(error), renewLog() == nil {
          isAgain = true
          continue
        }
        let meaning = meaning(of: error)
        // An interrupt can outlast its query in an FTS5 cursor
        // (https://sqlite.org/forum/forumpost/137c7662b3). A new connection isn't affected.
        guard meaning == .stopped, !Task.isCancelled, !isAgain else { throw meaning }
        isAgain = true
        drop(reader)
      }
    }
    return nil
  }

  /// Reads synchronously, for use at startup before there's anything to block. See ``read(_:)``.
  func readSynchronously<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    let (writer, reader) = connections.withLock { ($0.writer, $0.reader) }
    guard let connection = reader ?? writer else { return nil }
    do {
      return try connection.read(body)
    } catch {
      throw meaning(of: error)
    }
  }

  /// Reads on the writing connection, so that only changes by other programs count as external. See
  /// ``read(_:)``.
  func readFromWriter<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value? {
    let (writer, reader) = connections.withLock { ($0.writer, $0.reader) }
    guard let connection = writer ?? reader else { return nil }
    do {
      return try await connection.read(body)
    } catch {
      throw meaning(of: error)
    }
  }

  /// The number of times that the connections were replaced.
  var generation: Int { connections.withLock { $0.generation } }

  private func reader() -> DatabaseQueue? {
    connections.withLock { connections in
      if connections.reader == nil, let writer = connections.writer {
        // If a second connection can't be opened, for example because too many files are open, the
        // writer also reads.
        connections.reader = (try? opener.openBesideWriter()) ?? writer
      }
      return connections.reader
    }
  }

  private func drop(_ reader: DatabaseQueue) {
    connections.withLock { connections in
      guard connections.reader === reader, connections.writer != nil else { return }
      connections.reader = nil
      connections.generation += 1
    }
  }

  func meaning(of error: any Error) -> StoreError {
    StoreError(error, path: path, holds: opener.content)
  }
}

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
      let (writer, log) = connections.withLock { ($0.writer, $0.log) }
      guard let writer else { break }
      do {
        return try await writer.writeWithoutTransaction { [path, opener] db in
          if !waits { opener.waits.withLock { $0 = false } }
          defer { opener.waits.withLock { $0 = true } }
          if db.hasMoved { throw FileHasMoved() }
          if log?.isRemoved(from: path) == true { throw LogIsRemoved() }
          var value: Value?
          try db.inTransaction(.immediate) {
            // Whoever held the lock may have replaced the file.
            if db.hasMoved { throw FileHasMoved() }
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
        guard error is LogIsRemoved else { throw meaning(of: error) }
        if let obstacle = renewLog() { throw obstacle }
        if refersToRows, Self.hasMoved(writer) { break }
      }
    }
    throw .replaced(path: path)
  }

  /// Writes in one transaction with a journal, and queues what other devices have to learn. See
  /// ``write(refersToRows:waits:_:)``.
  /// - Parameter entry: the entry that undoes the change; nil for a change that isn't undone.
  func change<Value: Sendable>(
    _ entry: JournalEntry? = nil, refersToRows: Bool = false, waits: Bool = true,
    _ body: @Sendable @escaping (Journal) throws -> Value
  ) async throws(StoreError) -> Value {
    let (value, id) = try await write(refersToRows: refersToRows, waits: waits) { [now] db in
      let journal = try Journal(entry, in: db)
      let value = try body(journal)
      try LinkTextIndex.addNewLinks(in: db)
      let id = try entry.flatMap { try journal.finish($0) }
      try SyncRecorder.record(journal, at: now())
      return (value, id)
    }
    entry?.didCommit(id)
    return value
  }

  /// Returns the space of deleted rows to the disk.
  func shrink() async throws(StoreError) {
    guard let writer = connections.withLock({ $0.writer }) else { return }
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
    connections.withLock { connections in
      defer { connections.news = nil }
      return connections.news
    }
  }

  /// Switches to a file that replaced this one. If the file was deleted, its content stays readable
  /// until the next write.
  func switchToReplacement() async throws(StoreError) {
    guard let writer = connections.withLock({ $0.writer }) else { return }
    let hasMoved = try? await writer.writeWithoutTransaction(\.hasMoved)
    if hasMoved == true, FileIdentity(path) != nil { try beginAnew(inPlaceOf: writer) }
    // The error is reported by the next read or write.
    if hasMoved == false { _ = renewLog() }
  }

  private static func hasMoved(_ writer: DatabaseQueue) -> Bool {
    writer.writeWithoutTransaction(\.hasMoved)
  }

  /// Moves the content of a log that somebody removed into the file, and begins another log. Switches
  /// to another file if that was about to get the place of this one.
  /// - Returns: the reason if that fails: ``StoreError/logRemoved(path:)`` if another program has
  ///   begun a log already.
  func renewLog() -> StoreError? {
    let (writer, log) = connections.withLock { ($0.writer, $0.log) }
    guard let writer, log?.isRemoved(from: path) == true else { return nil }
    // Who replaces a file removes its log first, and has the folder until the other one is there.
    close(opener.lockFolder())
    if Self.hasMoved(writer) {
      do {
        try beginAnew(inPlaceOf: writer)
        return nil
      } catch {
        return error
      }
    }
    let result = connections.withLock { connections -> Result<Void, any Error> in
      guard let writer = connections.writer, let log = connections.log, log.isRemoved(from: path)
      else { return .success(()) }
      return Result {
        guard log.isLatest(at: path) else { throw StoreError.logRemoved(path: path) }
        try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let (writer, log) = try opener.openForWriting()
        (connections.writer, connections.log) = (writer, log)
        connections.reader = nil
        connections.generation += 1
      }
    }
    switch result {
    case .success: return nil
    case .failure(let error): return meaning(of: error)
    }
  }

  private func beginAnew(inPlaceOf old: DatabaseQueue) throws(StoreError) {
    let result = connections.withLock { connections -> Result<Void, any Error> in
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
        let (writer, log) = try opener.openForWriting(oldLog: connections.log?.log)
        if isDeleted, let lastID, lastID > 0 {
          // Continues the old ids, so that undoing an earlier change can't affect a different link.
          try writer.write { db in
            try db.execute(
              sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('link', ?)",
              arguments: [lastID])
          }
        }
        (connections.writer, connections.log) = (writer, log)
        connections.reader = nil
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

extension StoreFile {
  /// Returns the first damage that SQLite finds in the file, or nil. Reads the whole file, but
  /// doesn't compare tables with their indexes.
  func damage() async throws(StoreError) -> String? {
    let lines = try await read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
    return lines?.first.flatMap { $0 == "ok" ? nil : $0 }
  }
}
