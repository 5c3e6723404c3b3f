import GRDB
import TaskLimits

@testable import LinkStore

extension StoreFile {
  /// Moves the content of the log to the file, and closes the connections.
  func close() throws {
    try connections.withLock { connections in
      try connections.reader?.close()
      try connections.writer?.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try connections.writer?.close()
      (connections.reader, connections.writer) = (nil, nil)
    }
  }
}
