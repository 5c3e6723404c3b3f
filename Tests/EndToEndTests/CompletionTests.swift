import Foundation
import TestSupport
import Testing

@testable import raylette

/// What a command line can become, without a shell.
@Suite(.timeLimit(.minutes(3)))
struct CompletionTests {
  private static func completer() throws -> Completer {
    Completer(root: try #require(CommandTree.root)) { source, word in
      ["\(source.rawValue) for \(word)"]
    }
  }

  static let lines: [(line: String, word: String, contains: [String], lacks: [String])] = [
    ("", "", ["spin", "saved", "config", "completions", "help"], ["list", "--help"]),
    ("", "-", ["--wheel", "--no-mouse", "--version", "-h", "--help"], ["--null"]),
    ("--seed 7", "--", ["--wheel"], ["--seed"]),
    ("--theme", "d", ["themes for d"], ["saved"]), ("", "--theme=d", ["--theme=themes for d"], []),
    ("--images", "", ["auto", "cells", "pixels", "always", "never"], ["saved"]),
    ("saved", "", ["list", "tag", "trash", "undo"], ["spin", "search"]),
    ("saved search", "--s", ["--sort", "--since"], ["--version", "--wheel"]),
    ("saved list --sort", "", ["newest", "relevance"], ["--json"]),
    ("saved list", "is:", ["filters for is:"], []),
    ("saved list --", "-v", ["filters for -v"], ["--sort"]),
    ("saved list swift", "", ["filters for "], ["tag"]),
    ("saved tags --filter", "-#", ["filters for -#"], ["--sort"]),
    ("saved tag --add", "", ["tags for "], []), ("saved tag --add x", "--", ["--add"], []),
    ("saved trash", "", ["list", "restore", "empty"], []),
    ("saved trash", "--", ["--json", "--null"], ["--yes"]),
    ("saved import --format", "", ["opml"], []), ("saved export --format", "j", ["jsonl"], []),
    ("completions", "", ["bash", "zsh", "fish"], []), ("man", "", ["1", "5"], []),
    ("help", "", ["saved", "preview"], []), ("help saved", "", ["list"], ["saved"]),
    ("preview --no-such", "", [], ["saved"]),
  ]

  @Test("the line decides what a word can become", arguments: lines)
  func line(line: String, word: String, contains: [String], lacks: [String]) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try Self.completer().completions(of: word, after: words)
    let texts = answer.candidates.map(\.text)
    #expect(Set(contains).subtracting(texts).isEmpty, "\(texts)")
    #expect(Set(lacks).isDisjoint(with: texts), "\(texts)")
    #expect(answer.takesFiles == false)
  }

  @Test(
    "names of files are left to the shell",
    arguments: ["saved import", "--wheel", "saved import a"])
  func files(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try Self.completer().completions(of: "", after: words).takesFiles)
  }

  @Test("every option with fixed values, and every option about tags or filters, has completions")
  func coverage() throws {
    func check(_ command: CommandTree, _ path: String) {
      for argument in command.arguments {
        let name = argument.optionNames.first ?? argument.valueName ?? ""
        let isKnown = !argument.values.isEmpty || argument.source != nil || argument.takesFiles
        let needsValues = ["tag", "filter", "file"].contains(argument.valueName ?? "")
        #expect(!needsValues || isKnown, "\(path) \(name)")
      }
      for below in command.commands { check(below, "\(path) \(below.name)") }
    }
    check(try #require(CommandTree.root), "raylette")
  }

  static let typed: [(word: String, part: String, candidate: String, inserted: String?)] = [
    ("tw", "tw", "two words", #"two\ words"#),
    (#"two\ w"#, #"two\ w"#, "two words", #"two\ words"#),
    ("'two w", "two w", "two words", "two words"), ("\"a", "a", #"a"$`\!b"#, #"a\"\$\`\\"\!"b"#),
    ("'it", "it", "it's", #"it'\''s"#), ("'a", "a", "a'", #"a'\'"#),
    (#""a"#, "a", #"a""#, #"a"\""#), (#""a"#, "a", "a!", #"a"\!"""#),
    ("is:de", "de", "is:dead", "dead"),
    ("is:", "", "is:dead", "dead"), ("--sort=", "", "--sort=title", "title"),
    ("--tag='t", "t", "--tag=two words", "two words"), ("x", "x", "two", nil),
    ("", "", "$(touch x)", #"\$\(touch\ x\)"#), ("", "", "#~é", ##"\#\~é"##),
  ]

  @Test("in bash, what's inserted is text within the quotes that are open", arguments: typed)
  func bash(word: String, part: String, candidate: String, inserted: String?) {
    #expect(BashWord(word, part: part).insertion(of: candidate) == inserted)
  }

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

  @Test("a name with a control character isn't offered, because it can't be typed")
  func control() throws {
    let request = try #require(
      CompletionRequest([CompletionRequest.name, "zsh", "", "--theme", ""]))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let themes = folder.appending(path: ".config/raylette/themes")
    try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a\nb", "a\u{1B}[2J", "fine"] {
      try Data().write(to: themes.appending(path: "\(name).yml"))
    }
    let answer = request.response(environment: ["HOME": folder.path()])
    #expect(answer == "words\nauto\t\ndark\t\nlight\t\nmono\t\nfine\t\n")
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
