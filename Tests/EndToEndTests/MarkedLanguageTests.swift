import Foundation
import TestSupport
import Testing

@testable import raylette

/// What the program prints in the marked language, in which every text that can be translated is in
/// 【】.
@Suite(.takesTurn)
struct MarkedLanguageTests {
  /// The names of all commands, such as `["saved", "list"]`.
  private static func commands() throws -> [[String]] {
    func paths(_ command: CommandTree, _ path: [String]) -> [[String]] {
      [path] + command.commands.flatMap { paths($0, path + [$0.name]) }
    }
    return paths(try #require(CommandTree.root), [])
  }

  @Test("no help has a text that can't be translated")
  func help() async throws {
    try await withTemporaryHome { home in
      for command in try Self.commands() {
        let line = (command + ["--help"]).joined(separator: " ")
        let run = try await CommandRun(line, in: home, environment: MarkedText.environment)
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(line): \(run.error)")
        #expect(run.output.contains("【"))
        #expect(MarkedText.unmarked(run.output) == [], "\(line): \(run.output)")
      }
    }
  }

  /// Commands that print columns.
  private static let columns = [
    "saved list", "saved tags", "saved log", "saved log $url", "saved trash", "wheel list",
    "wheel show --links mine", "history", "sync status", "sync devices", "sync repair", "doctor",
    "cache", "config show", "sync recipients", "spin --no-fetch --wheel ~/one.txt",
  ]

  @Test("JSON and columns are the same in every language")
  func output() async throws {
    try await withServer([
      "/page": .page(
        Array("<title>A page</title><meta name=author content=Ann>".utf8), type: "text/html"),
      "/gone": .status(404),
    ]) { server in
      try await withTemporaryHome { home in
        let (url, gone) = (server.url("/page").absoluteString, server.url("/gone").absoluteString)
        try home.writeSamples(url: url, gone: gone, page: "<p>Some words.")
        try Data("\(gone)\n".utf8).write(to: home.file("other.txt"))
        func run(_ line: String, _ environment: [String: String] = [:]) async throws -> String {
          let line = line.replacing("$url", with: url).replacing("$gone", with: gone)
          let run = try await CommandRun(line, in: home, environment: environment)
          return "\(Self.comparable(run.output))exit:\(run.exitCode)"
        }
        for line in [
          "saved add $url --tag a", "saved add $gone", "saved remove $gone", "saved undo",
          "saved remove $gone", "wheel add mine ~/one.txt ~/other.txt",
          "sync init --folder ~/place", "spin --no-fetch --wheel ~/one.txt",
        ] {
          #expect(try await run(line, MarkedText.environment).hasSuffix("exit:0"), "\(line)")
        }
        try FileManager.default.removeItem(at: home.file("other.txt"))
        #expect(try await run("wheel update mine", MarkedText.environment).hasSuffix("exit:1"))
        for line in JSONOutput.samples.map(\.line) + Self.columns {
          // The first run fetches pages and marks links as seen, which changes sizes and numbers.
          let english = MarkedText.environment.merging(["LANGUAGE": "en"]) { $1 }
          _ = try await run(line, english)
          let expected = try await run(line, english)
          #expect(try await run(line, MarkedText.environment) == expected, "\(line)")
        }
      }
    }
  }

  @Test("the reasons of failures are stored in English, and reported in the reader's language")
  func stored() async throws {
    try await withServer(["/page": .status(403)]) { server in
      try await withTemporaryHome { home in
        let url = server.url("/page").absoluteString
        for name in ["one.txt", "two.txt"] {
          try Data("\(url)\n".utf8).write(to: home.file(name))
        }
        func run(_ line: String) async throws -> CommandRun {
          try await CommandRun(line, in: home, environment: MarkedText.environment)
        }
        for line in [
          "saved add \(url)", "wheel add mine ~/one.txt ~/two.txt", "sync init --folder ~/place",
        ] { #expect(try await run(line).exitCode == 0, "\(line)") }
        for name in ["two.txt", "place"] {
          try FileManager.default.removeItem(at: home.file(name))
        }
        try Data().write(to: home.file("place"))
        // They ask whether there's a network, which other tests in this process have a say in.
        let failing = try await CommandRun(
          shell: """
            export LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=; $raylette saved keep; $raylette saved check
            """, in: home)
        #expect(failing.error.contains("【ñóŧ ķéþŧ"), "\(failing.error)")
        for line in ["wheel update mine", "sync"] { _ = try await run(line) }
        // The log has what isn't in the file yet.
        let stored = ["saved.sqlite", "saved.sqlite-wal"].map { name in
          let bytes = try? Data(contentsOf: home.file(".local/share/raylette/\(name)"))
          return String(decoding: bytes ?? Data(), as: UTF8.self)
        }.joined()
        for reason in ["forbidden", "No such file", "there's nothing to sync with"] {
          #expect(stored.contains(reason), "\(reason)")
        }
        #expect(!stored.contains("【"))
      }
    }
  }

  /// The output without times, which differ from run to run.
  private static func comparable(_ output: String) -> String {
    output.replacing(/[0-9-]{10}T[0-9:]{8}Z/, with: "TIME")
      .replacing(/just now|[0-9]+ minutes? ago/, with: "AGE")
  }

  @Test(
    "the setting decides the language of everything",
    arguments: [
      ("language: de", nil, false), ("", nil, true), ("language: auto", nil, true),
      ("language: en", nil, false), ("language: en", "auto", true), ("language: auto", "en", false),
      ("language: [", nil, true), ("language: en\ntimeout: 0", nil, false),
      ("language: klingon", nil, true),
    ] as [(String, String?, Bool)])
  func setting(yaml: String, variable: String?, isMarked: Bool) async throws {
    try await withTemporaryHome { home in
      try home.configure(yaml)
      var environment = MarkedText.environment
      environment["RAYLETTE_LANGUAGE"] = variable
      // What's wrong with YAML is said by its parser, in English.
      let lines =
        ["--help", "--bogus", "saved list --help"] + (yaml.hasSuffix("[") ? [] : ["config check"])
      for line in lines {
        let run = try await CommandRun(line, in: home, environment: environment)
        let text = run.output + run.error
        #expect(!text.isEmpty && text.contains("【") == isMarked, "\(line): \(text)")
      }
    }
  }

  @Test("the manual is in English, whatever the language is", arguments: ["1", "5"])
  func manual(section: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        "man \(section)", in: home, environment: MarkedText.environment)
      let english = try await CommandRun("man \(section)", in: home)
      #expect(run.exitCode == 0 && run.output == english.output)
    }
  }
}

/// Texts in the marked language.
enum MarkedText {
  static let environment = ["LANGUAGE": "en_XA", "LANG": "C.UTF-8", "LC_ALL": ""]

  /// Returns the runs of words that aren't in 【】, of which names, such as those of commands and
  /// options, have only one.
  static func unmarked(_ text: String) -> [String] {
    var text = text
    // Usage and command lines to copy, and the names of options and values.
    text = text.replacing(/\n {2,}raylette [^\n]*/, with: "\n")
    text = text.replacing(/<[^>]*>/, with: "")
    var outside = ""
    var depth = 0
    for character in text {
      if character == "【" { depth += 1 }
      if depth == 0 { outside.append(character) }
      if character == "】" {
        depth -= 1
        outside.append("|")
      }
    }
    return outside.matches(of: /[a-z]{2,}(?: [a-z]{2,})+/).map { String($0.0) }
  }
}
