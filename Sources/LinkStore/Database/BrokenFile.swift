import Foundation

/// Puts a file of the cache out of the way that can't be used. It is renamed and not deleted: it may
/// be somebody's own.
enum BrokenFile {
  static func path(for path: String) -> String { "\(path).broken" }

  /// - Returns: false when it could not be renamed.
  @discardableResult
  static func setAside(_ path: String) -> Bool {
    guard rename(path, self.path(for: path)) == 0 else { return false }
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    return true
  }
}

extension StoreError {
  /// Whether it comes from what is in a file, and not from where the file is.
  var isOfContent: Bool {
    switch self {
    case .corrupt, .foreign, .newer, .unreadable: true
    default: false
    }
  }
}
