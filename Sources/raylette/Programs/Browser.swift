import Favorites
import Foundation
import LinkExchange
import Links
import TaskLimits

/// Opens pages in the user's browser. Runs it as a detached child process without output. A
/// terminal browser runs in our terminal instead, and the screen returns when it exits.
struct Browser: Sendable {
  private let commands: [BrowserCommand]
  private let isSet: Bool
  /// The commands in `BROWSER`.
  private let variable: String
  private let terminal: TerminalAccess

  /// - Parameters:
  ///   - setting: the command in the settings. If its program doesn't exist, no other is tried. Nil
  ///     uses the environment's.
  ///   - environment: `BROWSER` is a command, or several separated by colons, of which the first
  ///     that exists is used, as in xdg-open and Python. `%s` in a command stands for the address.
  ///     Without `%s`, the address is the last argument. `%%` stands for `%`. `DISPLAY` and
  ///     `WAYLAND_DISPLAY` show whether there's a desktop.
  ///   - terminal: the terminal to release for terminal browsers.
  init(
    _ setting: String? = nil, environment: [String: String], terminal: TerminalAccess = .own
  ) {
    commands = BrowserCommand.commands(setting, environment: environment)
    isSet = setting != nil
    variable = setting == nil ? environment["BROWSER"] ?? "" : ""
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
      let opened = BrowserName(name: child.name, missing: await missingVariable())
      let usesTerminal = command.usesTerminal(path: child.path)
      if let end = await run(child, inTerminal: usesTerminal, as: opened, report: report) {
        report(end)
      }
      return
    }
    let missing = isSet ? commands.first.map { BrowserFailure.notStarted($0.program) } : nil
    report(.failure(missing ?? .noBrowser))
  }

  /// Returns the commands in `BROWSER` if none of their programs exists, so that another was opened.
  func missingVariable() async -> String? {
    let own = commands.filter(\.isOwn)
    guard !isSet, !own.isEmpty else { return nil }
    for command in own where await ChildProcess(command.program) != nil { return nil }
    return variable
  }

  /// A page that's being opened.
  struct Opening: Sendable {
    fileprivate let results: AsyncStream<BrowserFailure?>
    fileprivate let start: ContinuousClock.Instant

    /// Returns the failure, if any. A browser that runs for a moment counts as opened, because it may
    /// stay in the foreground until the user closes it.
    func failure() async -> BrowserFailure? {
      let left = start + Self.moment - .now
      let result = await withTimeLimit(max(left, .milliseconds(100))) {
        () async -> BrowserFailure? in
        for await failure in results { return failure }
        return nil
      }
      if case .finished(let failure) = result { return failure }
      return nil
    }

    /// How long a browser has to fail.
    private static let moment = Duration.seconds(1)
  }

  /// Opens an address. Returns when the browser has started, or failed to; a terminal browser, when
  /// it has exited.
  func start(opening url: URL) async -> Opening {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let (results, result) = AsyncStream.makeStream(of: BrowserFailure?.self)
    // Isn't cancelled, because that would end the browser.
    Task {
      await open(url) {
        if case .failure(let failure) = $0 { result.yield(failure) }
        start.finish()
      }
      result.finish()
      start.finish()
    }
    for await _ in starts {}
    return Opening(results: results, start: .now)
  }

  /// Opens an address. Returns the failure, if any.
  func failure(opening url: URL) async -> BrowserFailure? {
    await start(opening: url).failure()
  }

  /// Runs the browser. Returns nil if everything has been reported already.
  private func run(
    _ child: ChildProcess, inTerminal: Bool, as name: BrowserName,
    report: @escaping @Sendable (Result<BrowserName, BrowserFailure>) -> Void
  ) async -> Result<BrowserName, BrowserFailure>? {
    let opened = Result<BrowserName, BrowserFailure>.success(name)
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
struct BrowserCommand: Equatable, Sendable {
  /// The program and its arguments, with `%s` for the address unless it comes last.
  private let arguments: [String]
  /// The program's name or path.
  var program: String { arguments[0] }
  /// Whether it runs in the background even if it's a terminal browser.
  private let isInBackground: Bool
  /// Whether the user named it.
  fileprivate let isOwn: Bool
  /// Whether there's a desktop. Without one, openers fall back to terminal browsers.
  private let hasDesktop: Bool

  /// Returns the commands to try, in order. The first that exists is used.
  /// - Parameter setting: the command in the settings. If there is one, it's the only one tried.
  static func commands(
    _ setting: String? = nil, environment: [String: String], system: OperatingSystem = .current
  ) -> [BrowserCommand] {
    let own = CommandLineSplitter.commands(
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
    let ownCommands = own.map {
      BrowserCommand(
        arguments: $0.words, isInBackground: $0.isInBackground, isOwn: true, hasDesktop: hasDesktop)
    }
    if setting != nil { return ownCommands }
    return ownCommands
      + (openers + fallbacks).map {
        BrowserCommand(
          arguments: [$0], isInBackground: false, isOwn: false, hasDesktop: hasDesktop)
      }
  }

  /// Returns the program with the address in its arguments, or nil if it doesn't exist.
  func process(opening url: URL) async -> ChildProcess? {
    let address = url.absoluteString
    var hasAddress = false
    var passed = arguments.dropFirst().map { Self.fill($0, with: address, isUsed: &hasAddress) }
    if !hasAddress { passed.append(address) }
    return await ChildProcess(program, Array(passed))
  }

  /// Puts an address in the place of each `%s`, and `%` in the place of each `%%`.
  private static func fill(
    _ argument: String, with address: String, isUsed: inout Bool
  ) -> String {
    var filled = ""
    var rest = argument[...]
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("%", "s"):
        filled += address
        isUsed = true
        rest.removeFirst()
      case ("%", "%"):
        filled += "%"
        rest.removeFirst()
      default: filled.append(character)
      }
    }
    return filled
  }

  /// Returns whether the program needs the terminal.
  /// - Parameter path: the path of the program. Links are resolved, because names such as
  ///   `www-browser` are symbolic links to a browser.
  func usesTerminal(path: String) -> Bool {
    if isInBackground { return false }
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
