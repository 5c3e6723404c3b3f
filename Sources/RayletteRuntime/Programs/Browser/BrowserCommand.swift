import ChildProcesses
import Foundation

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
    _ setting: String? = nil, environment: [String: String]
  ) -> [BrowserCommand] {
    let own = CommandLineSplitter.lists(
      in: setting ?? environment["BROWSER"] ?? "", separator: ":")
    #if os(macOS)
      let hasDesktop = true
      let openers = ["open"]
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        !(environment[$0] ?? "").isEmpty
      }
      let openers = ["xdg-open", "wslview"]
    #endif
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
