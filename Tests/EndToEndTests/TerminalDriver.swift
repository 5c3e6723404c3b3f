import Foundation
import Subprocess
import TerminalGrid
import TestSupport
import Testing

/// A shell in a real terminal (tmux) that runs the built program as a user would.
struct TerminalDriver {
  let home: TemporaryHome
  private let socket = "raylette-test-\(UUID().uuidString)"

  /// The program that was built with these tests.
  static var program: String {
    URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
      .appending(path: "raylette").path()
  }

  /// Starts the shell with the prompt `ready>`.
  func start(columns: Int = 80, rows: Int = 24) async throws {
    Turn.require(for: "a terminal")
    let variables = [
      "HOME=\(home.url.path())",
      "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "LANG=C.UTF-8", "TERM=tmux-256color", "PS1=ready>",
      // Turns off the toolchain's crash reporter, because it would ask questions in a terminal.
      "SWIFT_BACKTRACE=enable=no", "BROWSER=\(home.file("browser").path())",
    ]
    try await tmux(
      ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env", "-i"]
        + variables + ["/bin/sh", "-i"])
    try await waitFor("ready>")
  }

  /// Ends the shell and its programs, and waits for them, because they write files when they end.
  func stop() async {
    let device = (try? await property("#{pane_tty}")) ?? ""
    _ = try? await tmux(["kill-server"])
    guard device.hasPrefix("/dev/") else { return }
    _ = try? await wait("the programs' end", seeing: { try await programs(on: device) }) {
      $0.isEmpty
    }
  }

  private func programs(on device: String) async throws -> String {
    let result = try await Subprocess.run(
      .name("ps"), arguments: ["-t", String(device.dropFirst("/dev/".count)), "-o", "pid="],
      output: .string(limit: 1 << 16), error: .discarded)
    return result.standardOutput
  }

  /// Types a command line and presses Enter.
  func run(_ command: String) async throws {
    try await tmux(["send-keys", "-l", command])
    try await tmux(["send-keys", "Enter"])
  }

  /// Starts the program. When it exits, the shell prints its exit code as `exit:N`.
  func runProgram(_ arguments: String = "") async throws {
    try await run("clear; \(Self.program) \(arguments); echo exit:$?")
  }

  /// Presses keys, which have the names that tmux uses.
  func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Types text, all at once.
  func type(_ text: String) async throws { try await tmux(["send-keys", "-l", text]) }

  /// Double-clicks until a text appears, because a busy machine may see two single clicks.
  func doubleClick(
    on text: String, until result: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<10 {
      try await click(on: text)
      try await click(on: text)
      for _ in 0..<50 where try await screen.contains(result) { return }
    }
    try await waitFor(result, sourceLocation: sourceLocation)
  }

  /// Presses and releases the left button on a text, as a terminal reports it (SGR 1006).
  func click(on text: String) async throws {
    let lines = try await screen.split(separator: "\n", omittingEmptySubsequences: false)
    guard let y = lines.firstIndex(where: { $0.contains(text) }),
      let x = lines[y].range(of: text)
    else {
      Issue.record("can't find \"\(text)\" to click on")
      throw WaitedInVain()
    }
    let column = lines[y].distance(from: lines[y].startIndex, to: x.lowerBound) + 1
    try await report(mouse: 0, x: column, y: y + 1)
  }

  /// Turns the scroll wheel down by one notch, over the middle of the screen.
  func scrollDown() async throws { try await report(mouse: 65, x: 20, y: 10) }

  /// Reports that the window got the focus (mode 1004).
  func reportFocus() async throws { try await tmux(["send-keys", "-H", "1b", "5b", "49"]) }

  private func report(mouse code: Int, x: Int, y: Int) async throws {
    let press = "\u{1B}[<\(code);\(x);\(y)M"
    let report = code < 64 ? press + "\u{1B}[<\(code);\(x);\(y)m" : press
    try await tmux(["send-keys", "-H"] + report.utf8.map { String($0, radix: 16) })
  }

  /// Pastes text in bracketed paste mode.
  func paste(_ text: String) async throws {
    try await tmux(["set-buffer", text])
    try await tmux(["paste-buffer", "-p"])
  }

  /// Starts the program on a wheel of ``JourneyTests/page`` and spins until its card appears.
  func spinUpCard(_ arguments: String) async throws {
    try await runProgram(arguments)
    try await waitFor("Spin the Wheel")
    try await press("Space")
    try await waitFor("The Site")
  }

  /// Saves the card on screen.
  func saveCard() async throws {
    try await press("s")
    try await waitFor("Saved. Press u to undo.")
  }

  /// Quits the program.
  func quit() async throws {
    try await press("q")
    try await waitFor("exit:0")
  }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  var screen: String {
    get async throws { try await tmux(["capture-pane", "-p"]) }
  }

  /// The screen with its colours. All characters must be one column wide.
  var cells: Picture? {
    get async throws {
      let text = try await tmux(["capture-pane", "-p", "-e"])
      return Picture(symbolArt: Array(text.utf8), limit: GridSize(columns: 500, rows: 500))
    }
  }

  /// The screen with its colours as SGR sequences.
  var coloredScreen: String {
    get async throws { try await tmux(["capture-pane", "-p", "-e", "-N"]) }
  }

  /// The text that was copied last in the terminal.
  var pasteBuffer: String {
    get async throws { try await tmux(["show-buffer"]) }
  }

  /// Lets programs in the terminal set the tmux buffer.
  func acceptCopies() async throws { try await tmux(["set-option", "-s", "set-clipboard", "on"]) }

  /// Returns the value of a tmux format, such as `#{alternate_on}`.
  func property(_ format: String) async throws -> String {
    try await tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Waits until the text is on screen.
  func waitFor(
    _ text: String, within limit: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait(
      sourceLocation: sourceLocation, "\"\(text)\" to appear", within: limit,
      seeing: { try await screen }
    ) { $0.contains(text) }
  }

  /// Waits until the text is no longer on screen.
  func waitForAbsence(
    of text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait(sourceLocation: sourceLocation, "\"\(text)\" to go") { !$0.contains(text) }
  }

  /// Polls the screen until it meets a condition.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, _ what: String,
    _ isMet: (String) throws -> Bool
  ) async throws {
    try await wait(sourceLocation: sourceLocation, what, seeing: { try await screen }, isMet)
  }

  /// Polls the cells of the screen until they meet a condition.
  func waitForCells(
    sourceLocation: SourceLocation = #_sourceLocation, _ what: String,
    _ isMet: (Picture) -> Bool
  ) async throws {
    try await wait(sourceLocation: sourceLocation, what, seeing: { try await cells }) {
      $0.map(isMet) ?? false
    }
  }

  func wait<View>(
    sourceLocation: SourceLocation = #_sourceLocation, _ what: String,
    within limit: Duration = .seconds(60), seeing look: () async throws -> View,
    _ isMet: (View) throws -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.milliseconds(10)
    while ContinuousClock.now < deadline {
      if try await isMet(look()) { return }
      // Leaves processor time to the program, more of it the longer the wait.
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(100))
    }
    let last = try await screen
    Issue.record(
      "timed out waiting for \(what); the screen:\n\(last)", sourceLocation: sourceLocation)
    throw WaitedInVain()
  }

  struct WaitedInVain: Error {}

  /// Found once. A name would be looked for in all folders of `PATH` thousands of times.
  private static let tmuxProgram = Task {
    Executable.path(try await Executable.name("tmux").resolveExecutablePath(in: .inherit))
  }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    let result = try await Subprocess.run(
      try await Self.tmuxProgram.value, arguments: Arguments(["-L", socket] + arguments),
      output: .string(limit: 1 << 20), error: .discarded)
    return result.standardOutput
  }
}

/// Runs a body with a terminal in a new home folder, and removes both afterwards.
func withTerminal(
  columns: Int = 80, rows: Int = 24, _ body: (TerminalDriver) async throws -> Void
) async throws {
  try await withTemporaryHome { home in
    let browser = home.file("browser")
    let script = """
      #!/bin/sh
      printf '%s\\n' "$@" >> "$HOME/opened"
      echo NOISE
      echo NOISE >&2
      """
    try Data(script.utf8).write(to: browser)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: browser.path())
    try await withTerminal(columns: columns, rows: rows, in: home, body)
  }
}

/// Runs a body with a terminal in a shared home folder, and ends the terminal afterwards.
func withTerminal(
  columns: Int = 80, rows: Int = 24, in home: TemporaryHome,
  _ body: (TerminalDriver) async throws -> Void
) async throws {
  let terminal = TerminalDriver(home: home)
  do {
    try await terminal.start(columns: columns, rows: rows)
    try await body(terminal)
  } catch is TerminalDriver.WaitedInVain {
    // The issue was recorded where it happened.
  } catch {
    await terminal.stop()
    throw error
  }
  await terminal.stop()
}

extension TemporaryHome {
  /// Writes a wheel file with these addresses and returns the option that names it.
  func wheel(_ urls: URL...) throws -> String {
    let file = file("wheel.txt")
    try Data(urls.map(\.absoluteString).joined(separator: "\n").utf8).write(to: file)
    return "--wheel \(file.path())"
  }

  /// The addresses that the browser has been given so far.
  var opened: [String] {
    let text = try? String(contentsOf: file("opened"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }
}
