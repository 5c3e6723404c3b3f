import Foundation
import Localization

/// Reasons for failed file operations, in place of the system's own.
package enum FileFailure {
  package static var noPermission: String { localized("permission denied") }
  package static var readOnly: String { localized("the file system is read-only") }
  package static var diskFull: String { localized("the disk is full") }
  package static var folder: String { localized("it is a folder") }
}

extension Error {
  /// The system's reason for a failed file operation, such as `Permission denied`.
  package var systemErrorText: String {
    let error = self as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if cause.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(clamping: cause.code)))
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
