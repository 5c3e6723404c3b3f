import Foundation
import TestSupport
import Testing

/// Commands that ask for confirmation, and dry runs.
@Suite(.takesTurn)
struct SavedConsentTests {
  private func withLinks(_ body: (TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let input = (1...6).map { "example.org/\($0)" }.joined(separator: "\n")
      _ = try await home.saved("add", "-", "--note", "Mine", input: input)
      _ = try await home.saved("add", "example.org/gone")
      _ = try await home.saved("remove", "example.org/gone")
      try home.install("browser", "echo \"$1\" >> '\(home.file("opened").path())'")
      try await body(home)
    }
  }

  private static let deeds: [([String], String)] = [
    (["remove", "--filter", "-nothing"], "Remove 6 links, such as https://example.org/6?"),
    (["trash", "empty"], "Delete 1 link for good, such as https://example.org/gone?"),
    (
      ["note", "--filter", "example", "--text", "New"],
      "Replace the notes of 6 links, such as https://example.org/6?"
    ),
    (
      ["note", "example.org/1", "--text", ""],
      "Delete the note of 1 link, such as https://example.org/1?"
    ),
    (["open", "--filter", "example"], "Open 6 links, such as https://example.org/6?"),
  ]

  private func everything(in home: TemporaryHome) async throws -> String {
    try await home.saved("export", "--format", "jsonl").output
      + home.saved("trash", "--json").output + home.opened.joined()
  }

  @Test("without a terminal to ask on, nothing changes unless --yes is given", arguments: deeds)
  func withoutTerminal(arguments: [String], question: String) async throws {
    try await withLinks { home in
      let before = try await everything(in: home)
      let line =
        "BROWSER=~/bin/browser saved " + arguments.map { "'\($0)'" }.joined(separator: " ")
      let refused = try await CommandRun(line, in: home)
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      #expect(
        refused.error == "raylette: \(question) There's no terminal to ask on; use --yes.\n")
      #expect(try await everything(in: home) == before)
      #expect(try await CommandRun(line + " --yes", in: home).exitCode == 0)
      #expect(try await everything(in: home) != before)
    }
  }

  @Test("saving a link again keeps its note")
  func keepsNote() async throws {
    try await withLinks { home in
      let before = try await everything(in: home)
      let again = try await home.saved("add", "example.org/1", "--note", "Other")
      #expect(again.output == "already saved: https://example.org/1\n")
      #expect(
        again.error == "raylette: the note of https://example.org/1 stays as it was\n")
      #expect(try await everything(in: home) == before)
      let same = try await home.saved("add", "example.org/1", "--note", "Mine")
      #expect(same.exitCode == 0 && same.error.isEmpty)
    }
  }

  @Test("on a terminal, commands ask for confirmation", arguments: deeds)
  func asks(arguments: [String], question: String) async throws {
    try await withLinks { home in
      try await withTerminal(columns: 100, in: home) { terminal in
        let before = try await everything(in: home)
        let line =
          "\(TerminalDriver.program) saved "
          + arguments.map { "'\($0)'" }.joined(separator: " ")
        try await terminal.run("export BROWSER=$HOME/bin/browser; clear; \(line); echo exit:$?")
        try await terminal.waitFor("\(question) [y/N]")
        try await terminal.run("")
        try await terminal.waitFor("nothing was changed\nexit:1")
        #expect(try await everything(in: home) == before)
        try await terminal.run("clear; \(line); echo exit:$?")
        try await terminal.waitFor("[y/N]")
        try await terminal.run("y")
        try await terminal.waitFor("exit:0")
        #expect(try await everything(in: home) != before)
      }
    }
  }

  @Test(
    "changes that are easy to undo don't ask",
    arguments: [
      ["remove", "--filter", "example"], ["note", "example.org/1", "--text", "Mine"],
      ["tag", "--filter", "-nothing", "--add", "x"], ["trash", "restore", "example.org/gone"],
    ])
  func doesNotAsk(arguments: [String]) async throws {
    try await withLinks { home in
      let run = try await CommandRun(["saved"] + arguments, in: home)
      #expect(run.exitCode == 0 && run.error.isEmpty)
    }
  }

  @Test(
    "--dry-run says what would be done, and changes nothing",
    arguments: [
      (["remove", "--filter", "-nothing"], "would be removed: https://example.org/6\n"),
      (["remove", "example.org/1"], "would be removed: https://example.org/1\n"),
      (["tag", "example.org/1", "--add", "x"], "would be tagged: https://example.org/1\n"),
      (["note", "example.org/1", "--text", "x"], "would be noted: https://example.org/1\n"),
      (["trash", "restore", "example.org/gone"], "would be restored: https://example.org/gone\n"),
      (["trash", "empty"], "would be deleted: 1 link\n"),
      (["add", "example.org/new"], "would be saved: https://example.org/new\n"),
      (["add", "example.org/1"], "already saved: https://example.org/1\n"),
      (
        ["add", "example.org/gone"], "would be restored from the trash: https://example.org/gone\n"
      ),
      (["import", "-"], "-: 1 would be added, 1 already saved (read as text)\n"),
      (["undo"], "Would be undone: removed “example.org/gone”.\n"),
    ])
  func trial(arguments: [String], line: String) async throws {
    try await withLinks { home in
      let before = try await everything(in: home)
      let run = try await CommandRun(
        ["saved"] + arguments + ["--dry-run"], in: home,
        input: "https://new.example/\nhttps://example.org/1")
      #expect(run.exitCode == 0 && run.output.hasPrefix(line))
      #expect(try await everything(in: home) == before)
    }
  }
}
