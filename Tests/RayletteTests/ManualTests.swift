import ChildProcesses
import Foundation
import RayletteApp
import Subprocess
import TestSupport
import Testing

@testable import raylette

/// The manual, which is made from the texts of the program.
@Suite(.timeLimit(.minutes(3)))
struct ManualTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Resources/man")
  private static let pages = [(1, CommandPage.text), (5, SettingsPage.text)]

  @Test("Resources/man has the pages of the present texts; UPDATE_MANUAL=1 rewrites them")
  func current() throws {
    for (section, text) in Self.pages {
      let file = Self.folder.appending(path: "raylette.\(section)")
      if ProcessInfo.processInfo.environment["UPDATE_MANUAL"] == "1" {
        try Data(text.utf8).write(to: file)
      } else {
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
      }
    }
  }

  @Test("the page has every command and every option")
  func commands() throws {
    let text = CommandPage.text
    func check(_ command: CommandTree, _ path: [String]) {
      for below in command.commands where !["spin", "help"].contains(below.name) {
        #expect(text.contains("\n.Ss \((path + [below.name]).joined(separator: " "))\n"))
        check(below, path + [below.name])
      }
      for name in command.arguments.flatMap(\.optionNames) where name.hasPrefix("--") {
        #expect(text.contains("Fl Fl \(name.dropFirst(2))"), "\(path) \(name)")
      }
    }
    check(try #require(CommandTree.root), ["raylette"])
  }

  @Test("the page has every setting, with an explanation, and every command for keys")
  func settings() {
    let text = SettingsPage.text
    #expect(Set(ConfigurationTemplate().entries.map(\.key)) == Set(Setting.all.map(\.key)))
    #expect(ConfigurationTemplate().entries.allSatisfy { !$0.text.isEmpty })
    for setting in Setting.all {
      #expect(text.contains("\n.It Ic \(setting.key) : "))
      if let variable = setting.variable { #expect(text.contains("Variable: \(variable).")) }
    }
    for command in DocumentedCommand.all {
      #expect(text.contains("\n.It Ic \(Mdoc.argument(command.name))\n"))
    }
  }

  static let escapes: [(text: String, code: String, prose: String)] = [
    (#"a\n"#, #"a\en"#, #"a\en"#), ("share.xy-1", #"\%share.xy\-1"#, #"\%share.xy-1"#),
    ("-v --all", #"\-v \-\-all"#, #"\-v \-\-all"#),
    ("it's re-read", #"it\(aqs re\-read"#, "it's re-read"),
    ("~/x^y", #"\(ti/x\(hay"#, #"\(ti/x\(hay"#),
    ("(--yes)", #"(\-\-yes)"#, #"(\-\-yes)"#), ("…", #"\[u2026]"#, #"\[u2026]"#),
  ]

  @Test("nothing in a text is markup", arguments: escapes)
  func escaping(text: String, code: String, prose: String) {
    #expect(Mdoc.escaped(text, isCode: true) == code)
    #expect(Mdoc.escaped(text) == prose)
  }

  @Test("lines that begin with a dot or a quote are text, and sentences begin on a line")
  func lines() {
    var page = Mdoc(title: "x", section: 1)
    let start = page.lines.count
    page.display([".x", ".profile", "'a'", "b"])
    page.paragraphs("One. Two, e.g. three.\n\nFour?")
    #expect(
      page.lines[start...] == [
        ".Bd -literal -offset indent", "\\&.x", "\\%.profile", "\\(aqa\\(aq", "b", ".Ed", ".Pp",
        "One.",
        "Two, e.g.", "three.", ".Pp", "Four?",
      ])
  }

  static let hasMandoc = ChildProcess.exists(
    "mandoc", in: ProcessInfo.processInfo.environment)

  @Test("mandoc has nothing to say about the pages", .enabled(if: hasMandoc), arguments: [1, 5])
  func lint(section: Int) async throws {
    let file = Self.folder.appending(path: "raylette.\(section)").path()
    let result = try await Subprocess.run(
      .name("mandoc"), arguments: ["-T", "lint", file], output: .string(limit: 1 << 16),
      error: .discarded)
    // Each page refers to the other, which needn't be installed here.
    let complaints = result.standardOutput.split(separator: "\n")
      .filter { !$0.contains("referenced manual not found") }
    #expect(complaints.isEmpty)
  }

  @Test("examples can be copied from the page", .enabled(if: hasMandoc))
  func copying() async throws {
    let file = Self.folder.appending(path: "raylette.1").path()
    let result = try await Subprocess.run(
      .name("mandoc"), arguments: ["-T", "ascii", file], output: .string(limit: 1 << 20),
      error: .discarded)
    // Bold and underlined letters are overstruck.
    let text = result.standardOutput.replacing(/.\u{8}/, with: "")
    for line in [
      "raylette saved list swift -- -video", "raylette saved list 'is:unopened #\"to read\"'",
      "eval \"$(raylette completions bash)\"", "~/.config/raylette/config.yml", "--no-mouse",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }
}
