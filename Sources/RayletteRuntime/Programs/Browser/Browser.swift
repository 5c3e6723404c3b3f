import ChildProcesses
package import Foundation
import NIOConcurrencyHelpers
package import RayletteApp

/// Opens pages in the user's browser. Runs it as a detached child process without output. A
/// terminal browser runs in our terminal instead, and the screen returns when it exits.
package struct Browser: Sendable {
  private let commands: [BrowserCommand]
  private let isSet: Bool
  private let terminal: TerminalAccess

  /// - Parameters:
  ///   - setting: the command in the settings. If its program doesn't exist, no other is tried. Nil
  ///     uses the environment's.
  ///   - environment: `BROWSER` is a command, or several separated by colons, of which the first
  ///     that exists is used, as in xdg-open and Python. `%s` in a command stands for the address.
  ///     Without `%s`, the address is the last argument. `DISPLAY` and `WAYLAND_DISPLAY` show
  ///     whether there's a desktop.
  ///   - terminal: the terminal to release for terminal browsers.
  package init(
    _ setting: String? = nil, environment: [String: String], terminal: TerminalAccess = .own
  ) {
    commands = BrowserCommand.commands(setting, environment: environment)
    isSet = setting != nil
    self.terminal = terminal
  }

  /// Opens an address. Reports when the browser has started, and again if it fails. Reports a
  /// terminal browser only when it has exited.
  func open(
    _ url: URL, report: @escaping @Sendable (Result<BrowserName, BrowserFailure>) -> Void
  ) async {
    // Checks the scheme just before the address leaves the program, because only web addresses may
    // be opened, and none may be read as an option.
    guard ["http", "https"].contains(url.scheme?.lowercased()) else {
      report(.failure(.notWebAddress))
      return
    }
    for command in commands {
      guard let child = await command.process(opening: url) else { continue }
      let usesTerminal = command.usesTerminal(path: child.path)
      if let end = await run(child, inTerminal: usesTerminal, report: report) { report(end) }
      return
    }
    let missing = isSet ? commands.first.map { BrowserFailure.notStarted($0.program) } : nil
    report(.failure(missing ?? .noBrowser))
  }

  /// Opens an address, and waits for the result. Returns the failure, if any.
  package func failure(opening url: URL) async -> BrowserFailure? {
    let failure = NIOLockedValueBox<BrowserFailure?>(nil)
    await open(url) { result in
      if case .failure(let reason) = result { failure.withLockedValue { $0 = reason } }
    }
    return failure.withLockedValue(\.self)
  }

  /// Runs the browser. Returns nil if everything has been reported already.
  private func run(
    _ child: ChildProcess, inTerminal: Bool,
    report: @escaping @Sendable (Result<BrowserName, BrowserFailure>) -> Void
  ) async -> Result<BrowserName, BrowserFailure>? {
    let opened = Result<BrowserName, BrowserFailure>.success(BrowserName(name: child.name))
    let outcome =
      inTerminal
      ? await terminal.withTerminalReleased { await child.runInTerminal() }
      : await child.runDetached { report(opened) }
    switch outcome {
    case .succeeded, .cancelled: return inTerminal ? opened : nil
    case .failed: return .failure(.failed(child.name))
    case .notStarted: return .failure(.notStarted(child.name))
    }
  }
}
