import Favorites
import Foundation
import LinkExchange
import Links
import RayletteApp
import Subprocess
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

/// The manual, which is made from the texts of the program.
@Suite(.takesTurn)
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

  @Test(
    "mandoc has nothing to say about the pages", .enabled(if: hasMandoc),
    arguments: ["raylette.1", "raylette.5"] + translations)
  func lint(page: String) async throws {
    let file = Self.folder.appending(path: page).path()
    let result = try await Subprocess.run(
      .name("mandoc"), arguments: ["-T", "lint", file], output: .string(limit: 1 << 16),
      error: .discarded)
    // Each page refers to the other, which needn't be installed here.
    // A line's width is tested as it's drawn, because bytes aren't columns.
    let complaints = result.standardOutput.split(separator: "\n")
      .filter {
        !$0.contains("referenced manual not found")
          && !($0.contains("longer than 80 bytes") && page.contains("/"))
      }
    #expect(complaints.isEmpty)
  }

  /// The short pages in other languages, written by hand.
  static let translations = ["ja/raylette.1", "zh_CN/raylette.1"]

  @Test(
    "pages in other languages have the keys of a day, and what they name", arguments: translations)
  func translated(page: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: page), encoding: .utf8)
    let section = text.split(separator: "\n.SH ").first { $0.contains("The keys of a day") }
    let keys = try #require(section).matches(of: /\n\.B (.+)/).map { String($0.1) }
    #expect(keys == GuideSection.dailyCommandKeys)
    let back = DocumentedCommand.all.first { $0.name == "reader.back" }
    #expect(back?.keys.contains("h") == true && text.contains(/\bh (で|返)/))
    #expect(text.contains(" \(Wheel.BuiltIn.tutorials.wheel.links.count) "))
    #expect(Setting.all.contains { $0.key == "language" } && text.contains(" language "))
  }

  @Test("pages in other languages fit 80 columns", .enabled(if: hasMandoc), arguments: translations)
  func width(page: String) async throws {
    let file = Self.folder.appending(path: page).path()
    let result = try await Subprocess.run(
      .name("mandoc"), arguments: ["-T", "utf8", "-O", "width=78", file],
      output: .string(limit: 1 << 20), error: .discarded)
    let lines = result.standardOutput.replacing(/.\u{8}/, with: "").split(separator: "\n")
    #expect(lines.count > 40)
    for line in lines { #expect(DisplayWidth.columns(of: String(line)) <= 80, "\(line)") }
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
      "raylette saved list swift -- -video", "raylette saved list 'is:unread #\"to read\"'",
      "eval \"$(raylette completions bash)\"", "~/.config/raylette/config.yml", "--no-mouse",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }
}
