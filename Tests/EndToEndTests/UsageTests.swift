import Foundation
import TestSupport
import Testing

@testable import raylette

/// The program's help, and its answers to arguments that make no sense.
struct UsageTests {
  static let mistakes: [(arguments: String, message: String, help: String)] = [
    ("savd list", "there's no command 'savd'. Did you mean 'saved'?", ""),
    ("preveiw https://a.example", "there's no command 'preveiw'. Did you mean 'preview'?", ""),
    ("--seed 1 savde", "there's no command 'savde'. Did you mean 'saved'?", ""),
    ("saved lst", "there's no command 'lst'. Did you mean 'list'?", " saved"),
    ("saved lsit swift", "there's no command 'lsit'. Did you mean 'list'?", " saved"),
    ("saved serch swift", "there's no command 'serch'. Did you mean 'search'?", " saved"),
    (
      "saved trash restor a.b", "there's no command 'restor'. Did you mean 'restore'?",
      " saved trash"
    ),
    ("saved qqq", "there's no command 'qqq'.", " saved"),
    ("help savd", "there's no command 'savd'. Did you mean 'saved'?", ""),
    ("help saved lst", "there's no command 'lst'. Did you mean 'list'?", " saved"),
    (
      "https://a.example/",
      "there's no command 'https://a.example/'. To see the card of a page, use preview "
        + "https://a.example/.", ""
    ),
    (
      "~/links.txt",
      "there's no command '~/links.txt'. To spin the links in a file, use --wheel "
        + "~/links.txt.", ""
    ),
    ("--image never", "unknown option '--image'. Did you mean '--images'?", ""),
    ("--bogus", "unknown option '--bogus'.", ""),
    ("--whel x", "unknown option '--whel'. Did you mean '--wheel'?", ""),
    ("saved list --jsn", "unknown option '--jsn'. Did you mean '--json'?", " saved list"),
    (
      "--images nevr",
      "--images takes auto, cells, pixels, always or never, not 'nevr'. Did you mean 'never'?",
      ""
    ),
    ("--timeout soon", "--timeout takes 0.1 to 600 seconds, not 'soon'.", ""),
    ("--timeout 0", "--timeout takes 0.1 to 600 seconds, not 0.", ""),
    ("--timeout nan", "--timeout takes 0.1 to 600 seconds, not nan.", ""),
    ("--seed -1", "--seed takes a number from 0, not -1.", ""),
    ("-n 0", "--number takes 1 to 1000, not 0.", ""),
    ("preview a.b --jobs -1", "--jobs takes 1 to 64, not -1.", " preview"),
    ("saved list --limit -1", "--limit takes a number from 1, not -1.", " saved list"),
    ("saved list --limit 1.5", "--limit takes a number from 1, not 1.5.", " saved list"),
    ("history --limit -1", "--limit takes a number from 1, not -1.", " history"),
    (
      "history list --limit --json", "--limit takes a number from 1, not '--json'.", " history list"
    ),
    (
      "cache prune --size -1", "--size takes 0 to 100000 megabytes, not -1.", " cache prune"
    ),
    ("wheel rm mine", "there's no command 'rm'. Did you mean 'remove'?", " wheel"),
    ("wheel ls", "there's no command 'ls'. Did you mean 'list'?", " wheel"),
    ("saved delete a.b", "there's no command 'delete'. Did you mean 'remove'?", " saved"),
    ("sync rm", "there's no command 'rm'. Did you mean 'leave'?", " sync"),
    ("bookmarks", "there's no command 'bookmarks'. Did you mean 'saved'?", ""),
    (
      "saved list --sort titel",
      "--sort takes newest, oldest, title, site, opened, relevance or random, not 'titel'. Did you mean "
        + "'title'?", " saved list"
    ),
    (
      "saved list --sort x",
      "--sort takes newest, oldest, title, site, opened, relevance or random, not 'x'.",
      " saved list"
    ),
    ("saved remove", "name addresses, or take those of a --filter.", " saved remove"),
  ]

  @Test("a mistake is one line that says what was probably meant", arguments: mistakes)
  func mistake(arguments: String, message: String, help: String) async throws {
    try await withTemporaryHome { home in
      try Data("https://a.example\n".utf8).write(to: home.file("links.txt"))
      let run = try await CommandRun(arguments, in: home)
      #expect(run.exitCode == 2)
      #expect(run.error == "raylette: \(message) See raylette\(help) --help.\n")
      #expect(run.output.isEmpty)
    }
  }

  static let names: [(arguments: String, exitCode: Int32, message: String)] = [
    (
      "--theme nrod", 2,
      "there is no theme \"nrod\"; did you mean nord? There is \(CommandRun.themes), mine"
    ),
    (
      "--theme monokai", 2,
      "there is no theme \"monokai\"; there is \(CommandRun.themes), mine"
    ),
    (
      "--wheel clasic", 1,
      "cannot read the wheel clasic: No such file or directory; did you mean classic?"
    ),
    ("--wheel none.txt", 1, "cannot read the wheel none.txt: No such file or directory"),
  ]

  @Test("misspelt names of themes and wheels have a suggestion, too", arguments: names)
  func name(arguments: String, exitCode: Int32, message: String) async throws {
    try await withTemporaryHome { home in
      let folder = home.file(".config/raylette/themes")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("accent: 1\n".utf8).write(to: folder.appending(path: "mine.yml"))
      let run = try await CommandRun(arguments, in: home)
      #expect(run.exitCode == exitCode)
      #expect(run.error == "raylette: \(message)\n")
    }
  }

  @Test(
    "the help has the options of the wheel and the commands", arguments: ["--help", "-h", "help"])
  func help(argument: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun([argument], in: home)
      #expect(run.exitCode == 0 && run.error.isEmpty)
      let options = [
        "--wheel", "--seed", "--timeout", "--theme", "--mouse/--no-mouse", "--animation",
        "--accessible", "--images", "--version", "-h, --help",
      ]
      for option in options {
        #expect(run.output.contains("\n  \(option)"), "\(option)")
      }
      for command in ["spin (default)", "preview", "saved"] {
        #expect(run.output.contains("\n  \(command) "))
      }
      #expect(run.output.matches(of: /OPTIONS:/).count == 1 && !run.output.contains("\n\n\n"))
      #expect(run.lines.allSatisfy { $0.count <= 80 })
    }
  }

  @Test("the help of a command has its own options only")
  func commandHelp() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["help", "saved", "list"], in: home)
      #expect(run.exitCode == 0 && run.output.contains("--sort") && !run.output.contains("--wheel"))
    }
  }

  @Test("the usage text names every command")
  func usage() async throws {
    try await withTemporaryHome { home in
      let help = try await CommandRun(["--help"], in: home).output
      let start = try #require(help.firstRange(of: "USAGE:")?.upperBound)
      let usage = help[start...].prefix(upTo: help.firstRange(of: "OPTIONS:")?.lowerBound ?? start)
        .split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
      for command in try #require(CommandTree.root).commands where command.name != "help" {
        #expect(usage.contains("raylette \(command.name)"))
      }
    }
  }

  @Test("the help of export offers only formats that can be written")
  func exportFormats() async throws {
    try await withTemporaryHome { home in
      let help = try await CommandRun(["saved", "export", "--help"], in: home).output
      let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("values: html, csv, opml, markdown, text, json, jsonl; default: html"))
      for format in ["firefox", "chrome", "newsboat", "sitemap"] {
        #expect(!text.contains(format), "\(format)")
      }
    }
  }
}
