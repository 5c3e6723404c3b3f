import Foundation
import TestSupport
import Testing

@testable import raylette

/// `raylette config path`, `check` and `edit`.
@Suite(.takesTurn)
struct ConfigEditCommandTests {
  @Test("path prints where the file is, even without one, and reads nothing")
  func path() async throws {
    try await withTemporaryHome { home in
      try home.configure("broken: [")
      let run = try await CommandRun("XDG_CONFIG_HOME=/x config path", in: home)
      #expect(run.output == "/x/raylette/config.yml\n" && run.exitCode == 0)
      let own = try await CommandRun(shell: "cat \"$($raylette config path)\"", in: home)
      #expect(own.output == "broken: [")
    }
  }

  static let checks: [(file: String?, theme: String?, variables: String, problems: [String])] = [
    (nil, nil, "", []), ("timeout: 5", "accent: 1", "", []),
    ("wheel: none.txt", nil, "", ["wheel: cannot read "]),
    (nil, "acent: 1", "", ["~/.config/raylette/themes/mine.yml:1:1: unknown key \"acent\""]),
    (
      "colour: 1", "accent: pink", "RAYLETTE_TIMOUT=1",
      [
        "~/.config/raylette/config.yml:1:1: unknown key",
        "~/.config/raylette/themes/mine.yml:1:9: ",
        "there's no setting for the variable RAYLETTE_TIMOUT; did you mean RAYLETTE_TIMEOUT?",
      ]
    ),
  ]

  @Test(
    "check finds errors in the file, the themes, the wheel and the variables", arguments: checks)
  func check(file: String?, theme: String?, variables: String, problems: [String]) async throws {
    try await withTemporaryHome { home in
      if let file { try home.configure(file) }
      if let theme {
        let folder = home.file(".config/raylette/themes")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(theme.utf8).write(to: folder.appending(path: "mine.yml"))
      }
      let run = try await CommandRun("\(variables) config check", in: home)
      #expect(run.exitCode == (problems.isEmpty ? 0 : 2))
      let lines = run.error.split(separator: "\n")
      #expect(lines.count == problems.count, "\(run.error)")
      for (line, problem) in zip(lines, problems) {
        #expect(line.hasPrefix("raylette: \(problem)"))
      }
      let verdict = file == nil ? "no such file" : "no problems"
      #expect(
        run.output == (problems.isEmpty ? "~/.config/raylette/config.yml: \(verdict)\n" : ""))
    }
  }

  @Test("edit creates a file of commented defaults, gives it to the editor, and checks it")
  func edit() async throws {
    try await withTemporaryHome { home in
      try home.install("editor", #"printf '[%s]' "$@" > "$HOME/edited""#)
      let editor = "VISUAL=\"'$HOME/bin/editor' -w 'two words'\""
      let path = ".config/raylette/config.yml"
      let dry = try await CommandRun(
        "EDITOR='x y' VISUAL= config edit --dry-run", in: home)
      #expect(dry.output == "would be created and edited with x: ~/\(path)\n")
      #expect(home.text(path) == nil)

      let run = try await CommandRun(shell: "\(editor) $raylette config edit", in: home)
      #expect(run.exitCode == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
      let edited = try #require(home.text("edited"))
      #expect(edited.hasPrefix("[-w][two words][/") && edited.hasSuffix("/\(path)]"))
      let text = try #require(home.text(path))
      #expect(text == ConfigurationFile.commentedDefaults)
      let configuration = try ConfigurationReader(file: "").configuration(from: text)
      #expect(configuration == Configuration() && text.contains("\n#timeout: 5\n"))

      // A file that's there stays as it is, apart from what the editor does.
      try home.configure("timeout: 7\n")
      try home.install("breaks", #"echo 'timeout: soon' > "$1""#)
      let broken = try await CommandRun(
        shell: "VISUAL= EDITOR=\"$HOME/bin/breaks\" $raylette config edit", in: home)
      #expect(broken.exitCode == 2)
      #expect(
        broken.error == "raylette: ~/\(path):1:10: timeout takes 0.1 to 600, not \"soon\"\n")
      // The way to mend it isn't closed by the error.
      let again = try await CommandRun(shell: "\(editor) $raylette config edit", in: home)
      #expect(again.exitCode == 2 && home.text(path) == "timeout: soon\n")
    }
  }

  @Test(
    "an editor that fails or isn't there is an error",
    arguments: [
      ("false", "false failed; ~/.config/raylette/config.yml wasn't checked"),
      (
        "raylette-no-such-editor",
        "can't start the editor raylette-no-such-editor; set VISUAL or EDITOR"
      ),
    ])
  func editorFails(editor: String, message: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "VISUAL=\(editor) $raylette config edit", in: home)
      #expect(run.exitCode == 1 && run.error == "raylette: \(message)\n")
    }
  }
}
