import Foundation
import TestSupport
import Testing

/// After a crash, the shell is back at once, with one line about the crash.
@Suite(.takesTurn)
struct CrashTests {
  private static let signals = [
    ("SEGV", SIGSEGV, 139), ("ILL", SIGILL, 132), ("ABRT", SIGABRT, 134), ("TRAP", SIGTRAP, 133),
  ]

  /// Crashes the program as users run it, without telling the Swift runtime to turn off its
  /// debugger.
  private func crash(
    _ arguments: String, seeing text: String, signal: (name: String, number: Int32, code: Int)
  ) async throws {
    try await withTerminal(columns: 100) { terminal in
      try await terminal.run("cd; unset SWIFT_BACKTRACE; stty -g > before")
      let command = "sh -c 'echo $$ > pid; exec \(TerminalDriver.program) \(arguments)'"
      try await terminal.run("clear; \(command); echo exit:$?; stty -g > after; echo settled")
      try await terminal.waitFor(text)
      let pid = try String(contentsOf: terminal.home.file("pid"), encoding: .utf8)
      let number = try #require(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)))
      kill(number, signal.number)
      // The runtime's debugger would wait 30 seconds for a key.
      try await terminal.waitFor("exit:\(signal.code)\nsettled\n", within: .seconds(10))
      let screen = try await terminal.screen
      #expect(screen.contains("raylette: crashed; please report it"))
      #expect(!screen.contains("Backtrace") && !screen.contains("Press"))
      #expect(try await terminal.property("#{alternate_on} #{cursor_flag}") == "0 1")
      let before = try String(contentsOf: terminal.home.file("before"), encoding: .utf8)
      let after = try String(contentsOf: terminal.home.file("after"), encoding: .utf8)
      #expect(before == after && !before.isEmpty)
    }
  }

  @Test("a crash restores the terminal at once", arguments: signals)
  func onScreen(name: String, number: Int32, code: Int) async throws {
    try await crash("", seeing: "Spin the Wheel", signal: (name, number, code))
  }

  @Test("a command that crashes exits at once")
  func command() async throws {
    let waiting = "preview --stdin --url http://a.example/"
    try await crash(waiting, seeing: "reading the page", signal: ("ILL", SIGILL, 132))
  }
}
