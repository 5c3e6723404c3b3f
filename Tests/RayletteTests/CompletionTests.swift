import Foundation
import Testing

@testable import raylette

/// What a command line can become, without a shell.
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
    ("saved import --format", "", ["opml"], []),
    ("saved import --from", "", ["firefox", "edge"], ["opml"]),
    ("saved export --format", "j", ["jsonl"], []),
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
    let names = ["auto", "dark", "light", "mono"] + BundledThemes.names + ["fine"]
    #expect(answer == "words\n" + names.map { "\($0)\t\n" }.joined())
  }
}
