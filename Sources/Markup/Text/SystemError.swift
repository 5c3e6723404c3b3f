import Foundation

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
    case .fileWriteNoPermission?, .fileReadNoPermission?: "permission denied"
    case .fileWriteVolumeReadOnly?: "the file system is read-only"
    case .fileWriteOutOfSpace?: "the disk is full"
    default: cause.localizedDescription
    }
  }
}
