import Foundation
import GRDB
import Links
import Localization
import Markup

extension StoreError {
  /// Converts an error of SQLite, GRDB or Foundation to a store error.
  init(_ error: any Error, path: String, holds content: Content) {
    if let error = error as? StoreError {
      self = error
      return
    }
    // GRDB throws this when the task is cancelled.
    if error is CancellationError {
      self = .stopped
      return
    }
    guard let error = error as? DatabaseError else {
      self = .failed(path: path, reason: error.systemErrorText)
      return
    }
    self =
      switch error.extendedResultCode {
      // SQLite couldn't grow the shared-memory index of the write-ahead log, because the disk is
      // full.
      case .SQLITE_IOERR_SHMSIZE: .full(path: path)
      case .SQLITE_READONLY_DBMOVED: .replaced(path: path)
      // SQLite reads behind the end of a file only if a log is shorter than its index says.
      case .SQLITE_IOERR_SHORT_READ: .logRemoved(path: path)
      default:
        switch error.resultCode {
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: .stopped
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
          .corrupt(
            path: path, holds: content,
            backup: content == .savedLinks ? StoreBackups(of: path).all.first?.day : nil)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
          .unreadable(path: path, reason: error.message ?? localized("the system refuses"))
        case .SQLITE_READONLY: .readOnly(path: path, reason: localized("permission denied"))
        case .SQLITE_FULL: .full(path: path)
        // The last two mean that other programs kept changing the file.
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_SCHEMA: .busy(path: path)
        default: .failed(path: path, reason: error.sentence)
        }
      }
  }
}

extension DatabaseError {
  /// The problem and its remedy, for people who don't know SQLite.
  fileprivate var sentence: String {
    switch resultCode {
    case .SQLITE_IOERR:
      localized(
        "the disk failed to read or write it; check that the disk is connected and healthy, then try again"
      )
    case .SQLITE_CONSTRAINT:
      localized(
        "the change contradicts what's in the file, so nothing was changed; try again, and report it if that doesn't help"
      )
    case .SQLITE_NOMEM: localized("there isn't enough memory; close other programs and try again")
    case .SQLITE_TOOBIG: localized("a text is too long to be stored, so nothing was changed")
    default: message ?? localized("SQLite error \(resultCode.rawValue)")
    }
  }
}

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
    case .recreated, .replaced, .readOnly, .full, .busy, .logRemoved, .setAside, .cacheUnavailable,
      .undone, .failed, .stopped:
      false
    }
  }
}
