import Foundation
import TestSupport
import Testing

@testable import raylette

/// The program's help, and its answers to arguments that make no sense.
@Suite(.timeLimit(.minutes(3)))
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
      "links.txt",
      "there's no command 'links.txt'. To spin the links in a file, use --wheel "
        + "links.txt.", ""
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
    ("--timeout soon", "--timeout doesn't take 'soon'.", ""),
    ("--timeout 0", "--timeout takes 0.1 to 600 seconds, not 0.0.", ""),
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
      let run = try await CommandRun(shell: "$raylette \(arguments)", in: home)
      #expect(run.exitCode == 2)
      #expect(run.error == "raylette: \(message) See raylette\(help) --help.\n")
      #expect(run.output.isEmpty)
    }
  }

  static let names: [(arguments: String, message: String)] = [
    (
      "--theme nrod",
      "there is no theme \"nrod\"; did you mean nord? There is auto, dark, light, mono, nord"
    ),
    (
      "--theme solarized", "there is no theme \"solarized\"; there is auto, dark, light, mono, nord"
    ),
    (
      "--wheel clasic",
      "cannot read the wheel clasic: No such file or directory; did you mean classic?"
    ),
    ("--wheel none.txt", "cannot read the wheel none.txt: No such file or directory"),
  ]

  @Test("misspelt names of themes and wheels have a suggestion, too", arguments: names)
  func name(arguments: String, message: String) async throws {
    try await withTemporaryHome { home in
      let folder = home.file(".config/raylette/themes")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("accent: 1\n".utf8).write(to: folder.appending(path: "nord.yml"))
      let run = try await CommandRun(shell: "$raylette \(arguments)", in: home)
      #expect(run.exitCode == 2)
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

  static let distances: [(String, String, Int)] = [
    ("", "", 0), ("a", "", 1), ("list", "list", 0), ("lst", "list", 1), ("lsit", "list", 1),
    ("savd", "saved", 1), ("kitten", "sitting", 3), ("solarised", "solarized", 1),
  ]

  @Test("a slip is a letter too many, too few, wrong, or swapped", arguments: distances)
  func distance(a: String, b: String, expected: Int) {
    #expect(NearestName.distance(a, b) == expected)
    #expect(NearestName.distance(b, a) == expected)
  }
}
