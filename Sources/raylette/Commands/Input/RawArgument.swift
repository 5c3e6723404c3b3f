/// The bytes of an argument that is no UTF-8, such as the name of a file from an old system. Swift puts
/// U+FFFD in their place, under which no file is found.
enum RawArgument {
  /// The argument, or the value of an option behind `=`, as the system gave it, with a zero at its end;
  /// nil when the text is just that.
  static func bytes(of argument: String) -> [CChar]? {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return nil }
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { continue }
      var bytes = Array(UnsafeBufferPointer(start: pointer, count: length(of: pointer) + 1))
      if text(of: bytes) == argument { return bytes }
      guard let equals = bytes.firstIndex(of: CChar(bitPattern: UInt8(ascii: "="))) else {
        continue
      }
      bytes.removeFirst(equals + 1)
      if text(of: bytes) == argument { return bytes }
    }
    return nil
  }

  private static func length(of pointer: UnsafeMutablePointer<CChar>) -> Int {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    return length
  }

  private static func text(of bytes: [CChar]) -> String {
    String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
