import Foundation
import LinkPreview
import LinkStore
import TestSupport
import Testing

@testable import raylette

/// Closed or full standard streams, and hostile text in the output.
@Suite(.takesTurn)
struct StandardStreamTests {
  /// Commands that print an error, and their exit codes.
  private static let failing: [(String, Int32)] = [
    ("--bogus", 2), ("--wheel /nowhere", 1), ("saved open nowhere.example", 1),
    ("saved import /nowhere", 1), ("saved import ~/bad.jsonl", 1), ("preview nowhere", 2),
    ("saved add ''", 2), ("", 1),
  ]

  @Test("an error that can't be written doesn't change the exit code", arguments: failing)
  func errors(arguments: String, exitCode: Int32) async throws {
    try await withTemporaryHome { home in
      try Data("no json\n".utf8).write(to: home.file("bad.jsonl"))
      for fault in StreamFault.allCases {
        let run = try await CommandRun(arguments, in: home, faults: [.error: fault])
        #expect(run.exitCode == exitCode, "\(arguments) \(fault)")
      }
    }
  }

  @Test(
    "a program without standard streams keeps its files out of their place",
    arguments: ["2>&-", "2>&- >&-", "<&- 2>&- >&-", "<&-"])
  func none(redirection: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "$raylette saved add example.org \(redirection)", in: home)
      #expect(run.exitCode == (redirection.contains(" >&-") ? 1 : 0))
      #expect(try await home.savedAddresses == ["https://example.org/"])
    }
  }

  @Test(
    "output that can't be written is an error",
    arguments: [
      "--help", "--version", "--version --verbose", "help saved", "saved list", "saved list --json",
      "saved export", "saved tag example.org --add x", "saved add b.example",
      "saved import ~/links.txt", "preview --stdin --url http://a.example/ < ~/page.html",
      "preview --json --stdin --url http://a.example/ < ~/page.html",
    ], StreamFault.allCases)
  func results(line: String, fault: StreamFault) async throws {
    try await withTemporaryHome { home in
      _ = try await home.saved("add", "example.org")
      try Data("c.example\nhttps://c.example\n".utf8).write(to: home.file("links.txt"))
      try Data("<title>A title</title>".utf8).write(to: home.file("page.html"))
      let run = try await CommandRun(line, in: home, faults: [.output: fault])
      #expect(run.exitCode == 1)
      let reason = fault == .closed ? "Bad file descriptor" : "No space left on device"
      #expect(run.error == "raylette: cannot write to standard output: \(reason)\n")
    }
  }

  @Test(
    "standard input that can't be read is an error",
    arguments: [
      "saved add -", "saved remove -", "saved import -", "preview -",
      "preview --stdin --url http://a.example/",
    ])
  func unreadableInput(arguments: String) async throws {
    try await withTemporaryHome { home in
      let closed = try await CommandRun(arguments, in: home, faults: [.input: .closed])
      #expect(closed.exitCode == 1 && closed.output.isEmpty)
      #expect(closed.error == "raylette: cannot read standard input: Bad file descriptor\n")
    }
  }

  /// Sequences that copy text, ring the bell, set colours, reverse text and clear the screen.
  private static let poison = "\u{1B}]52;c;aGk=\u{07}\u{1B}[31m\u{202E}\u{9B}2J\u{85}"

  @Test(
    "control characters in file names, arguments and values don't reach the terminal",
    arguments: [
      "--wheel 'XX'", "--wheel '~/bad-XX.txt'", "--wheel '~/empty-XX'", "'--XX'", "'XX'",
      "--images 'XX'", "--theme 'XX'", "--seed 'XX'", "saved 'XX'", "saved list '--XX'",
      "saved list '-XX'", "saved list --sort 'XX'", "saved import 'XX'",
      "saved import '~/bad-XX.txt'",
      "saved import '~/bad-XX.txt' --format jsonl", "saved open 'XX'", "saved open --filter 'XX'",
      "saved remove --filter '-XX'", "saved add 'XX' 'http://a.example/XX'",
      "saved tag 'XX' --add 'XX'", "saved check --filter '--XX'", "saved export --format 'XX'",
      "preview 'XX'", "preview --stdin --url 'XX'", "preview --jobs 'XX' a",
      "preview --stdin --url http://a.example --charset 'XX'",
      "--help 'XX'", "help 'XX'",
    ])
  func hostile(arguments: String) async throws {
    try await withTemporaryHome { home in
      try Data("no address\n".utf8).write(to: home.file("bad-\(Self.poison).txt"))
      try Data("".utf8).write(to: home.file("empty-\(Self.poison)"))
      _ = try await home.saved("add", "example.org")
      let line = arguments.replacing("XX", with: Self.poison)
      let run = try await CommandRun(line, in: home)
      #expect(!(run.error + run.output).isEmpty)
      for scalar in (run.error + run.output).unicodeScalars where scalar != "\n" {
        #expect(
          ![.control, .format].contains(scalar.properties.generalCategory), "\(scalar.value)")
      }
    }
  }

  @Test("control characters in the config file and its path don't reach the terminal")
  func hostileConfiguration() async throws {
    try await withTemporaryHome { home in
      let folder = home.file("conf-\(Self.poison)/raylette")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for text in [
        "theme: \"\\e]52;c;aGk=\\a\\u202E\"\n", "\"\\e[31m\": 1\n", "wheel: \"/\\e[31m\\u202E\"\n",
        "themes: { \"\\e]0;x\\a\": { accent: nothing } }\n",
      ] {
        try Data(text.utf8).write(to: folder.appending(path: "config.yml"))
        let run = try await CommandRun(
          [], in: home,
          environment: [
            "XDG_CONFIG_HOME": home.file("conf-\(Self.poison)").path(percentEncoded: false)
          ])
        // The wheel isn't there; the other mistakes are in the file itself.
        #expect(run.exitCode == (text.hasPrefix("wheel") ? 1 : 2))
        for scalar in run.error.unicodeScalars where scalar != "\n" {
          #expect(![.control, .format].contains(scalar.properties.generalCategory))
        }
      }
    }
  }

  @Test("files whose names aren't UTF-8 are found")
  func bytes() async throws {
    try await withTemporaryHome { home in
      let made = try await CommandRun(
        shell: #"f=$(printf 'caf\351.txt'); echo https://example.org/ > "$f"; "#
          + #"$raylette saved import "$f" && $raylette --no-fetch --wheel "./$f"; $raylette --no-fetch --wheel="$f""#,
        in: home)
      let link = "https://example.org/\t\t\n"
      #expect(
        made.output
          == "caf\u{FFFD}.txt: 1 added, 0 already saved (read as text)\n" + link + link)
      #expect(made.error.isEmpty)
    }
  }

  private static let pile = "Z" + String(repeating: "\u{0301}", count: 300) + "algo"

  @Test(
    "long runs of combining marks are cut",
    arguments: ["list", "export --format markdown", "export --format text", "export --format html"])
  func marks(command: String) async throws {
    try await withTemporaryHome { home in
      let line = #"{"url":"https://example.org/","title":"\#(Self.pile)","note":"\#(Self.pile)"}"#
      _ = try await home.saved("import", "-", input: line)
      let run = try await CommandRun("saved \(command)", in: home)
      #expect(run.exitCode == 0 && run.output.contains("https://example.org/"))
      #expect(run.output.unicodeScalars.count { $0 == "\u{0301}" } <= 16)
      #expect(run.output.contains("algo") == (command != "export --format text"))
    }
  }

  @Test("on a terminal, list cuts combining marks as the screen does")
  func marksOnTerminal() async throws {
    try await withTemporaryHome { home in
      // Stores the title directly, as for a fetched page, because importing a file would cut it.
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let url = try #require(URL(string: "https://example.org/"))
      var metadata = LinkMetadata(originalURL: url)
      metadata.title = Self.pile
      _ = try await store.save(metadata, at: Date())
      try await withTerminal(in: home) { terminal in
        try await terminal.run("clear; \(TerminalDriver.program) saved list")
        try await terminal.waitFor("algo")
        #expect(try await terminal.screen.unicodeScalars.count { $0 == "\u{0301}" } <= 4)
      }
    }
  }
}
