package import Foundation

/// Tells whether a file's content may have changed.
package enum FileVersion {
  /// Returns the size, the modification time and the inode number of a file. Replacing a file's
  /// content changes at least one of them.
  package static func text(of status: stat) -> String {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)-\(status.st_ino)"
  }
}
