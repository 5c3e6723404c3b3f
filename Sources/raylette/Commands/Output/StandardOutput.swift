import Foundation

/// Writes results to standard output exactly as they are, and tells a reader who left from a disk that
/// is full.
enum StandardOutput {
  static func put(_ text: String) throws(CommandFailure) { try put(Array(text.utf8)) }

  static func put(_ bytes: [UInt8]) throws(CommandFailure) {
    switch StandardStream.output.write(bytes) {
    case nil: return
    // As a shell reports the signal that a closed pipe is.
    case EPIPE?: throw CommandFailure(message: nil, exitCode: 128 + SIGPIPE)
    case let code?:
      throw CommandFailure(
        message: "cannot write to standard output: \(String(cString: strerror(code)))", exitCode: 1)
    }
  }
}
