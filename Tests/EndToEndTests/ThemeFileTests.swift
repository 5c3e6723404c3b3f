import Foundation
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

/// Themes in files of their own: those that come with the source, and the user's.
@Suite(.timeLimit(.minutes(3)))
struct ThemeFileTests {
  private static let resources = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Resources/themes").standardizedFileURL

  private static let folder = ThemeFolder(path: resources.path(), displayPath: "themes")

  @Test("the popular palettes are there")
  func names() {
    #expect(
      Self.folder.names == [
        "catppuccin-latte", "catppuccin-mocha", "dracula", "gruvbox-dark", "gruvbox-light", "nord",
        "solarized-dark", "solarized-light",
      ])
  }

  @Test(
    "text is legible on the palette's background and on the selected row",
    arguments: folder.names)
  func contrast(name: String) throws {
    let colors = try #require(try Self.folder.colors(named: name))
    #expect(colors.count == ThemePart.allCases.count)
    let grounds = try [ThemePart.background, .selection].map { try #require(colors[$0]) }
    for part in [ThemePart.accent, .title, .secondary, .match, .success, .warning, .failure] {
      for ground in grounds {
        let ratio = try #require(colors[part]?.contrast(with: ground))
        #expect(ratio >= 4.5, "\(part) on \(ground)")
      }
    }
    // The tint is visible.
    #expect(try #require(grounds[0].contrast(with: grounds[1])) >= 1.1)
  }

  @Test("what a theme leaves out suits its background")
  func background() {
    func theme(_ colors: ThemeColors) -> Theme { Theme(colors: 256, choice: .own(colors)) }
    let (dark, light) = (Theme(colors: 256, choice: .dark), Theme(colors: 256, choice: .light))
    #expect(theme([.background: .rgb(red: 0x2E, green: 0x34, blue: 0x40)]) == dark)
    #expect(theme([.background: .rgb(red: 0xFD, green: 0xF6, blue: 0xE3)]) == light)
    #expect(theme([.accent: .palette(201)]).failure == Theme(colors: 256).failure)
  }

  @Test("a file in the folder themes is a theme by its name; the config file's own come first")
  func selection() async throws {
    try await withTemporaryHome { home in
      try home.theme("mine", "accent: 201\n")
      try home.theme("both", "accent: 1\n")
      try home.configure("theme: mine\nthemes: { both: { accent: 2 } }\n")
      let environment = ["HOME": home.url.path()]
      let configuration = try ConfigurationFile(environment: environment).read()
      #expect(configuration.themeNames == ["auto", "dark", "light", "mono", "both", "mine"])
      func choice(_ override: String? = nil) throws -> ThemeChoice {
        try ThemeSelection(configuration, override: override, environment: [:]).choice
      }
      #expect(try choice() == .own([.accent: .palette(201)]))
      #expect(try choice("both") == .own([.accent: .palette(2)]))
      #expect(throws: CommandFailure.self) { try choice("../themes/mine") }
    }
  }

  static let mistakes: [(config: String?, theme: String, arguments: [String], error: String)] = [
    (
      "theme: mine", "accent: 1\nmatch: purpel\n", [],
      "~/.config/raylette/themes/mine.yml:2:8: match takes a name (black, red, green, yellow, blue, "
        + "magenta, cyan, white, bright-…, default), a number of the palette, 0 to 255, or "
        + "\"#rrggbb\""
    ),
    (
      nil, "acent: 1\n", ["--theme", "mine"],
      "~/.config/raylette/themes/mine.yml:1:1: unknown key \"acent\"; there is accent, title, "
        + "secondary, border, match, success, warning, failure, selection, background"
    ),
    (
      nil, "- 1\n", ["--theme=mine"],
      "~/.config/raylette/themes/mine.yml:1:1: the file takes keys with values"
    ),
    (
      "# nothing\ntheme: yours", "accent: 1\n", [],
      "~/.config/raylette/config.yml:2:8: theme takes auto, dark, light, mono or mine, not \"yours\""
    ),
  ]

  @Test("an error names the file and the line", arguments: mistakes)
  func mistake(config: String?, theme: String, arguments: [String], error: String) async throws {
    try await withTemporaryHome { home in
      if let config { try home.configure(config) }
      try home.theme("mine", theme)
      // NO_COLOR would leave out the theme.
      let line = "NO_COLOR= $raylette \(arguments.joined(separator: " "))"
      let run = try await CommandRun(shell: line, in: home)
      #expect(run.exitCode == 2)
      #expect(run.error == "raylette: \(error)\n")
    }
  }
}

extension TemporaryHome {
  fileprivate func theme(_ name: String, _ text: String) throws {
    let folder = file(".config/raylette/themes")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: "\(name).yml"))
  }
}
