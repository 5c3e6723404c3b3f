import Foundation
import Subprocess
import TestSupport
import Testing

/// Errors before the program takes the screen: one clear line and the right exit code.
@Suite(.takesTurn)
struct BadInputTests {
  private typealias Ended = (code: Int32, output: String, errors: String)

  private func run(_ arguments: String...) async throws -> Ended {
    try await withTemporaryHome { try await run(arguments, in: $0) }
  }

  private func run(_ arguments: [String] = [], in home: TemporaryHome) async throws -> Ended {
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([TerminalDriver.program] + arguments),
      environment: .inherit.updating(["HOME": home.url.path()]),
      output: .string(limit: 65_536), error: .string(limit: 65_536))
    guard case .exited(let code) = result.terminationStatus else { throw CancellationError() }
    return (code, result.standardOutput, result.standardError)
  }

  @Test("an invalid wheel exits with 2, and the error names the line")
  func wheel() async throws {
    try await withTemporaryHome { home in
      let file = home.file("bad.txt")
      try Data("https://a.example/\n\nfile:///etc/passwd\n".utf8).write(to: file)
      let bad = try await run("--wheel", file.path())
      #expect(bad.code == 2)
      #expect(
        bad.errors
          == "raylette: \(file.path()):3: file:///etc/passwd is not an http or https address\n")
      let missing = try await run("--wheel", home.file("none.txt").path())
      #expect(missing.code == 1)
      #expect(missing.errors.contains("none.txt: No such file or directory"))
      try Data("# nothing\n".utf8).write(to: file)
      let empty = try await run("--wheel", file.path())
      #expect(empty.code == 1)
      #expect(empty.errors.contains("has no links"))
    }
  }

  @Test(
    "invalid arguments exit with 2",
    arguments: [
      ["--bogus"], ["--timeout", "0"], ["--timeout", "soon"], ["--seed", "-1"], ["extra"],
    ])
  func arguments(arguments: [String]) async throws {
    let result =
      arguments.count == 2 ? try await run(arguments[0], arguments[1]) : try await run(arguments[0])
    #expect(result.code == 2)
    #expect(result.errors.hasPrefix("raylette: "))
    #expect(result.errors.hasSuffix(" See raylette --help.\n"))
    #expect(result.errors.count(where: { $0 == "\n" }) == 1)
    #expect(result.output.isEmpty)
  }

  @Test(
    "--help and --version exit with 0 and print to standard output",
    arguments: ["--help", "--version"])
  func help(option: String) async throws {
    let result = try await run(option)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty && !result.output.isEmpty)
    #expect(option == "--version" || result.output.contains("--wheel <name or source>"))
  }

  @Test("without a terminal to read from, the program prints one line and exits with 1")
  func noTerminal() async throws {
    try await withTerminal { terminal in
      try await terminal.runProgram("< /dev/null")
      try await terminal.waitFor("raylette: needs a terminal: standard input and output may not be")
      try await terminal.waitFor("exit:1")
    }
  }

  @Test("a damaged database is named and left alone, and the program exits with 1")
  func corrupt() async throws {
    try await withTerminal { terminal in
      let file = terminal.home.file(".local/share/raylette/saved.sqlite")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let content = Data("no database at all, not even a small one".utf8)
      try content.write(to: file)
      try await terminal.runProgram()
      try await terminal.waitFor("exit:1")
      let screen = try await terminal.screen.replacing("\n", with: "")
      #expect(screen.contains("raylette: \(file.path()) is damaged or isn't a database"))
      #expect(try Data(contentsOf: file) == content)
    }
  }

  @Test("when nothing can be written, the program runs and says so")
  func readOnlyHome() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal(columns: 120) { terminal in
        let nowhere = TemporaryHome.unwritableFolder
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.run(
          "clear; XDG_DATA_HOME=\(nowhere) XDG_CACHE_HOME=\(nowhere) \(TerminalDriver.program) \(wheel)"
        )
        try await terminal.waitFor("Nothing can be saved: ")
        try await terminal.press("Space")
        try await terminal.waitFor("The Site")
        try await terminal.press("s")
        try await terminal.waitFor("Not saved: ")
      }
    }
  }

  @Test("with a read-only home, the program shows saved links and says that it can't save")
  func readOnlyStore() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal(columns: 120) { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.spinUpCard(wheel)
        try await terminal.saveCard()
        try await terminal.quit()
        try await terminal.run("chmod -R a+rX,a-w $HOME/.local $HOME/.cache; chmod a+rx $HOME")
        // Root can write everywhere, so it switches to another user.
        let somebody = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
        try await terminal.run("clear; \(somebody) \(TerminalDriver.program) \(wheel)")
        try await terminal.waitFor("Nothing can be saved: ")
        try await terminal.press("g", "l")
        try await terminal.waitFor("▌   1  ● 日本語 Crafting Interpreters")
        try await terminal.press("d")
        try await terminal.waitFor("Not changed: ")
        try await terminal.press("q")
        // What's typed before the shell is back would be echoed twice.
        try await terminal.waitFor("ready>")
        try await terminal.run("chmod -R u+w $HOME/.local $HOME/.cache; echo writable again")
        try await terminal.waitFor("\nwritable again")
      }
    }
  }

  @Test("programs that start at the same time in a new home don't block each other")
  func firstStarts() async throws {
    try await withTemporaryHome { home in
      let outputs = try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await run(["--no-fetch"], in: home).errors } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      // All of them opened their files, kept the built-in wheel and picked a link.
      #expect(outputs == [""])
    }
  }
}
