import Foundation

/// Writes to standard output, and tells a reader who left from a disk that is full.
enum StandardOutput {
  static func put(_ text: String) throws(CommandFailure) { try put(Array(text.utf8)) }

  static func put(_ bytes: [UInt8]) throws(CommandFailure) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      // As a shell reports the signal that a closed pipe is.
      case EPIPE: throw CommandFailure(message: nil, exitCode: 128 + SIGPIPE)
      case let code:
        throw CommandFailure(
          message: "standard output: \(String(cString: strerror(code)))", exitCode: 1)
      }
    }
  }
}
