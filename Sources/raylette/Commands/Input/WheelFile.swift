import Foundation
import LinkStore

/// A wheel file named on the command line or in the config file. `-` stands for standard input.
struct WheelFile {
  let path: String

  /// Reads the whole file before the screen starts, so that Ctrl-C can interrupt waiting for a
  /// pipe.
  func read() throws(WheelError) -> Wheel {
    let path = path == "-" ? "/dev/stdin" : path
    let wheel = try WaitNotice.showing("reading the wheel from \(path)", forFile: path) {
      () throws(WheelError) in
      try Wheel(contentsOfFile: path, bytes: RawArgument.bytes(of: path))
    }
    if path == "/dev/stdin" { Self.takeKeysFromTerminal() }
    return wheel
  }

  /// Reads keys from the terminal that shows the screen, because standard input held the wheel.
  private static func takeKeysFromTerminal() {
    guard isatty(STDIN_FILENO) == 0, let name = ttyname(STDOUT_FILENO) else { return }
    let terminal = open(name, O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { return }
    dup2(terminal, STDIN_FILENO)
    close(terminal)
  }
}
