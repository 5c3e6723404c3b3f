import Foundation
import TestSupport
import Testing

/// Runs a body with the program on a terminal, and ends it afterwards. Checks that the terminal
/// understood all it was sent.
func withPseudoTerminal(
  _ traits: TerminalEmulator.Traits, columns: Int = 80, rows: Int = 24, arguments: [String] = [],
  environment: [String: String] = [:], program: String = TerminalDriver.program,
  keepsOutput: Bool = false, in home: TemporaryHome,
  _ body: (PseudoTerminal) async throws -> Void
) async throws {
  var variables = [
    "HOME": home.url.path(), "LANG": "C.UTF-8", "TERM": "xterm-256color",
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "SWIFT_BACKTRACE": "enable=no",
  ]
  variables.merge(environment) { $1 }
  let terminal = try PseudoTerminal(
    program, arguments: arguments, environment: variables,
    emulator: TerminalEmulator(columns: columns, rows: rows, traits: traits),
    keepsOutput: keepsOutput)
  let result: Result<Void, any Error>
  do { result = .success(try await body(terminal)) } catch { result = .failure(error) }
  await terminal.stop()
  #expect(terminal.screen.complaints == [])
  try result.get()
}

extension PseudoTerminal {
  /// Waits until the screen meets a condition. Records the screen if it doesn't in time.
  func expect(
    sourceLocation: SourceLocation = #_sourceLocation, _ isMet: (TerminalEmulator) -> Bool
  ) async throws {
    if await wait(within: .seconds(60), { isMet(screen) }) { return }
    Issue.record(
      "waited in vain; the screen:\n\(screen.text)\n\(screen.graphicsSummary)",
      sourceLocation: sourceLocation)
    throw WaitedInVain()
  }

  /// Waits for the end of the program.
  func expectEnd() async throws { try await expect { _ in status != nil } }

  struct WaitedInVain: Error {}
}
