import Foundation

extension Error {
  /// What the system says of a failed file operation, such as `Permission denied`.
  var reasonInWords: String {
    let cause = (self as? CocoaError)?.underlying ?? self
    if let cause = cause as? POSIXError { return String(cString: strerror(cause.code.rawValue)) }
    return (cause as NSError).localizedDescription
  }
}
