import Foundation
import Links
import LinkStore
import Subprocess
import TestSupport
import Testing

/// `raylette export` and `raylette import`, as users and scripts run them.
@Suite(.takesTurn)
struct HomeCommandTests {
  /// Runs a body with a home that has some of everything, and another one with the file `all`.
  private func withHomes(
    _ body: (TemporaryHome, _ other: TemporaryHome) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      try Data("https://x.example/\nhttps://y.example/\n".utf8).write(to: home.file("list.txt"))
      let made = try await CommandRun(
        shell: """
          $raylette saved add https://a.example/ https://b.example/ --tag t >/dev/null \
          && $raylette saved note a.example --text 'first
          second' >/dev/null && $raylette saved remove b.example >/dev/null \
          && $raylette wheel add mine list.txt >/dev/null \
          && $raylette spin --no-fetch --wheel mine >/dev/null
          """, in: home)
      try #require(made.exitCode == 0, "\(made.error)")
      let exported = try await CommandRun(shell: "$raylette export > all", in: home)
      #expect(exported.exitCode == 0 && exported.error.isEmpty)
      try await withTemporaryHome { other in
        try FileManager.default.copyItem(at: home.file("all"), to: other.file("all"))
        try await body(home, other)
      }
    }
  }

  @Test(
    "a file that was exported restores everything",
    arguments: [
      "$raylette import all", "$raylette import - < all", "cat all | $raylette import -",
      "gzip -c all > all.gz && $raylette import all.gz", "gzip -c all | $raylette import -",
      "$raylette import /dev/stdin < all",
    ])
  func roundTrip(line: String) async throws {
    try await withHomes { home, other in
      let imported = try await CommandRun(shell: line, in: other)
      #expect(imported.exitCode == 0 && imported.error.isEmpty, "\(imported.error)")
      #expect(
        imported.output.hasSuffix(
          ": restored 2 links; kept texts: 0, wheels: 1, cards of the history: 0\n"),
        "\(imported.output)")
      #expect(
        try await CommandRun(process: ["export"], in: other).output
          == CommandRun(process: ["export"], in: home).output)
      for command in [
        ["saved", "list", "--json"], ["saved", "trash", "--json"], ["history", "--json"],
        ["wheel", "show", "mine", "--json"],
      ] {
        let runs = [
          try await CommandRun(process: command, in: home),
          try await CommandRun(process: command, in: other),
        ]
        #expect(runs[0].output == runs[1].output, "\(command)")
      }
      let again = try await CommandRun(shell: line, in: other)
      #expect(again.exitCode == 1 && again.output.isEmpty)
      #expect(again.error.contains("there are links, wheels or a history already"))
    }
  }

  @Test(
    "of several imports at once, one restores everything, and the others say why not",
    arguments: [2, 8])
  func together(count: Int) async throws {
    try await withHomes { home, other in
      let runs = try await withThrowingTaskGroup(of: CommandRun.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await CommandRun(process: ["import", other.file("all").path()], in: other)
          }
        }
        return try await group.reduce(into: [CommandRun]()) { $0.append($1) }
      }
      #expect(runs.filter { $0.exitCode == 0 }.count == 1)
      for run in runs where run.exitCode != 0 {
        #expect(run.error.contains("already, in "), "\(run.error)")
      }
      #expect(
        try await CommandRun(process: ["export"], in: other).output
          == CommandRun(process: ["export"], in: home).output)
    }
  }

  @Test(
    "beside a program that writes, an import restores everything or says why not", arguments: 1...4)
  func besideWriter(round: Int) async throws {
    try await withHomes { home, other in
      async let added = CommandRun(process: ["saved", "add", "https://c.example/"], in: other)
      async let imported = CommandRun(process: ["import", other.file("all").path()], in: other)
      let (add, run) = try await (added, imported)
      #expect(add.exitCode == 0, "\(add.error)")
      let addresses = try await Set(other.savedAddresses)
      let own: Set = ["https://c.example/"]
      #expect(addresses == (run.exitCode == 0 ? own.union(["https://a.example/"]) : own))
    }
  }

  @Test("the links of an export can be added to what's saved, however large it is")
  func onlyLinks() async throws {
    try await withHomes { _, other in
      // More than any other file of bookmarks may have, with long texts.
      let script = """
        $raylette saved add https://kept.example/ >/dev/null
        { head -n 1 all
          for text in 1 2 3 4 5 6 7 8 9; do
            printf '{"kind":"text","link":1,"article":"'; head -c 7500000 /dev/zero | tr '\\0' x
            printf '"}\\n'
          done
          tail -n +2 all; } | gzip > large.gz
        $raylette saved import large.gz
        """
      let run = try await CommandRun(shell: script, in: other)
      #expect(run.exitCode == 0, "\(run.error)")
      #expect(
        run.output == "large.gz: 1 added, 0 already saved (read as jsonl)\n", "\(run.output)")
      #expect(
        try await Set(other.savedAddresses) == ["https://kept.example/", "https://a.example/"])
    }
  }

  /// A file with so many links that its import can be interrupted.
  private func writeLarge(to url: URL) throws {
    let header = #"{"format":"raylette","kind":"header","program":"1.0.0","version":1}"#
    let links = (1...5_000).map {
      #"{"kind":"link","id":\#($0),"url":"https://many.example/\#($0)","tags":["t"],"savedAt":"2026-01-01T00:00:00Z"}"#
    }
    let end = #"{"counts":{"link":5000},"kind":"end"}"#
    try Data((([header] + links + [end]).joined(separator: "\n") + "\n").utf8).write(to: url)
  }

  @Test("a killed import has restored everything or nothing", arguments: [0, 300_000])
  func killed(logSize: Int) async throws {
    try await withTemporaryHome { home in
      try writeLarge(to: home.file("all"))
      let script = """
        log="$HOME/.local/share/raylette/saved.sqlite-wal"
        size() { wc -c 2>/dev/null < "$log" || echo 0; }
        $raylette import all > told & writer=$!
        while kill -0 $writer 2>/dev/null && [ $(size) -le \(logSize) ]; do :; done
        kill -9 $writer; wait $writer; true
        """
      _ = try await CommandRun(shell: script, in: home)
      let count = try await home.savedAddresses.count
      #expect([0, 5_000].contains(count))
      let again = try await CommandRun(shell: "$raylette import all", in: home)
      #expect(again.exitCode == (count == 0 ? 0 : 1), "\(again.error)")
      #expect(try await home.savedAddresses.count == 5_000)
    }
  }

  @Test("an export that can't be written says so, and a closed pipe ends it silently")
  func unwritable() async throws {
    try await withTemporaryHome { home in
      try writeLarge(to: home.file("all"))
      _ = try await CommandRun(shell: "$raylette import all", in: home)
      let full = try await CommandRun(shell: "$raylette export > /dev/full", in: home)
      #expect(full.exitCode == 1)
      #expect(
        full.error == "raylette: cannot write to standard output: No space left on device\n")
      let closed = try await CommandRun(
        shell: "{ $raylette export; echo $? >&2; } | head -n 1", in: home)
      #expect(closed.error == "141\n" && closed.lines.count == 1)
    }
  }

  @Test("an export is of one moment, though others write")
  func snapshot() async throws {
    try await withTemporaryHome { home in
      try writeLarge(to: home.file("all"))
      _ = try await CommandRun(shell: "$raylette import all", in: home)
      // The pipe is full until the change is made.
      let run = try await CommandRun(
        shell: """
          $raylette export | { read -r header; $raylette saved remove --filter many.example \
          >/dev/null; cat; } | grep -c '"removedAt":null'
          """, in: home)
      #expect(run.output == "5000\n", "\(run.error)")
      #expect(try await home.savedAddresses == [])
    }
  }

  @Test("a pipe that isn't a file of ours isn't read to its end", .takesTurn)
  func endless() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(shell: "yes | $raylette import -", in: home)
      #expect(run.exitCode == 1)
      #expect(run.error.contains("standard input isn't a file of raylette export"))
    }
  }
}
