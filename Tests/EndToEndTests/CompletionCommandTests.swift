import Foundation
import TestSupport
import Testing

@testable import raylette

/// The answers of the program to shells, and the scripts that ask.
@Suite(.takesTurn)
struct CompletionCommandTests {
  @Test("the program answers for each shell; nothing is created, and nothing is said about errors")
  func missing() async throws {
    try await withTemporaryHome { home in
      for shell in ["bash", "zsh", "fish"] {
        let run = try await CommandRun(
          ["---complete", shell, "", "saved", "tag", "--add", ""], in: home)
        #expect(run.exitCode == 0 && run.output == "words\n" && run.error.isEmpty)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path()).isEmpty)

      // Neither a store that can't be read nor a config file with an error is a reason to speak.
      try home.configure("theme: [")
      let folder = home.file(".local/share/raylette")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("no database".utf8).write(to: folder.appending(path: "saved.sqlite"))
      for words in [["saved", "tag", "--add", ""], ["--theme", ""]] {
        let run = try await CommandRun(["---complete", "zsh", ""] + words, in: home)
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
        #expect(run.output.contains("dark") == (words.count == 2))
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["saved.sqlite"])
    }
  }

  @Test("reading tags for a completion leaves no file behind")
  func withoutTrace() async throws {
    try await withTemporaryHome { home in
      _ = try await home.saved("add", "https://a.example", "--tag", "swift")
      let folder = home.file(".local/share/raylette").path()
      let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let run = try await CommandRun(
        ["---complete", "fish", "", "saved", "tag", "--add", ""], in: home)
      #expect(run.output == "words\nswift\t\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
    }
  }

  @Test("the parser's own scripts aren't given out, because the one for bash would run a tag")
  func ownScripts() async throws {
    try await withTemporaryHome { home in
      for shell in CompletionsCommand.Shell.allCases {
        let run = try await CommandRun(["completions", shell.rawValue], in: home)
        #expect(run.exitCode == 0 && run.output == shell.script)
        let old = try await CommandRun(["--generate-completion-script", shell.rawValue], in: home)
        #expect(old.output == run.output)
      }
      let wrong = try await CommandRun(["completions", "tcsh"], in: home)
      #expect(
        wrong.exitCode == 2 && wrong.error.contains("'bash', 'zsh' or 'fish'"), "\(wrong.error)")
    }
  }

  @Test(
    "a reader that closes the pipe ends the program quietly",
    arguments: ["completions bash", "man 1", "man 5"])
  func closedPipe(command: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "{ $raylette \(command); echo $? >&2; } | head -n 1", in: home)
      #expect(run.lines.count == 1 && run.exitCode == 0)
      #expect(["0\n", "141\n"].contains(run.error), "\(run.error)")
    }
  }
}
