import ArgumentParser
import Foundation
import LinkExchange
import Links
import TestSupport
import Testing

@testable import raylette

/// The completion scripts in real shells: Tab is pressed in a terminal, then Enter, and what the
/// program would get is compared.
@Suite(.takesTurn)
struct ShellCompletionTests {
  static let lines: [(line: String, arguments: [String])] = [
    ("saved exp", ["saved", "export"]), ("conf", ["config"]),
    ("saved list --rand", ["saved", "list", "--rand"]),
    ("saved list --js", ["saved", "list", "--json"]),
    ("saved search --sort ti", ["saved", "search", "--sort", "title"]),
    ("--imag", ["--images"]), ("--images=ce", ["--images=cells"]),
    ("--wheel cla", ["--wheel", "classic"]), ("--theme nor", ["--theme", "nord"]),
    ("saved list is:unt", ["saved", "list", "is:untagged"]),
    ("saved import book", ["saved", "import", "bookmarks.html"]),
    (#"saved import my\ b"#, ["saved", "import", "my bookmarks.html"]),
    ("saved import 'my b", ["saved", "import", "my bookmarks.html"]),
    ("--wheel book", ["--wheel", "bookmarks.html"]),
    ("help saved imp", ["help", "saved", "import"]),
    // Quotes in the word, and in those before it.
    ("saved list '#m", ["saved", "list", "#müde"]),
    (##"saved list \#m"##, ["saved", "list", "#müde"]),
    ("'saved' list --sort ti", ["saved", "list", "--sort", "title"]),
  ]

  /// Each begins with another letter, so that one is enough to complete it.
  static let tags = [
    "a$(touch ~/pwned)", "b`touch ~/pwned`", "c two words", "d'quote\"both", "e:colon:two",
    #"f\back\slash"#, "g!bang!!", "h*?[x]{12}", "i;touch ~/pwned&", "j #hash ~ %d", "k$HOME",
    "l=eq<a>|b", "müde", "n'; touch ~/pwned; '", #"o"; touch ~/pwned; ""#, "p/q r", "-u", "y, z",
  ]

  /// What's typed of a tag, and the arguments that come of it.
  static var typedTags: [(typed: String, arguments: [String])] {
    var lines: [(typed: String, arguments: [String])] = [
      (#"--tag c\ tw"#, ["--tag", "c two words"]), ("--tag 'c tw", ["--tag", "c two words"]),
      ("--tag e:col", ["--tag", "e:colon:two"]), ("--tag e:colon:", ["--tag", "e:colon:two"]),
      ("--tag=c", ["--tag=c two words"]), ("--tag='c", ["--tag=c two words"]),
      // A comma would end the tag.
      (#"--tag '"y"#, ["--tag", #""y, z""#]),
    ]
    // An option's value can't begin with a dash.
    for tag in tags where !tag.hasPrefix("-") && !tag.contains(",") {
      lines.append(("--tag \(tag.prefix(1))", ["--tag", tag]))
    }
    // Those with what a shell reads within quotes.
    for (quote, signs) in [("'", "'\\"), ("\"", "\"$`\\!")] {
      for tag in tags where tag.contains(where: signs.contains) {
        lines.append(("--tag \(quote)\(tag.prefix(1))", ["--tag", tag]))
      }
    }
    return lines
  }

  static func isInstalled(_ shell: String) -> Bool {
    ChildProcess.exists(shell, in: ProcessInfo.processInfo.environment)
  }

  @Test(
    "bash completes commands, options, values, files and tags as text",
    .enabled(if: isInstalled("bash")))
  func bash() async throws {
    try await check(
      start: "exec bash --norc --noprofile -i", load: #"eval "$(raylette completions bash)""#)
  }

  @Test(
    "zsh completes commands, options, values, files and tags as text",
    .enabled(if: isInstalled("zsh")))
  func zsh() async throws {
    try await check(
      start: "exec zsh -f -i",
      load: #"autoload -Uz compinit; compinit -u -D; eval "$(raylette completions zsh)""#)
  }

  @Test(
    "fish completes commands, options, values, files and tags as text",
    .enabled(if: isInstalled("fish")))
  func fish() async throws {
    try await check(
      start: "exec fish --no-config -i",
      load: "function fish_prompt; echo -n 'ready>'; end; raylette completions fish | source")
  }

  /// Why the scripts aren't those of swift-argument-parser. Bash expands the list of words that they
  /// pass to it, so that a tag would be run as a command.
  @Test(
    "the script that swift-argument-parser generates for bash runs a tag as a command",
    .enabled(if: isInstalled("bash")))
  func generated() async throws {
    try await withTerminal { terminal in
      try await prepare(terminal.home)
      // The source of completions stands where the parser expects a command that prints them.
      try terminal.home.install(CompletionSource.tags.rawValue, #"echo 'a$(touch ~/pwned)'"#)
      try Data(RayletteCommand.completionScript(for: .bash).utf8)
        .write(to: terminal.home.file("generated.bash"))
      try await terminal.run("cd; export PATH=$HOME/bin:$PATH; exec bash --norc --noprofile -i")
      try await terminal.run("source generated.bash; raylette begin")
      _ = try await arguments(terminal)
      _ = try await complete("saved add x --tag a", in: terminal)
      #expect(FileManager.default.fileExists(atPath: terminal.home.file("pwned").path()))
    }
  }

  private func check(start: String, load: String) async throws {
    try await withTerminal(columns: 160) { terminal in
      try await prepare(terminal.home)
      try await terminal.run("cd; export PATH=$HOME/bin:$PATH; \(start)")
      try await terminal.run("\(load); raylette begin")
      _ = try await arguments(terminal)
      for (line, expected) in Self.lines {
        #expect(try await complete(line, in: terminal) == expected, "\(line)")
      }
      for (typed, arguments) in Self.typedTags {
        let run = try await complete("saved add x \(typed)", in: terminal)
        #expect(run == ["saved", "add", "x"] + arguments, "\(typed)")
      }
      #expect(!FileManager.default.fileExists(atPath: terminal.home.file("pwned").path()))
    }
  }

  /// Writes what there is to complete, and a program that stands in front of the real one and notes
  /// its arguments.
  private func prepare(_ home: TemporaryHome) async throws {
    try home.install(
      "raylette",
      #"""
      case $1 in
        ---complete | completions) exec \#(TerminalDriver.program) "$@" ;;
      esac
      printf '%s\0' "$@" > "$HOME/ran.part" && mv "$HOME/ran.part" "$HOME/ran"
      """#)
    let themes = home.file(".config/raylette/themes")
    try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
    try Data("accent: 1\n".utf8).write(to: themes.appending(path: "nord.yml"))
    for name in ["bookmarks.html", "my bookmarks.html"] { try Data().write(to: home.file(name)) }
    let run = try await CommandRun(
      ["saved", "add", "https://a.example"]
        + Self.tags.map { "--tag=\(FilterSign.text(ofTag: $0))" }, in: home)
    #expect(run.exitCode == 0, "\(run.error)")
  }

  private func complete(_ line: String, in terminal: TerminalDriver) async throws -> [String] {
    try await terminal.press("-l", "raylette \(line)")
    try await terminal.press("Tab", "Enter")
    return try await arguments(terminal)
  }

  /// Waits for the arguments of the next run.
  private func arguments(_ terminal: TerminalDriver) async throws -> [String] {
    let file = terminal.home.file("ran")
    try await terminal.wait(
      "the command to run", seeing: { FileManager.default.fileExists(atPath: file.path()) }
    ) { $0 }
    let text = terminal.home.text("ran") ?? ""
    try FileManager.default.removeItem(at: file)
    return text.split(separator: "\0").map(String.init)
  }
}
