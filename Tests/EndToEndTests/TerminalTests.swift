import Foundation
import TestSupport
import Testing

/// Taking, resizing, suspending and restoring the terminal, which is shared with the shell.
@Suite(.takesTurn)
struct TerminalTests {
  @Test("resizing redraws the screen, down to too small and back")
  func resize() async throws {
    try await withTerminal { terminal in
      // A tip would stand in the rule.
      try terminal.home.configure("tips: false\n")
      try await terminal.runProgram()
      try await terminal.waitFor("Spin the Wheel")
      for (columns, rows) in [(100, 30), (60, 20), (200, 60)] {
        try await terminal.resize(columns: columns, rows: rows)
        let rule = " " + String(repeating: "─", count: columns - 2)
        try await terminal.wait("a rule of \(columns - 2) columns in row \(rows - 1)") { screen in
          let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
          return lines.count > rows && lines[1] == rule && lines[rows - 2] == rule
        }
      }
      try await terminal.resize(columns: 30, rows: 5)
      try await terminal.waitFor("Too small")
      try await terminal.resize(columns: 40, rows: 10)
      try await terminal.waitFor("Spin the Wheel")
    }
  }

  @Test("Ctrl-Z gives the terminal to the shell, and fg takes it back")
  func suspend() async throws {
    try await withTerminal { terminal in
      try await terminal.runProgram()
      try await terminal.waitFor("Spin the Wheel")
      for _ in 0..<2 {
        try await terminal.press("C-z")
        try await terminal.waitFor("Stopped")
        #expect(try await terminal.property("#{alternate_on}") == "0")
        try await terminal.run("clear; fg")
        try await terminal.waitFor("Spin the Wheel")
      }
      try await terminal.press("q")
      try await terminal.waitForAbsence(of: "Spin the Wheel")
    }
  }

  @Test("no Ctrl-Z is lost, however soon it follows the last")
  func stopsEachTime() async throws {
    // Stops and continues the program, after pauses of up to some milliseconds.
    let script = """
      exec 3<&0; "$1" <&3 & pid=$!
      stopped() { case $(ps -o state= -p $pid) in T*) return 0;; esac; return 1; }
      round=0
      until [ -e start ]; do ps >/dev/null; done
      while [ $round -lt 60 ]; do
        kill -TSTP $pid; i=0
        until stopped; do i=$((i+1)); [ $i -gt 400 ] && { echo "lost in round $round" >result; exit; }; done
        round=$((round+1)); kill -CONT $pid
        i=0; while [ $i -lt $((round*20)) ]; do i=$((i+1)); done
      done
      echo "stopped $round times" >result
      """
    try await withTerminal { terminal in
      let file = terminal.home.file("stop.sh")
      try Data(script.utf8).write(to: file)
      try await terminal.run("clear; cd; sh \(file.path()) \(TerminalDriver.program)")
      try await terminal.waitFor("Spin the Wheel")
      try Data().write(to: terminal.home.file("start"))
      let result = terminal.home.file("result")
      try await terminal.wait("the result") { _ in
        FileManager.default.contents(atPath: result.path())?.last == UInt8(ascii: "\n")
      }
      #expect(try String(contentsOf: result, encoding: .utf8) == "stopped 60 times\n")
    }
  }

  @Test("pasted text isn't run as commands")
  func paste() async throws {
    try await withTerminal { terminal in
      try await terminal.runProgram()
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.paste("https://example.org/q?d=2q\nq\nhttps://example.org/b")
      try await terminal.waitFor("Save 2 pasted addresses?")
      try await terminal.press("Enter")
      try await terminal.waitFor("✓ Saved 2 links.")
      try await terminal.paste("dddq")
      try await terminal.waitFor("No web address in what was pasted.")
      try await terminal.press("g", "l", "/")
      try await terminal.waitFor("/")
      try await terminal.paste("example.org/b\nq")
      try await terminal.waitFor("1 of 2")
      // Alt with a letter neither ends the prompt nor runs a command.
      try await terminal.press("M-x", "M-d", "d")
      try await terminal.waitFor("/example.org/bd")
      try await terminal.press("Escape")
      try await terminal.waitForAbsence(of: "/example")
      try await terminal.waitFor("Saved 2")
      try await terminal.press("?")
      try await terminal.waitFor("close help")
      #expect(try await !terminal.screen.contains("exit:"))
      try await terminal.press("q", "q")
      try await terminal.waitFor("exit:0")
    }
  }

  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var exitCode: Int
    var keys: [String] = []
    /// The signal to send to the process instead of pressing keys.
    var signal: String?
  }

  static let waysOut = [
    Way(testDescription: "q", exitCode: 0, keys: ["q"]),
    Way(testDescription: "Ctrl-C", exitCode: 130, keys: ["C-c"]),
    Way(testDescription: "Ctrl-Backslash", exitCode: 131, keys: ["C-\\"]),
    Way(testDescription: "SIGTERM", exitCode: 143, signal: "TERM"),
    Way(testDescription: "SIGHUP", exitCode: 129, signal: "HUP"),
    Way(testDescription: "a crash", exitCode: 139, signal: "SEGV"),
    Way(testDescription: "SIGUSR1", exitCode: Int(128 + SIGUSR1), signal: "USR1"),
    Way(testDescription: "a Swift trap", exitCode: 132, signal: "ILL"),
  ]

  @Test("the terminal is restored however the program ends", arguments: waysOut)
  func givesBack(_ way: Way) async throws {
    try await withTerminal { terminal in
      try await terminal.run("stty -g > $HOME/before")
      // The program replaces the shell and keeps its process ID.
      let command = "sh -c 'echo $$ > $HOME/pid; exec \(TerminalDriver.program)'"
      try await terminal.run("clear; \(command); echo exit:$?; stty -g > $HOME/after; echo settled")
      try await terminal.waitFor("Spin the Wheel")
      #expect(try await terminal.property("#{alternate_on} #{cursor_flag}") == "1 0")
      if let signal = way.signal {
        let pid = try String(contentsOf: terminal.home.file("pid"), encoding: .utf8)
        let number = try #require(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)))
        let numbers = [
          "TERM": SIGTERM, "HUP": SIGHUP, "SEGV": SIGSEGV, "ILL": SIGILL, "USR1": SIGUSR1,
        ]
        kill(number, try #require(numbers[signal]))
      }
      for key in way.keys { try await terminal.press(key) }
      try await terminal.waitFor("settled\n")
      try await terminal.waitFor("exit:\(way.exitCode)")
      #expect(try await terminal.property("#{alternate_on} #{cursor_flag}") == "0 1")
      let before = try String(contentsOf: terminal.home.file("before"), encoding: .utf8)
      let after = try String(contentsOf: terminal.home.file("after"), encoding: .utf8)
      #expect(before == after && !before.isEmpty)
    }
  }

  @Test(
    "a terminal that can't be used is an error",
    arguments: [
      ("TERM=nonsense", "the terminal type \"nonsense\" is not known here"),
      ("TERM=", "TERM is not set"), ("TERM=dumb", "can't place text"),
    ])
  func unfit(variable: String, message: String) async throws {
    try await withTerminal { terminal in
      try await terminal.run("clear; env \(variable) \(TerminalDriver.program); echo exit:$?")
      try await terminal.waitFor("exit:1")
      #expect(try await terminal.screen.contains(message))
    }
  }

  @Test("if the character set isn't UTF-8, the screen is ASCII")
  func ascii() async throws {
    try await withTerminal { terminal in
      try await terminal.run("clear; env LC_ALL=C \(TerminalDriver.program); echo exit:$?")
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.waitFor(String(repeating: "-", count: 78))
      #expect(try await terminal.screen.allSatisfy(\.isASCII))
    }
  }
}
