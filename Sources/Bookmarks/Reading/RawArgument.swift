import Foundation

/// Returns the bytes of arguments that aren't valid UTF-8, such as a file name from an old system.
/// Swift replaces invalid bytes with U+FFFD, so the file wouldn't be found.
package enum RawArgument {
  /// Returns the original bytes of an argument, or of an option's value after `=`, with a
  /// terminating zero. Returns nil if the text is already exact.
  package static func bytes(of argument: String) -> [CChar]? {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return nil }
    for var bytes in ProgramArguments.bytes {
      if text(of: bytes) == argument { return bytes }
      guard let equals = bytes.firstIndex(of: CChar(bitPattern: UInt8(ascii: "="))) else {
        continue
      }
      bytes.removeFirst(equals + 1)
      if text(of: bytes) == argument { return bytes }
    }
    return nil
  }

  /// Whether an argument isn't valid UTF-8, and neither it nor an option's value after `=` is the path
  /// of something that exists.
  package static func isForeign(_ argument: String) -> Bool {
    guard argument.unicodeScalars.contains("\u{FFFD}"),
      let bytes = ProgramArguments.bytes.first(where: { text(of: $0) == argument })
    else { return false }
    let isValid =
      String(
        validating: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) != nil
    if isValid || access(bytes, F_OK) == 0 { return false }
    let value = bytes.firstIndex(of: CChar(bitPattern: UInt8(ascii: "="))).map {
      bytes[($0 + 1)...]
    }
    return value.map { access(Array($0), F_OK) != 0 } ?? true
  }

  private static func text(of bytes: [CChar]) -> String {
    String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
