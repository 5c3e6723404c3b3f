import Markup
import Foundation
import GRDB
import NIOConcurrencyHelpers

/// A SQLite file of the store: opened, migrated, private to its owner.
///
/// Write-ahead logging lets other processes read and write beside this one; a writer that finds the
/// file held waits up to ten seconds. One connection writes. Another one reads, so that a long read
/// and a wait for other programs hold nobody up; it is opened when it is needed first, which would
/// cost a millisecond of every start.
struct StoreFile: Sendable {
  let path: String
  /// Why nothing can be written; nil when all is well.
  let writeObstacle: StoreError?
  let opener: StoreOpener
  let connections: NIOLockedValueBox<Connections>

  struct Connections: Sendable {
    /// Nil when nothing can be written.
    var writer: DatabaseQueue?
    /// Nil until it is needed first, and when there is no file and none can be made.
    var reader: DatabaseQueue?
    /// The write-ahead log of the file.
    var log: FileIdentity?
    /// How often other connections took the place of the first.
    var generation = 0
    /// What became of the file, until it is told.
    var news: StoreError?
  }

  /// - Throws: when a file is there that can't be read. It is left as it is.
  init(at file: URL, holds content: StoreError.Content, migrator: DatabaseMigrator)
    throws(StoreError)
  {
    path = file.path(percentEncoded: false)
    opener = StoreOpener(path: path, content: content, migrator: migrator)
    var connections = Connections()
    var obstacle: StoreError?
    if try StorePath.holdsFile(path) {
      obstacle = StorePath.writeObstacle(of: path)
    } else {
      do {
        try Self.makeFolder(of: path)
      } catch {
        obstacle = .readOnly(path: path, reason: error.reasonInWords)
        self.connections = NIOLockedValueBox(connections)
        writeObstacle = obstacle
        return
      }
    }
    do {
      if obstacle == nil {
        do {
          connections.writer = try opener.openForWriting()
          connections.log = FileIdentity("\(path)-wal")
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
    writeObstacle = obstacle
  }

  static func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Nil when there is nothing to read. When the task is cancelled, SQLite stops where it is.
  func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value? {
    var isAgain = false
    while let reader = reader() {
      do {
        return try await reader.read(body)
      } catch {
        let meaning = meaning(of: error)
        // An interruption can outlast the query that it was for, in a cursor of FTS5
        // (https://sqlite.org/forum/forumpost/137c7662b3). A new connection knows nothing of it.
        guard meaning == .stopped, !Task.isCancelled, !isAgain else { throw meaning }
        isAgain = true
        drop(reader)
      }
    }
    return nil
  }

  /// As ``read(_:)``, for the start of the program, before there is anything to block.
  func readNow<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    let (writer, reader) = connections.withLockedValue { ($0.writer, $0.reader) }
    guard let connection = reader ?? writer else { return nil }
    do {
      return try connection.read(body)
    } catch {
      throw meaning(of: error)
    }
  }

  /// As ``read(_:)``, on the connection that writes: it sees other programs' changes as such.
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

  /// How often other connections took the place of the first.
  var generation: Int { connections.withLockedValue(\.generation) }

  private func reader() -> DatabaseQueue? {
    connections.withLockedValue { connections in
      if connections.reader == nil, let writer = connections.writer {
        // Without another connection, as where no more files can be open, one does for both.
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
