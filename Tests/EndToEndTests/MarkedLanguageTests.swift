import Foundation
import TestSupport
import Testing

@testable import raylette

/// What the program prints in the marked language, in which every text that can be translated is in
/// 【】.
@Suite(.timeLimit(.minutes(5)))
struct MarkedLanguageTests {
  private static let marked = "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL="
  private static let english = "LANGUAGE=en LANG=C.UTF-8 LC_ALL="

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
        let run = try await CommandRun(shell: "\(Self.marked) $raylette \(line)", in: home)
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(line): \(run.error)")
        #expect(run.output.contains("【"))
        #expect(Self.unmarked(run.output) == [], "\(line): \(run.output)")
      }
    }
  }

  @Test("no error has a text that can't be translated", arguments: BadInput.samples.indices)
  func errors(index: Int) async throws {
    let row = BadInput.samples[index]
    try await withTemporaryHome { home in
      let run = try await BadInput.run(row, in: home, environment: Self.marked)
      #expect(run.exitCode == row.exitCode)
      let unmarked = Self.unmarked(run.error).filter { !row.arguments.contains($0) }
      #expect(unmarked == [], "\(row.command) \(row.arguments): \(run.error)")
    }
  }

  /// Returns the runs of words that aren't in 【】, of which names, such as those of commands and
  /// options, have only one.
  private static func unmarked(_ text: String) -> [String] {
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

  /// Commands that print columns.
  private static let columns = [
    "saved list", "saved tags", "saved log", "saved log $url", "saved trash", "wheel list",
    "wheel show --links mine", "history", "sync status", "sync devices", "sync repair", "doctor",
    "cache", "config show", "sync recipients", "spin --no-fetch --wheel one.txt",
  ]

  @Test("JSON and columns are the same in every language")
  func output() async throws {
    try await withServer([
      "/page": .page(
        Array("<title>A page</title><meta name=author content=Ann>".utf8), type: "text/html"),
      "/gone": .status(404),
    ]) { server in
      try await withTemporaryHome { home in
        let names = "url=\(server.url("/page")) gone=\(server.url("/gone"))"
        let made = try await CommandRun(
          shell: """
            \(names); export \(Self.marked); echo $url > one.txt; echo $gone > none.txt
            echo Some words. > words.txt; echo '<p>Some words.' > page.html; cp none.txt other.txt
            $raylette saved add $url --tag a && $raylette saved add $gone &&
            $raylette saved remove $gone && $raylette saved undo && $raylette saved remove $gone &&
            $raylette wheel add mine one.txt other.txt && $raylette sync init --folder place &&
            $raylette spin --no-fetch --wheel one.txt && rm other.txt
            $raylette wheel update mine
            """, in: home)
        #expect(made.exitCode == 1, "\(made.error)")
        for line in JSONOutput.samples.map(\.line) + Self.columns {
          func output(_ language: String) async throws -> String {
            let run = try await CommandRun(
              shell: "\(names); \(language) $raylette \(line)", in: home)
            return "\(Self.comparable(run.output))exit:\(run.exitCode)"
          }
          // The first run fetches pages and marks links as seen, which changes sizes and numbers.
          _ = try await output(Self.english)
          let expected = try await output(Self.english)
          #expect(try await output(Self.marked) == expected, "\(line)")
        }
      }
    }
  }

  @Test("the reasons of failures are stored in English, and reported in the reader's language")
  func stored() async throws {
    try await withServer(["/page": .status(403)]) { server in
      try await withTemporaryHome { home in
        let failing = try await CommandRun(
          shell: """
            export \(Self.marked); echo \(server.url("/page")) > one.txt; cp one.txt two.txt
            $raylette saved add \(server.url("/page")); $raylette saved check; $raylette saved keep
            $raylette wheel add mine one.txt two.txt; rm two.txt; $raylette wheel update mine
            $raylette sync init --folder place; rm -r place; touch place; $raylette sync
            """, in: home)
        #expect(failing.error.contains("【ñóŧ ķéþŧ"), "\(failing.error)")
        let stored = try await CommandRun(
          shell: "\(Self.marked) $raylette export; $raylette sync status --json", in: home)
        for reason in ["forbidden", "No such file", "there's nothing to sync with"] {
          #expect(stored.output.contains(reason), "\(stored.output)")
        }
        #expect(!stored.output.contains("【"), "\(stored.output)")
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
      ("language: de", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", false),
      ("", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", true),
      ("language: auto", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", true),
      ("language: en", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", false),
      ("language: en", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL= RAYLETTE_LANGUAGE=auto", true),
      ("language: auto", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL= RAYLETTE_LANGUAGE=en", false),
      ("language: [", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", true),
      ("language: en\ntimeout: 0", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", false),
      ("language: klingon", "LANGUAGE=en_XA LANG=C.UTF-8 LC_ALL=", true),
    ])
  func setting(yaml: String, environment: String, isMarked: Bool) async throws {
    try await withTemporaryHome { home in
      try home.configure(yaml)
      // What's wrong with YAML is said by its parser, in English.
      let lines =
        ["--help", "--bogus", "saved list --help"] + (yaml.hasSuffix("[") ? [] : ["config check"])
      for line in lines {
        let run = try await CommandRun(shell: "\(environment) $raylette \(line)", in: home)
        let text = run.output + run.error
        #expect(!text.isEmpty && text.contains("【") == isMarked, "\(line): \(text)")
      }
    }
  }

  @Test("the manual is in English, whatever the language is", arguments: ["1", "5"])
  func manual(section: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(shell: "\(Self.marked) $raylette man \(section)", in: home)
      let english = try await CommandRun(shell: "$raylette man \(section)", in: home)
      #expect(run.exitCode == 0 && run.output == english.output)
    }
  }
}
