import Markup
import Foundation
import GRDB
import NIOConcurrencyHelpers
import Links

/// An open SQLite file of the store, migrated and private to its owner.
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
  /// Records changes for other devices; nil for a file that isn't exchanged.
  let recorder: SyncRecorder?
  let connections: NIOLockedValueBox<Connections>

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

  /// Opens or creates the file and runs its migrations.
  /// - Throws: ``StoreError`` if the file exists but can't be read. The file is left as it is.
  init(
    at file: URL, holds content: StoreError.Content, migrator: DatabaseMigrator,
    recorder: SyncRecorder? = nil
  ) throws(StoreError) {
    path = file.path(percentEncoded: false)
    self.recorder = recorder
    opener = StoreOpener(path: path, content: content, migrator: migrator)
    var connections = Connections()
    var obstacle: StoreError?
    if try StorePath.holdsFile(path) {
      obstacle = StorePath.writeError(of: path)
    } else {
      do {
        try Self.makeFolder(of: path)
      } catch {
        obstacle = .readOnly(path: path, reason: error.systemErrorText)
        self.connections = NIOLockedValueBox(connections)
        writeError = obstacle
        return
      }
    }
    do {
      if obstacle == nil {
        do {
          connections.writer = try opener.openForWriting()
          connections.log = StoreLog(of: path)
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
    self.connections = NIOLockedValueBox(connections)
    writeError = obstacle
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
    let (writer, reader) = connections.withLockedValue { ($0.writer, $0.reader) }
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
    let (writer, reader) = connections.withLockedValue { ($0.writer, $0.reader) }
    guard let connection = writer ?? reader else { return nil }
    do {
      return try await connection.read(body)
    } catch {
      throw meaning(of: error)
    }
  }

  /// The number of times that the connections were replaced.
  var generation: Int { connections.withLockedValue(\.generation) }

  private func reader() -> DatabaseQueue? {
    connections.withLockedValue { connections in
      if connections.reader == nil, let writer = connections.writer {
        // If a second connection can't be opened, for example because too many files are open, the
        // writer also reads.
        connections.reader = (try? opener.openBesideWriter()) ?? writer
      }
      return connections.reader
    }
  }

  private func drop(_ reader: DatabaseQueue) {
    connections.withLockedValue { connections in
      guard connections.reader === reader, connections.writer != nil else { return }
      connections.reader = nil
      connections.generation += 1
    }
  }

  func meaning(of error: any Error) -> StoreError {
    StoreError(error, path: path, holds: opener.content)
  }
}
