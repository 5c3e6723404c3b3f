import Foundation
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

/// Themes in files of their own: those that come with the source, and the user's.
struct ThemeFileTests {
  private static let resources = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../Resources/themes").standardizedFileURL

  private static let folder = ThemeFolder(path: resources.path(), displayPath: "themes")

  @Test("the popular palettes are there")
  func names() {
    #expect(
      Self.folder.names == [
        "catppuccin-latte", "catppuccin-mocha", "dracula", "gruvbox-dark", "gruvbox-light", "nord",
        "solarized-dark", "solarized-light",
      ])
  }

  @Test("all of them are bundled", arguments: folder.names)
  func bundled(name: String) throws {
    #expect(BundledThemes.names == Self.folder.names)
    #expect(try BundledThemes.colors(named: name) == Self.folder.colors(named: name))
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

  @Test("a file in the folder themes is a theme by its name; the config file's own come first")
  func selection() async throws {
    try await withTemporaryHome { home in
      try home.installTheme("mine", "accent: 201\n")
      try home.installTheme("both", "accent: 1\n")
      try home.configure("theme: mine\nthemes: { both: { accent: 2 } }\n")
      let environment = ["HOME": home.url.path()]
      let configuration = try ConfigurationFile(environment: environment).read()
      let bundled = BundledThemes.names
      #expect(
        configuration.themeNames == ["auto", "dark", "light", "mono"] + bundled + ["both", "mine"])
      func choice(_ override: String? = nil) throws -> ThemeChoice {
        try ThemeSelection(configuration, override: override, environment: [:]).choice
      }
      #expect(try choice() == .own([.accent: .palette(201)]))
      #expect(try choice("both") == .own([.accent: .palette(2)]))
      #expect(throws: CommandFailure.self) { try choice("../themes/mine") }
      #expect(try choice("nord") == .own(try #require(try BundledThemes.colors(named: "nord"))))
      // Whoever has copied a bundled theme can change it.
      try home.installTheme("nord", "accent: 3\n")
      #expect(try choice("nord") == .own([.accent: .palette(3)]))
    }
  }
}
