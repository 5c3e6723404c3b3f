import Foundation

/// A way to open an address, which may not exist here.
struct BrowserCommand: Equatable, Sendable {
  /// The program and its arguments, `%s` among them where the address is not to come last.
  private let words: [String]
  /// Whether windows can be shown; openers fall back to browsers for the terminal where not.
  private let hasDesktop: Bool

  /// What is tried, the first that exists counts.
  static func commands(environment: [String: String]) -> [BrowserCommand] {
    let own = CommandLineWords.lists(in: environment["BROWSER"] ?? "", separator: ":")
    #if os(macOS)
      let hasDesktop = true
      let openers = ["open"]
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        !(environment[$0] ?? "").isEmpty
      }
      let openers = ["xdg-open", "wslview"]
    #endif
    return (own + openers.map { [$0] } + fallbacks.map { [$0] })
      .map { BrowserCommand(words: $0, hasDesktop: hasDesktop) }
  }

  /// The program with the address among its arguments; nil where it does not exist.
  func process(opening url: URL) async -> ChildProcess? {
    let address = url.absoluteString
    var arguments = words.dropFirst().map { $0.replacing("%s", with: address) }
    if !words.dropFirst().contains(where: { $0.contains("%s") }) { arguments.append(address) }
    return await ChildProcess(words[0], Array(arguments))
  }

  /// Whether the program needs the terminal.
  /// - Parameter path: of the program. Names such as `www-browser` are links to a browser's own.
  func usesTerminal(path: String) -> Bool {
    let real = URL(filePath: path).resolvingSymlinksInPath().lastPathComponent
    if Self.terminalBrowsers.contains(real) { return true }
    return !hasDesktop && Self.fallingBack.contains(URL(filePath: path).lastPathComponent)
  }

  /// What there may be where no desktop is, in the order in which xdg-open has them.
  private static let fallbacks = ["www-browser", "links2", "elinks", "links", "lynx", "w3m"]

  /// Openers that end up in a browser for the terminal without a desktop.
  private static let fallingBack: Set = ["xdg-open", "sensible-browser", "x-www-browser"]

  private static let terminalBrowsers: Set = [
    "browsh", "carbonyl", "cha", "chawan", "edbrowse", "elinks", "felinks", "links", "links2",
    "lynx", "netrik", "offpunk", "retawq", "w3m",
  ]
}
