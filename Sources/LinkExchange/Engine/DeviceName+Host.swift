import Foundation
import LinkSync

extension DeviceName {
  /// The host name of this computer, or an empty text if it has none.
  ///
  /// Doesn't ask the network, as Foundation's `hostName` does on macOS: that looks the name of each
  /// address up, and without an answer it waits for half a minute.
  package static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    // The last byte isn't passed, because a name that's too long may have no zero at its end.
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
