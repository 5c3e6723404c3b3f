import Foundation

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
