import Foundation
import NIOConcurrencyHelpers
import RayletteApp

/// Shows pages in the person's browser: in a process of its own whose output goes nowhere, or, when
/// the browser is one for the terminal, in ours, which comes back when it ends.
struct Browser: Sendable {
  private let commands: [BrowserCommand]
  private let terminal: TerminalAccess

  /// - Parameters:
  ///   - environment: `BROWSER` is a command, or several between colons of which the first that
  ///     exists counts, as xdg-open and Python have it. `%s` in it stands for the address, which
  ///     comes last otherwise. `DISPLAY` and `WAYLAND_DISPLAY` tell whether there is a desktop.
  ///   - terminal: lent to browsers that run in one.
  init(environment: [String: String], terminal: TerminalAccess = .own) {
    commands = BrowserCommand.commands(environment: environment)
    self.terminal = terminal
  }

  /// Opens an address; reports once when the browser started, and again should it fail. A browser in
  /// the terminal is reported when it has ended.
  func open(
    _ url: URL, report: @escaping @Sendable (Result<BrowserName, BrowserFailure>) -> Void
  ) async {
    // Checked where the address leaves the program: only the web, and nothing that reads as an option.
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
    report(.failure(.noBrowser))
  }

  /// Opens an address; returns why it could not be, once that is known.
  func failure(opening url: URL) async -> BrowserFailure? {
    let failure = NIOLockedValueBox<BrowserFailure?>(nil)
    await open(url) { result in
      if case .failure(let reason) = result { failure.withLockedValue { $0 = reason } }
    }
    return failure.withLockedValue(\.self)
  }

  /// Nil when all was reported that there is to report.
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
