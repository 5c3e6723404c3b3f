import Favorites
import Foundation
import Links
import Localization

/// The source of a wheel named on the command line or in the config file.
struct WheelArgument {
  let text: String

  /// Reads the whole source before the screen starts, so that Ctrl-C can interrupt waiting for a
  /// pipe or a server. A wrong line in a plain list is an error, because it's a mistyped address.
  func read() async throws(WheelSourceError) -> Wheel {
    let source = try WheelSource(text)
    let name = text == "-" ? localized("standard input") : text
    let contents = try await WaitNotice.showing(localized("reading the wheel from \(name)")) {
      () async throws(WheelSourceError) in
      try await source.contents()
    }
    if text == "-" || text == "/dev/stdin" { Self.readKeysFromTerminal() }
    if contents.isPlainList, let problem = contents.problems.first { throw .wrongLine(problem) }
    return contents.wheel
  }

  /// Reads keys from the terminal that shows the screen, because standard input held the wheel.
  private static func readKeysFromTerminal() {
    guard isatty(STDIN_FILENO) == 0, let name = ttyname(STDOUT_FILENO) else { return }
    let terminal = open(name, O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { return }
    dup2(terminal, STDIN_FILENO)
    close(terminal)
  }
}
