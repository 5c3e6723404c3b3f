import Foundation

/// Moves an unusable cache file out of the way. Renames it instead of deleting it, because it may
/// belong to somebody else.
enum BrokenFile {
  static func path(for path: String) -> String { "\(path).broken" }

  /// Renames a file so that it ends in `.broken`, and deletes its write-ahead log and index.
  /// - Returns: false if the file couldn't be renamed.
  @discardableResult
  static func setAside(_ path: String) -> Bool {
    guard rename(path, self.path(for: path)) == 0 else { return false }
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    return true
  }
}

extension StoreError {
  /// Whether the error comes from a file's content rather than its location.
  var isOfContent: Bool {
    switch self {
    case .corrupt, .foreign, .newer, .unreadable: true
    default: false
    }
  }
}
