import Foundation
import Localization
import Markup
import TerminalGrid

/// A standard stream of the ``Invocation``. Everything that the program prints goes through here.
///
/// Uses `write(2)`, because `FileHandle` raises an exception, which ends the process, if a stream
/// is closed or its disk is full.
enum StandardStream: Sendable {
  case input, output, error

  var descriptor: Int32 {
    switch self {
    case .input: Invocation.current.input
    case .output: Invocation.current.output
    case .error: Invocation.current.error
    }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The size of the stream's terminal; nil if the stream isn't a terminal.
  var terminalSize: GridSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return GridSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Returns the width of the stream's terminal, else that in `COLUMNS`, else 80.
  func columns(environment: [String: String]) -> Int {
    terminalSize?.columns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
  }

  /// Writes all of the text unchanged.
  /// - Returns: the `errno` value if writing failed.
  @discardableResult
  func write(_ text: String) -> Int32? { write(Array(text.utf8)) }

  /// Writes all of the bytes unchanged.
  /// - Returns: the `errno` value if writing failed.
  func write(_ bytes: [UInt8]) -> Int32? {
    let descriptor = descriptor
    var remaining = bytes[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        remaining = remaining.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another process that shares the stream made it non-blocking.
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, -1) >= 0 || errno == EINTR else { return EAGAIN }
      case let code: return code
      }
    }
    return nil
  }
}

/// Writes results to standard output unchanged. Its errors distinguish a closed pipe from a full
/// disk.
enum StandardOutput {
  static func put(_ text: String) throws(CommandFailure) { try put(Array(text.utf8)) }

  static func put(_ bytes: [UInt8]) throws(CommandFailure) {
    switch StandardStream.output.write(bytes) {
    case nil: return
    // Uses the exit code that shells report for SIGPIPE.
    case EPIPE?: throw CommandFailure(message: nil, exitCode: 128 + SIGPIPE)
    case let code?:
      throw CommandFailure(
        message: localized("cannot write to standard output: \(errnoText(code).translated)"),
        exitCode: 1)
    }
  }
}
