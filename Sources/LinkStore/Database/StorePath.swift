import Foundation
import Links
import Localization
import Markup

/// Checks a file of the store with system calls, before SQLite opens it.
enum StorePath {
  /// Returns whether there's a readable file.
  ///
  /// `FileManager` reports a file as missing if its folder can't be searched. The store would then
  /// start a new list although there's already one.
  /// - Throws: ``StoreError/unreadable(path:reason:)`` if that can't be determined, or if there's
  ///   something other than a readable file.
  static func holdsFile(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    if stat(path, &status) != 0 {
      let code = errno
      guard code == ENOENT else { throw unreadable(path, code) }
      if let link = danglingLink(in: path) {
        throw .unreadable(path: path, reason: localized("the symbolic link \(link) leads nowhere"))
      }
      return false
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unreadable(path: path, reason: FileFailure.folder)
    default: throw .unreadable(path: path, reason: localized("it is not a file"))
    }
    if access(path, R_OK) != 0 { throw unreadable(path, errno) }
    return true
  }

  /// Returns the reason why a file can't be changed, or nil if it can.
  static func writeError(of path: String) -> StoreError? {
    // Checks the folder too, because SQLite creates the write-ahead log in it.
    for folder in [path, (path as NSString).deletingLastPathComponent] {
      if access(folder, W_OK) != 0 { return .readOnly(path: path, reason: reason(errno)) }
    }
    return nil
  }

  static func reason(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: FileFailure.noPermission
    case ENOSPC, EDQUOT: FileFailure.diskFull
    case EROFS: FileFailure.readOnly
    default: errnoText(code).translated
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> StoreError {
    .unreadable(path: path, reason: reason(code))
  }

  /// Returns the part of a path that's a symbolic link with a missing target, such as a drive that
  /// isn't mounted.
  private static func danglingLink(in path: String) -> String? {
    var folder = path
    var status = stat()
    while folder.count > 1 {
      if lstat(folder, &status) == 0 { return stat(folder, &status) == 0 ? nil : folder }
      folder = (folder as NSString).deletingLastPathComponent
    }
    return nil
  }
}

/// Identifies a file by device and inode, to tell apart files that have had the same path.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Returns nil if there's no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
