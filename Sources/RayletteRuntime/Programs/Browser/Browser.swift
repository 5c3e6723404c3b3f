import ChildProcesses
package import Foundation
package import Links
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

/// A command that opens an address. It may not exist on this machine.
package struct BrowserCommand: Equatable, Sendable {
  /// The program and its arguments, with `%s` for the address unless it comes last.
  private let arguments: [String]
  /// The program's name or path.
  package var program: String { arguments[0] }
  /// Whether there's a desktop. Without one, openers fall back to terminal browsers.
  private let hasDesktop: Bool

  /// Returns the commands to try, in order. The first that exists is used.
  /// - Parameter setting: the command in the settings. If there is one, it's the only one tried.
  package static func commands(
    _ setting: String? = nil, environment: [String: String], system: OperatingSystem = .current
  ) -> [BrowserCommand] {
    let own = CommandLineSplitter.lists(
      in: setting ?? environment["BROWSER"] ?? "", separator: ":")
    let (hasDesktop, openers) =
      switch system {
      case .linux:
        (
          ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty },
          ["xdg-open", "wslview"]
        )
      case .macOS: (true, ["open"])
      }
    if setting != nil { return own.map { BrowserCommand(arguments: $0, hasDesktop: hasDesktop) } }
    return (own + openers.map { [$0] } + fallbacks.map { [$0] })
      .map { BrowserCommand(arguments: $0, hasDesktop: hasDesktop) }
  }

  /// Returns the program with the address in its arguments, or nil if it doesn't exist.
  func process(opening url: URL) async -> ChildProcess? {
    let address = url.absoluteString
    var passed = arguments.dropFirst().map { $0.replacing("%s", with: address) }
    if !arguments.dropFirst().contains(where: { $0.contains("%s") }) { passed.append(address) }
    return await ChildProcess(program, Array(passed))
  }

  /// Returns whether the program needs the terminal.
  /// - Parameter path: the path of the program. Links are resolved, because names such as
  ///   `www-browser` are symbolic links to a browser.
  func usesTerminal(path: String) -> Bool {
    let real = URL(filePath: path).resolvingSymlinksInPath().lastPathComponent
    if Self.terminalBrowsers.contains(real) { return true }
    return !hasDesktop && Self.fallingBack.contains(URL(filePath: path).lastPathComponent)
  }

  /// The terminal browsers to try without a desktop, in xdg-open's order.
  private static let fallbacks = ["www-browser", "links2", "elinks", "links", "lynx", "w3m"]

  /// Openers that start a terminal browser if there's no desktop.
  private static let fallingBack: Set = ["xdg-open", "sensible-browser", "x-www-browser"]

  private static let terminalBrowsers: Set = [
    "browsh", "carbonyl", "cha", "chawan", "edbrowse", "elinks", "felinks", "links", "links2",
    "lynx", "netrik", "offpunk", "retawq", "w3m",
  ]
}
