import Foundation
import Subprocess
import TestSupport
import Testing

/// Unusable store files, as users see them.
@Suite(.takesTurn)
struct StoreFaultTests {
  private static let commands: [[String]] = [
    ["list"], ["search", "x"], ["export"], ["trash"], ["trash", "restore", "e.org"],
    ["trash", "empty"], ["add", "e.org"], ["remove", "e.org"], ["tag", "e.org", "--add", "x"],
    ["note", "e.org", "--text", "x"], ["open", "e.org"], ["check"], ["import", "/dev/null"],
  ]

  @Test("if saved links can't be read, every command prints one line and exits with 1")
  func unreadable() async throws {
    try await withTemporaryHome { home in
      let added = try await CommandRun(process: ["saved", "add", "e.org"], in: home)
      #expect(added.exitCode == 0)
      let folder = home.file(".local/share/raylette").path()
      chmod(home.url.path(), 0o755)
      // Root can read everything, so it switches to another user, who has no access to the folder.
      var launcher = ["env"]
      if geteuid() == 0 {
        launcher = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
      } else {
        chmod(folder, 0)
      }
      defer { chmod(folder, 0o700) }
      for arguments in Self.commands.map({ ["saved"] + $0 }) + [[]] {
        let result = try await Subprocess.run(
          .name(launcher[0]),
          arguments: Arguments(launcher.dropFirst() + [TerminalDriver.program] + arguments),
          environment: .inherit.updating(
            ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""]),
          output: .string(limit: 65_536), error: .string(limit: 65_536))
        #expect(result.terminationStatus == .exited(1), "\(arguments)")
        #expect(result.standardOutput.isEmpty)
        #expect(
          result.standardError
            == "raylette: cannot read \(folder)/saved.sqlite: permission denied\n",
          "\(arguments)")
      }
    }
  }

  @Test(
    "if a file is in the place of the data folder, every command prints an error and exits with 1")
  func fileForFolder() async throws {
    try await withTemporaryHome { home in
      try FileManager.default.createDirectory(
        at: home.file(".local/share"), withIntermediateDirectories: true)
      try Data().write(to: home.file(".local/share/raylette"))
      for arguments in Self.commands.map({ ["saved"] + $0 }) + [[]] {
        let run = try await CommandRun(process: arguments, in: home)
        #expect(run.exitCode == 1 && run.output.isEmpty)
        #expect(run.error.hasPrefix("raylette: cannot read ") && run.error.hasSuffix("directory\n"))
      }
    }
  }

  enum Cache: CaseIterable { case text, folder, unwritable }

  @Test("a broken cache is reported, and the program starts anyway", arguments: Cache.allCases)
  func brokenCache(cache: Cache) async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal(columns: 160) { terminal in
        let file = terminal.home.file(".cache/raylette/metadata.sqlite")
        var variable = ""
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        switch cache {
        case .text: try Data("no database at all, not even a small one".utf8).write(to: file)
        case .folder:
          try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        case .unwritable: variable = "XDG_CACHE_HOME=\(TemporaryHome.unwritableFolder)"
        }
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.run(
          "clear; \(variable) \(TerminalDriver.program) preview \(server.url("/page")); echo exit:$?"
        )
        try await terminal.waitFor("exit:0")
        try await terminal.run(
          "clear; \(variable) \(TerminalDriver.program) \(wheel); echo exit:$?")
        let notice = cache == .unwritable ? "continuing without a cache" : "started a new cache"
        try await terminal.waitFor(notice)
        try await terminal.press("Space")
        try await terminal.waitFor("The Site")
        try await terminal.waitForAbsence(of: notice)
        try await terminal.saveCard()
        try await terminal.quit()
        if cache != .unwritable {
          #expect(FileManager.default.fileExists(atPath: "\(file.path()).broken"))
        }
      }
    }
  }

  @Test("saving after the database was deleted creates a new one, and the screen says so")
  func deleted() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal(columns: 160) { terminal in
        _ = try await CommandRun(
          process: ["saved", "add", "https://example.org/old"], in: terminal.home)
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try FileManager.default.removeItem(at: terminal.home.file(".local/share/raylette"))
        try await terminal.press("s")
        try await terminal.waitFor("a new list was started: ")
        try await terminal.waitFor("Saved 1")
        let list = try await CommandRun(process: ["saved", "list"], in: terminal.home)
        #expect(list.lines.count == 1, "\(list.error)")
        #expect(list.output.hasPrefix(server.url("/page").absoluteString))
        try await terminal.quit()
      }
    }
  }

  @Test("links reported as saved survive a kill in the middle of writing", arguments: [1, 3, 6, 9])
  func killed(round: Int) async throws {
    try await withTemporaryHome { home in
      let addresses = (1...600).map { "https://example.org/\(round)/\($0)\n" }
      try Data(addresses.joined().utf8).write(to: home.file("addresses"))
      let script = """
        : > "$HOME/told"
        "$1" saved add - < "$HOME/addresses" > "$HOME/told" & writer=$!
        while kill -0 $writer && [ $(wc -c < "$HOME/told") -le \(round * 700) ]; do :; done
        kill -9 $writer; wait $writer
        """
      _ = try await Subprocess.run(
        .name("sh"), arguments: ["-c", script, "sh", TerminalDriver.program],
        environment: .inherit.updating(
          ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""]),
        output: .discarded, error: .discarded)
      let told = try String(contentsOf: home.file("told"), encoding: .utf8)
      // Drops the last line, which may be incomplete.
      let lines = told.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.replacing("saved: ", with: "") }
      #expect(!lines.isEmpty)
      let list = try await CommandRun(process: ["saved", "list", "--sort", "oldest"], in: home)
      let found = list.lines.map { $0.prefix { $0 != "\t" } }
      #expect(Set(lines.map { Substring($0) }).isSubset(of: Set(found)))
      let again = try await CommandRun(
        process: ["saved", "add", "-"], in: home, input: addresses.joined())
      #expect(again.exitCode == 0 && again.lines.count == 600)
      #expect(try await CommandRun(process: ["saved", "list"], in: home).lines.count == 600)
    }
  }

  @Test("only the owner can read a note that's being edited")
  func notePermissions() async throws {
    try await withTerminal { terminal in
      _ = try await CommandRun(
        process: ["saved", "add", "https://example.org/"], in: terminal.home)
      let editor = terminal.home.file("editor")
      try Data("#!/bin/sh\nstat -c %a \"$1\" \"${1%/*}\" > $HOME/modes\n".utf8).write(to: editor)
      chmod(editor.path(), 0o755)
      try await terminal.run("umask 000; clear; EDITOR=\(editor.path()) \(TerminalDriver.program)")
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.press("g", "l")
      try await terminal.waitFor("example.org")
      try await terminal.press("e")
      let modes = terminal.home.file("modes")
      try await terminal.wait("the editor") { _ in
        (try? String(contentsOf: modes, encoding: .utf8)) == "600\n700\n"
      }
      try await terminal.press("q")
    }
  }
}
