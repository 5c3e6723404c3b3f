import Foundation

/// The write-ahead log of an open file and the log's index, to notice if somebody removes them.
///
/// SQLite goes on with the removed files. Other programs would miss what's in them, and fail with a
/// disk error.
struct StoreLog: Hashable, Sendable {
  let log: FileIdentity?
  private let index: FileIdentity?

  /// The files of a path now.
  init(of path: String) {
    log = FileIdentity("\(path)-wal")
    index = FileIdentity("\(path)-shm")
  }

  /// Whether other files, or none, are in their place.
  func isRemoved(from path: String) -> Bool { self != StoreLog(of: path) }

  /// Whether no other program has written to a log of its own since. Only then what's in the removed
  /// one can be moved to the file.
  func isLatest(at path: String) -> Bool {
    let now = StoreLog(of: path)
    guard [nil, index].contains(now.index) else { return false }
    var status = stat()
    return now.log == log || stat("\(path)-wal", &status) != 0 || status.st_size == 0
  }
}
