import Foundation

extension Error {
  /// What the system says of a failed file operation, such as `Permission denied`.
  var reasonInWords: String {
    let error = self as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(clamping: cause.code))) : cause.localizedDescription
  }
}
