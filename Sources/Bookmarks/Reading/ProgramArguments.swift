import CProcess

/// The arguments that the program was started with, without its name.
///
/// Doesn't use `CommandLine`, which is empty on Linux if a preloaded library such as libfaketime has
/// changed the environment. `raylette saved list` would then spin the wheel.
package enum ProgramArguments {
  /// The arguments as text. Invalid UTF-8 is replaced with U+FFFD.
  package static var texts: [String] {
    bytes.map { bytes in
      String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The bytes of the arguments, each with its terminating zero.
  static var bytes: [[CChar]] {
    let count = program_argument_count()
    guard count > 0 else { return CommandLine.arguments.dropFirst().map { Array($0.utf8CString) } }
    return (1..<max(1, count)).map { index in
      guard let argument = program_argument(index) else { return [0] }
      var length = 0
      while argument[length] != 0 { length += 1 }
      return Array(UnsafeBufferPointer(start: argument, count: length + 1))
    }
  }
}
