import Foundation
import TestSupport
import Testing

/// Inputs that aren't files, never end, or keep the program waiting.
@Suite(.takesTurn)
struct InputFileTests {
  @Test(
    "devices, folders and files that are empty or too large are refused in one line",
    arguments: [
      ("--wheel /dev/urandom", 1, "cannot read the wheel /dev/urandom: it is a device, not a file"),
      ("--wheel /dev/zero", 1, "cannot read the wheel /dev/zero: it is a device, not a file"),
      ("--wheel .cache", 1, ".cache has no file with links in it"),
      ("--wheel large", 1, "cannot read the wheel large: it is larger than 64 MB"),
      (
        "--wheel /dev/null", 1,
        "/dev/null has no links; put one http or https address on each line"
      ),
      ("saved import /dev/urandom", 1, "cannot read /dev/urandom: it is a device, not a file"),
      (
        "saved import --format text /dev/zero", 1,
        "cannot read /dev/zero: it is a device, not a file"
      ),
      (
        "saved import - --format text < /dev/zero", 1,
        "cannot read standard input: it is a device, not a file"
      ),
      ("saved import .", 1, "cannot read .: it is a folder"),
      (
        "preview --stdin --url http://a.example/ < /dev/zero", 1,
        "cannot read standard input: it is a device, not a file"
      ),
      (
        "preview --stdin --url http://a.example/ < large", 1,
        "cannot read standard input: it is larger than 64 MB"
      ),
      (
        "preview --stdin --url http://a.example/ < .", 1,
        "cannot read standard input: it is a folder"
      ),
    ])
  func refused(line: String, exitCode: Int32, words: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "mkdir .cache; truncate -s 65M large; timeout 20 $raylette \(line)", in: home)
      #expect(run.exitCode == exitCode && run.output.isEmpty)
      #expect(run.error == "raylette: \(words)\n")
    }
  }

  @Test(
    "an endless pipe is closed as soon as its content can't be valid",
    arguments: [
      (
        "cat /dev/zero | $raylette --wheel /dev/stdin", 1,
        "/dev/stdin is no text file, not a list of links"
      ),
      ("yes https://example.org/ | $raylette --wheel -", 1, "it is larger than 64 MB"),
      ("cat /dev/zero | $raylette saved import -", 1, "standard input is of no known format"),
      (
        "cat /dev/zero | $raylette saved import - --format text", 1,
        "is no valid text file: it isn't a text file"
      ),
      (
        "cat /dev/zero | $raylette preview --stdin --url http://a.example/", 1,
        "it is larger than 64 MB"
      ),
    ])
  func endless(line: String, exitCode: Int32, words: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(shell: "ulimit -v 20000000; \(line)", in: home)
      #expect(run.exitCode == exitCode && run.output.isEmpty)
      #expect(run.error.contains(words))
    }
  }

  @Test("an endless line takes limited memory, and isn't an address")
  func endlessLine() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell:
          "head -c 120000000 /dev/zero | tr '\\0' a | (ulimit -d 110000; $raylette saved add -)",
        in: home)
      #expect(run.exitCode == 2)
      #expect(run.error.hasPrefix("raylette: not a web address: aaa") && run.error.hasSuffix("…\n"))
    }
  }

  @Test(
    "a config file that's a device or folder is an error",
    arguments: [("/dev/zero", "it is a device, not a file"), (".", "it is a folder")])
  func configuration(target: String, words: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "mkdir -p .config/raylette; ln -s \(target) .config/raylette/config.yml; $raylette",
        in: home)
      #expect(run.exitCode == 2)
      #expect(run.error == "raylette: ~/.config/raylette/config.yml: can't be read: \(words)\n")
    }
  }

  @Test("the program waits for a wheel from a pipe, and Ctrl-C ends the wait")
  func waiting() async throws {
    try await withTerminal { terminal in
      try await terminal.run("cd; mkfifo pipe; clear; \(TerminalDriver.program) --wheel pipe")
      try await terminal.waitFor("raylette: reading the wheel from pipe…")
      #expect(try await terminal.property("#{alternate_on}") == "0")
      try await terminal.press("C-c")
      try await terminal.run("clear; echo back$((1 + 1))")
      try await terminal.waitFor("back2")
      try await terminal.runProgram("--wheel pipe")
      try await terminal.waitFor("reading the wheel from pipe…")
      _ = try await CommandRun(shell: "echo https://example.org/ > pipe", in: terminal.home)
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.quit()
    }
  }

  @Test(
    "with a wheel from standard input, keys come from the terminal", arguments: ["-", "/dev/stdin"])
  func standardInput(name: String) async throws {
    try await withTerminal { terminal in
      try await terminal.run(
        "clear; echo https://example.org/ | \(TerminalDriver.program) --wheel \(name); echo exit:$?"
      )
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.press("g", "l")
      try await terminal.waitFor("No saved links yet.")
      try await terminal.quit()
    }
  }

  @Test("an import that waits for a pipe doesn't block other programs from saving")
  func importing() async throws {
    try await withTerminal { terminal in
      try await terminal.run("cd; mkfifo pipe; clear; \(TerminalDriver.program) saved import pipe")
      try await terminal.waitFor("raylette: reading pipe…")
      let other = try await terminal.home.saved("add", "example.org")
      #expect(other.exitCode == 0 && other.error.isEmpty)
      _ = try await CommandRun(shell: "echo https://a.example/ > pipe", in: terminal.home)
      try await terminal.waitFor("pipe: 1 added, 0 already saved")
    }
  }

  @Test("if the temporary folder is missing, the error names it")
  func noTemporaryFolder() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "echo https://a.example/ | TMPDIR=/nowhere $raylette saved import -", in: home)
      #expect(run.exitCode == 1 && run.output.isEmpty)
      #expect(run.error.contains("/nowhere") && run.error.hasSuffix("No such file or directory\n"))
    }
  }

  @Test("a relative or missing HOME is ignored", arguments: ["HOME=", "HOME=here", "-u HOME"])
  func home(variable: String) async throws {
    try await withTemporaryHome { home in
      // Without HOME, the settings of whoever runs the tests would be read.
      let folders = "XDG_DATA_HOME=$HOME/d XDG_CACHE_HOME=$HOME/c XDG_CONFIG_HOME=$HOME/e"
      let run = try await CommandRun(
        shell: "env \(variable) \(folders) $raylette saved add example.org && ls", in: home)
      #expect(run.exitCode == 0 && run.output == "saved: https://example.org/\nd\n")
    }
  }
}
