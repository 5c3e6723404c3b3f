import Foundation
import LinkStore

/// A wheel that the command line or the config file names by its path; `-` is standard input.
struct WheelFile {
  let path: String

  /// Reads it to its end before the screen is there, so that Ctrl-C ends a wait for a pipe.
  func read() throws(WheelError) -> Wheel {
    let path = path == "-" ? "/dev/stdin" : path
    let wheel = try WaitNotice.showing("reading the wheel from \(path)", forFile: path) {
      () throws(WheelError) in
      try Wheel(contentsOfFile: path, bytes: RawArgument.bytes(of: path))
    }
    if path == "/dev/stdin" { Self.takeKeysFromTerminal() }
    return wheel
  }

  /// Standard input held the wheel, so the keys come from the terminal that shows the screen.
  private static func takeKeysFromTerminal() {
    guard isatty(STDIN_FILENO) == 0, let name = ttyname(STDOUT_FILENO) else { return }
    let terminal = open(name, O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { return }
    dup2(terminal, STDIN_FILENO)
    close(terminal)
  }
}
