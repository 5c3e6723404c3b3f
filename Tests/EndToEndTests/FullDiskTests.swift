import Foundation
import GRDB
import Subprocess
import TestSupport
import Testing

/// Saved links can be read when the disk is full, because reading writes nothing.
@Suite(.takesTurn)
struct FullDiskTests {
  /// Whether a test can mount its own file system, as root or in a user namespace.
  private static func canMount() async throws -> Bool {
    let result = try await Subprocess.run(
      .name("unshare"),
      arguments: Arguments(mountArguments + ["mount", "-t", "tmpfs", "x", "/mnt"]),
      output: .discarded, error: .discarded)
    return result.terminationStatus.isSuccess
  }

  private static var mountArguments: [String] { geteuid() == 0 ? ["-m"] : ["-rm"] }

  /// Runs a body with a home that contains two saved links.
  /// - Parameter hasLog: whether the last change is still in the database log, as after a kill.
  private func withHome(hasLog: Bool, _ body: (TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let added = try await CommandRun(
        process: ["saved", "add", "https://example.org/1", "https://example.org/2"], in: home)
      #expect(added.exitCode == 0)
      let file = home.file(".local/share/raylette/saved.sqlite").path()
      if hasLog {
        // The last connection to close deletes the log, so this restores both files afterwards.
        let queue = try DatabaseQueue(path: file)
        try await queue.write { try $0.execute(sql: "UPDATE link SET note = 'in the log'") }
        let (data, log) = (URL(filePath: file), URL(filePath: "\(file)-wal"))
        let (dataBytes, logBytes) = (try Data(contentsOf: data), try Data(contentsOf: log))
        try queue.close()
        try dataBytes.write(to: data)
        try logBytes.write(to: log)
      }
      unlink("\(file)-shm")
      var status = stat()
      #expect((stat("\(file)-wal", &status) == 0 && status.st_size > 0) == hasLog)
      try await body(home)
    }
  }

  /// Runs `raylette` in a shell that fills the disk first.
  private func run(
    _ arguments: [String], launcher: [String], in home: TemporaryHome
  ) async throws -> (code: Int32?, output: String, error: String) {
    let result = try await Subprocess.run(
      .name(launcher[0]),
      arguments: Arguments(
        Array(launcher.dropFirst()) + [TerminalDriver.program] + arguments),
      environment: .inherit.updating(
        ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "LC_ALL": "C.UTF-8"]),
      output: .string(limit: 1 << 20), error: .string(limit: 65_536))
    guard case .exited(let code) = result.terminationStatus else {
      return (nil, result.standardOutput, result.standardError)
    }
    return (code, result.standardOutput, result.standardError)
  }

  private func expectReadable(
    hasLog: Bool, launcher: [String], in home: TemporaryHome
  ) async throws {
    let list = try await run(["saved", "list"], launcher: launcher, in: home)
    #expect(list.output == "https://example.org/2\t\t\nhttps://example.org/1\t\t\n")
    #expect(list.code == 0 && list.error.isEmpty)
    let export = try await run(
      ["saved", "export", "--format", "jsonl"], launcher: launcher, in: home)
    #expect(export.code == 0 && export.output.split(separator: "\n").count == 2)
    #expect(export.output.contains("in the log") == hasLog)
    let found = try await run(["saved", "list", "example"], launcher: launcher, in: home)
    #expect(found.output.split(separator: "\n").count == 2)
    let add = try await run(["saved", "add", "https://e.test/"], launcher: launcher, in: home)
    #expect(add.code == 1 && add.output.isEmpty)
    #expect(add.error.hasPrefix("raylette: ") && add.error.split(separator: "\n").count == 1)
  }

  private static let fill = """
    mount -t tmpfs -o size=1m tmpfs "$HOME/.cache" && mkdir "$HOME/.cache/raylette" &&
    cp -r "$HOME"/.local/share/raylette/* "$HOME/.cache/raylette/" || exit 99
    cat /dev/zero > "$HOME/.cache/filler" 2>/dev/null
    export XDG_DATA_HOME="$HOME/.cache"
    exec "$@"
    """

  @Test(
    "saved links can be read on a full file system",
    .enabled("a test that may mount") { try await canMount() },
    arguments: [false, true])
  func tmpfs(hasLog: Bool) async throws {
    try await withHome(hasLog: hasLog) { home in
      try FileManager.default.createDirectory(
        at: home.file(".cache"), withIntermediateDirectories: true)
      let launcher = ["unshare"] + Self.mountArguments + ["sh", "-c", Self.fill, "sh"]
      try await expectReadable(hasLog: hasLog, launcher: launcher, in: home)
    }
  }

  @Test(
    "on a full file system, a backup and a restoration fail with a sentence, and leave nothing",
    .enabled("a test that may mount") { try await canMount() })
  func backup() async throws {
    try await withHome(hasLog: false) { home in
      let copy = home.file("copy.sqlite").path()
      #expect(try await CommandRun(process: ["backup", copy], in: home).exitCode == 0)
      _ = try await home.savedByProcess("add", "https://example.org/later")
      try FileManager.default.createDirectory(
        at: home.file(".cache"), withIntermediateDirectories: true)
      let script = Self.fill.replacing(
        "exec \"$@\"",
        with: "\"$@\"; code=$?; \"$1\" saved list; find \"$XDG_DATA_HOME\"; exit $code")
      let launcher = ["unshare"] + Self.mountArguments + ["sh", "-c", script, "sh"]
      for (arguments, file) in [
        (["restore", copy], #"/saved\.sqlite"#),
        (["backup"], #"/backups/saved-[-0-9]{10}\.sqlite"#),
      ] {
        let result = try await run(arguments, launcher: launcher, in: home)
        let error = try Regex("raylette: cannot write [^:]*\(file): the disk is full\n")
        #expect(result.code == 1 && result.error.wholeMatch(of: error) != nil, "\(result.error)")
        // The links are as before, and no part of a copy is left.
        #expect(result.output.hasPrefix("https://example.org/later\t\t\n"))
        #expect(!result.output.contains(".new-") && !result.output.contains(".former"))
      }
    }
  }

  @Test(
    "an exchange on a full disk says so, and goes on where it was when there's room",
    .enabled("a test that may mount") { try await canMount() })
  func exchange() async throws {
    try await withTemporaryHome { home in
      let script = """
        cd; export GIT_CONFIG_NOSYSTEM=1
        git init -q --bare links.git
        "$1" saved add https://example.org/1
        "$1" sync init ~/links.git
        own=.local/share/raylette/sync
        mkdir full; mount -t tmpfs -o size=1m tmpfs full || exit 99
        cp -r $own/. full; mount --bind full $own
        "$1" saved add https://example.org/2
        head -c 2000000 /dev/zero > full/filler 2>/dev/null
        "$1" sync 2>&1; echo "full: $?"
        rm full/filler; "$1" sync; echo "again: $?"
        export HOME=~/other; mkdir ~; "$1" sync init "$PWD/links.git"; "$1" saved list | wc -l
        """
      let launcher = ["unshare"] + Self.mountArguments + ["sh", "-c", script, "sh"]
      let result = try await run([], launcher: launcher, in: home)
      let lines = result.output.split(separator: "\n")
      let place = home.file("links.git").path()
      #expect(
        lines.dropFirst(4) == [
          "raylette: there's no space left on the disk of this computer; free some", "full: 1",
          "received nothing new, sent 1 change", "again: 0",
          "joined \(place) with 1 device", "received 2 links, sent nothing", "2",
        ], "\(result)")
    }
  }

  @Test("saved links can be read when no file may grow", arguments: [false, true])
  func fileSizeLimit(hasLog: Bool) async throws {
    try await withHome(hasLog: hasLog) { home in
      let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\""
      try await expectReadable(hasLog: hasLog, launcher: ["sh", "-c", script, "sh"], in: home)
    }
  }

  @Test("the screen shows saved links, and says that nothing can be saved")
  func screen() async throws {
    try await withHome(hasLog: false) { home in
      try await withTerminal(columns: 120, in: home) { terminal in
        let script = "trap \"\" XFSZ; ulimit -f 0; exec \(TerminalDriver.program)"
        try await terminal.run("clear; sh -c '\(script)'; echo exit:$?")
        try await terminal.waitFor("Nothing can be saved: ")
        try await terminal.press("g", "l")
        try await terminal.waitFor("example.org/2")
        try await terminal.waitFor("Saved 2")
        try await terminal.quit()
      }
    }
  }
}
