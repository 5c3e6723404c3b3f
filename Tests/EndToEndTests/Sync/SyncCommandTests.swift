import Foundation
import TestSupport
import Testing

private let hasAge = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
  FileManager.default.isExecutableFile(atPath: "\($0)/age")
}

/// The real program on several machines, which here are several homes.
@Suite("raylette sync", .takesTurn)
struct SyncCommandTests {
  private static func run(_ command: String, _ home: TemporaryHome) async throws -> CommandRun {
    try await CommandRun(shell: command, in: home)
  }

  @Test(
    "two machines end with the same links, through a repository and through a folder",
    arguments: ["git", "folder"])
  func twoMachines(kind: String) async throws {
    try await withTemporaryHome { place in
      let path = place.file("links").path(percentEncoded: false)
      let setUp = kind == "git" ? "'\(path)'" : "--folder '\(path)'"
      if kind == "git" {
        let made = try await Self.run("git init -q --bare '\(path)'", place)
        try #require(made.exitCode == 0, "\(made.error)")
      }
      try await withTemporaryHome { first in
        try await withTemporaryHome { second in
          let before = try await Self.run("$raylette sync", first)
          #expect(before.exitCode == 1 && before.error.contains("sync isn't set up"))
          _ = try await Self.run("$raylette saved add https://example.org/a --tag one", first)
          _ = try await Self.run("$raylette saved add https://example.org/b --note B", second)
          let made = try await Self.run("$raylette sync init \(setUp)", first)
          #expect(made.lines == ["set up \(path)", "received nothing new, sent 1 change"])
          let invitation = try await Self.run("$raylette sync invite", first)
          let words = kind == "git" ? path : "--folder \(path)"
          #expect(invitation.lines == ["raylette sync init \(words)"])
          let joined = try await Self.run("$\(invitation.lines[0])", second)
          #expect(
            joined.lines == ["joined \(path) with 1 device", "received 1 link, sent 1 change"])
          let twice = try await Self.run("$raylette sync init \(setUp)", second)
          #expect(twice.exitCode == 1 && twice.error.contains("syncs with \(path) already"))
          _ = try await Self.run("$raylette saved remove https://example.org/a", second)
          _ = try await Self.run("$raylette sync now", second)
          let received = try await Self.run("$raylette sync", first)
          #expect(received.lines == ["received 2 links, sent nothing"])
          for home in [first, second] {
            let list = try await Self.run("$raylette saved list", home)
            #expect(list.lines.map { $0.prefix(21) } == ["https://example.org/b"])
          }
          let status = try await Self.run("$raylette sync status", first)
          #expect(status.lines.contains("place\t\(path)"))
          #expect(status.lines.contains("waiting\tnothing"))
          #expect(status.lines.contains("other devices\t1"))
          let repaired = try await Self.run("$raylette sync repair", first)
          #expect(
            repaired.lines == ["ok\tplace\t2 logs of 2 devices agree with what's saved here"])
          let left = try await Self.run("$raylette sync leave", first)
          #expect(left.lines == ["left \(path); all links stay"])
          let list = try await Self.run("$raylette saved list --trash", first)
          #expect(list.lines.map { $0.prefix(21) } == ["https://example.org/a"])
        }
      }
    }
  }

  @Test("a machine without links is known to the others")
  func emptyMachine() async throws {
    try await withTemporaryHome { first in
      let folder = first.file("links").path(percentEncoded: false)
      _ = try await Self.run("$raylette saved add https://example.org/a", first)
      _ = try await Self.run("$raylette sync init --folder '\(folder)'", first)
      try await withTemporaryHome { second in
        let joined = try await Self.run("$raylette sync init --folder '\(folder)'", second)
        #expect(joined.lines.last == "received 1 link, sent nothing")
      }
      _ = try await Self.run("$raylette sync", first)
      #expect(try await Self.run("$raylette sync devices", first).lines.count == 2)
    }
  }

  @Test("wheels made from addresses come to the other machine, if both have asked for them")
  func wheels() async throws {
    let list = "- [A](https://a.example/)\n- [B](https://b.example/)\n"
    try await withServer(["/list.md": .page(list.utf8, type: "text/markdown")]) { server in
      try await withTemporaryHome { first in
        try await withTemporaryHome { second in
          let folder = first.file("links").path(percentEncoded: false)
          let settings =
            "mkdir -p .config/raylette; echo 'sync: {wheels: true}' > .config/raylette/config.yml"
          for home in [first, second] { _ = try await Self.run(settings, home) }
          let source = server.url("/list.md").absoluteString
          _ = try await Self.run("$raylette wheel add rust '\(source)'", first)
          _ = try await Self.run("echo https://c.example/ | $raylette wheel add here -", first)
          let made = try await Self.run("$raylette sync init --folder '\(folder)'", first)
          #expect(made.lines.last == "received nothing new, sent 1 change")
          let joined = try await Self.run("$raylette sync init --folder '\(folder)'", second)
          #expect(joined.lines.last == "received 1 change of wheels, sent nothing")
          let update = try await Self.run("$raylette wheel update rust", second)
          #expect(update.exitCode == 0, "\(update.error)")
          let wheels = try await Self.run("$raylette wheel list", second)
          #expect(wheels.lines.contains("rust\t2\t2\t\(source)"), "\(wheels.output)")
          #expect(!wheels.output.contains("here"))

          _ = try await Self.run("$raylette wheel rename rust crab; $raylette sync", second)
          let received = try await Self.run("$raylette sync; $raylette wheel list", first)
          #expect(received.lines.first == "received 2 changes of wheels, sent nothing")
          #expect(received.output.contains("crab\t") && !received.output.contains("rust\t"))
        }
      }
    }
  }

  @Test("logs are encrypted with a key in the home folder", .enabled(if: hasAge))
  func keys() async throws {
    try await withTemporaryHome { home in
      let folder = home.file("links").path(percentEncoded: false)
      let setUp = """
        mkdir -p .config/age .config/raylette
        age-keygen -o .config/age/keys.txt 2>/dev/null
        printf 'sync:\\n  recipients: [%s]\\n  identity: ~/.config/age/keys.txt\\n' \
          "$(grep -o 'age1.*' .config/age/keys.txt)" > .config/raylette/config.yml
        $raylette saved add https://secret.example/a
        $raylette sync init --folder '\(folder)'
        """
      let made = try await Self.run(setUp, home)
      #expect(made.lines.last == "received nothing new, sent 1 change", "\(made.error)")
      let logs = try await Self.run("find '\(folder)' -name '*.age' | xargs grep -lv secret", home)
      #expect(logs.lines.count == 1 && logs.lines.first?.hasSuffix(".jsonl.age") == true)
      let again = try await Self.run("rm .config/age/keys.txt; $raylette sync", home)
      #expect(again.exitCode == 0, "\(again.error)")
      let changed = try await Self.run(
        "$raylette saved add https://secret.example/b; $raylette sync", home)
      #expect(changed.exitCode == 1 && changed.error.contains("age can't read or write the logs"))
    }
  }

  @Test(
    "a place that can't be used is one line, and nothing changes",
    arguments: [
      ("ext::sh -c id", "is not the address of a git repository"),
      ("--folder /dev/null", "there's nothing to sync with at /dev/null"),
      ("/nowhere/links.git", "there's nothing to sync with at /nowhere/links.git"),
      ("", "give the address of a git repository, or --folder with a path"),
    ])
  func refuses(place: String, sentence: String) async throws {
    try await withTemporaryHome { home in
      let argument = place.hasPrefix("--") || place.isEmpty ? place : "'\(place)'"
      let run = try await Self.run("$raylette sync init \(argument)", home)
      #expect(run.exitCode != 0 && run.output.isEmpty, "\(run.output)")
      #expect(run.error.contains(sentence), "\(run.error)")
      let status = try await Self.run("$raylette sync status", home)
      #expect(status.exitCode == 1 && status.error.contains("sync isn't set up"))
    }
  }
}
