import Foundation
import Localization

/// Reasons for failed file operations, in place of the system's own.
package enum FileFailure {
  package static var noPermission: String { localized("permission denied") }
  package static var readOnly: String { localized("the file system is read-only") }
  package static var diskFull: String { localized("the disk is full") }
  package static var folder: String { localized("it is a folder") }
  package static var missing: String { errnoText(ENOENT).translated }
}

/// The system's text for an error's number (`errno`), such as `No such file or directory`. It's in
/// English, because errors with it may be stored; `String.translated` has it in the reader's language.
package func errnoText(_ code: Int32) -> String {
  let text: LocalizedText? =
    switch code {
    case ENOENT: LocalizedText("No such file or directory")
    case EACCES: LocalizedText("Permission denied")
    case EPERM: LocalizedText("Operation not permitted")
    case EEXIST: LocalizedText("File exists")
    case ENOTDIR: LocalizedText("Not a directory")
    case EISDIR: LocalizedText("Is a directory")
    case ENOTEMPTY: LocalizedText("Directory not empty")
    case ENAMETOOLONG: LocalizedText("File name too long")
    case ELOOP: LocalizedText("Too many levels of symbolic links")
    case EROFS: LocalizedText("Read-only file system")
    case ENOSPC: LocalizedText("No space left on device")
    case EDQUOT: LocalizedText("Disk quota exceeded")
    case EIO: LocalizedText("Input/output error")
    case EINVAL: LocalizedText("Invalid argument")
    case EMFILE: LocalizedText("Too many open files")
    case EPIPE: LocalizedText("Broken pipe")
    case ECONNREFUSED: LocalizedText("Connection refused")
    case ECONNRESET: LocalizedText("Connection reset by peer")
    case ETIMEDOUT: LocalizedText("Connection timed out")
    case ENETUNREACH: LocalizedText("Network is unreachable")
    case EHOSTUNREACH: LocalizedText("No route to host")
    default: nil
    }
  return text?.english ?? String(cString: strerror(code))
}

extension Error {
  /// The system's reason for a failed file operation, such as `Permission denied`.
  package var systemErrorText: String {
    let error = self as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if cause.domain == NSPOSIXErrorDomain {
      return errnoText(Int32(clamping: cause.code)).translated
    }
    // Foundation's own messages are long.
    return switch (self as? CocoaError)?.code {
    case .fileWriteNoPermission?, .fileReadNoPermission?: FileFailure.noPermission
    case .fileWriteVolumeReadOnly?: FileFailure.readOnly
    case .fileWriteOutOfSpace?: FileFailure.diskFull
    default: cause.localizedDescription
    }
  }
}
