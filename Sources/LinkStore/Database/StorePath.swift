import Foundation

/// What the system says of a file of the store, before SQLite is asked.
enum StorePath {
  /// Whether there is a file, which may be read.
  ///
  /// `FileManager` reports a file in a folder that may not be searched as missing, which would
  /// begin a list anew beside the one that is there.
  /// - Throws: when it can't be told, or what is there is not a file that may be read.
  static func holdsFile(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    if stat(path, &status) != 0 {
      let code = errno
      guard code == ENOENT else { throw unreadable(path, code) }
      if let link = danglingLink(in: path) {
        throw .unreadable(path: path, reason: "the symbolic link \(link) leads nowhere")
      }
      return false
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unreadable(path: path, reason: "it is a folder")
    default: throw .unreadable(path: path, reason: "it is not a file")
    }
    if access(path, R_OK) != 0 { throw unreadable(path, errno) }
    return true
  }

  /// Why a file can't be changed; nil when it can.
  static func writeObstacle(of path: String) -> StoreError? {
    // The write-ahead log lies beside it.
    for place in [path, (path as NSString).deletingLastPathComponent] {
      if access(place, W_OK) != 0 { return .readOnly(path: path, reason: reason(errno)) }
    }
    return nil
  }

  static func reason(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the file system is read-only"
    default: String(cString: strerror(code))
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> StoreError {
    .unreadable(path: path, reason: reason(code))
  }

  /// The part of a path that is a link to a place that is not there, such as a drive that is not
  /// mounted.
  private static func danglingLink(in path: String) -> String? {
    var place = path
    var status = stat()
    while place.count > 1 {
      if lstat(place, &status) == 0 { return stat(place, &status) == 0 ? nil : place }
      place = (place as NSString).deletingLastPathComponent
    }
    return nil
  }
}

/// Tells files apart that had the same name one after the other.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Nil when there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
