import Foundation
import LinkExchange
import LinkStore
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

/// The config file: where it is, its keys, and what overrides them.
struct ConfigurationTests {
  private static let resource = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../Resources/config.yml")

  private func read(_ yaml: String) throws(ConfigurationError) -> Configuration {
    try ConfigurationReader(file: "config.yml").configuration(from: yaml)
  }

  @Test("other devices get what the file says at each exchange, and nothing of what isn't in it")
  func exchanged() async throws {
    try await withTemporaryHome { home in
      var environment = home.environment
      environment["XDG_CONFIG_HOME"] = nil
      environment["RAYLETTE_KEEP"] = "off"
      let path = home.file(".config/raylette/config.yml")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      let file = ConfigurationFile(environment: environment)
      let settings = file.exchange(try file.read())
      // Without a file, nothing is known, so nothing is taken back.
      #expect(await settings.shared() == nil)
      try Data("searches: { Broken: 'is:dead' }".utf8).write(to: path)
      #expect(await settings.shared() == SharedSettings(searches: ["Broken": "is:dead"]))
      try Data("keep: pictures".utf8).write(to: path)
      #expect(await settings.shared() == SharedSettings(values: ["keep": "pictures"]))
      try Data("keep: everything".utf8).write(to: path)
      #expect(await settings.shared() == nil)
    }
  }

  @Test("the bundled file contains every key with its default")
  func defaults() throws {
    let text = try String(contentsOf: Self.resource, encoding: .utf8)
    #expect(try read(text) == Configuration())
    for key in ConfigurationReader.keys { #expect(text.contains("\n\(key):")) }
  }

  @Test("the examples in the bundled file are valid")
  func examples() throws {
    let text = try String(contentsOf: Self.resource, encoding: .utf8)
      .replacing("\n#  ", with: "\n  ")
    let configuration = try read(text)
    #expect(configuration.share.map(\.name) == ["Add to the reading list", "Toot"])
    #expect(configuration.share.map(\.usesTerminal) == [false, true])
    #expect(configuration.keys.count == 6)
    #expect(configuration.themes["dusk"]?.count == 10)
    #expect(configuration.themes["dusk"]?[.accent] == .rgb(red: 215, green: 135, blue: 255))
  }

  @Test("every key is read")
  func everything() throws {
    let configuration = try read(
      """
      theme: mine
      wheel: ~/links.txt
      timeout: 0.5
      mouse: no
      animation: false
      accessible: true
      images: never
      bidi: off
      language: de
      cache-size: 2.5
      tab: spin
      browser: firefox -P "my work" %s
      proxy: socks5://localhost:1080
      themes: { mine: { accent: bright-blue, border: 7 } }
      share:
        - { name: "Say\\e[2J it", command: [say, -r, 5, "{title}"] }
      """)
    var expected = Configuration()
    expected.theme = "mine"
    expected.wheel = "~/links.txt"
    expected.timeout = 0.5
    expected.mouse = false
    expected.animation = false
    expected.accessible = true
    expected.images = .never
    expected.bidi = .off
    expected.language = .german
    expected.cacheSize = 2.5
    expected.tab = .spin
    expected.browser = "firefox -P \"my work\" %s"
    expected.proxy = ProxyAddress("socks5://localhost:1080")
    expected.themes = ["mine": [.accent: .palette(12), .border: .palette(7)]]
    expected.share = [ShareCommand(name: "Say it", arguments: ["say", "-r", "5", "{title}"])]
    #expect(configuration.share.map(\.arguments) == expected.share.map(\.arguments))
    expected.share = configuration.share
    #expect(configuration == expected)
    #expect(configuration.share[0].name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test(
    "for accessible, the command line overrides the environment, which overrides the file",
    arguments: [
      (nil, nil, false, false), (nil, nil, true, true), (nil, "", true, true),
      (nil, "1", false, true), (nil, "yes", false, true), (nil, "0", true, false),
      (true, "0", false, true), (false, "1", true, false),
    ] as [(Bool?, String?, Bool, Bool)])
  func accessible(override: Bool?, variable: String?, file: Bool, expected: Bool) {
    var configuration = Configuration()
    configuration.accessible = file
    var environment = variable.map { ["ACCESSIBLE": $0] } ?? [:]
    #expect(configuration.isAccessible(override: override, environment: environment) == expected)
    // The program's own variable is already in the configuration.
    environment["RAYLETTE_ACCESSIBLE"] = "\(file)"
    #expect(
      configuration.isAccessible(override: override, environment: environment) == override ?? file)
  }

  @Test(
    "an empty file gives the defaults",
    arguments: ["", "# nothing\n", "---\n", "share:\nthemes:\n", "~"])
  func nothing(yaml: String) throws { #expect(try read(yaml) == Configuration()) }

  static let places: [([String: String], String)] = [
    (["HOME": "/home/ann"], "~/.config/raylette/config.yml"),
    (["HOME": "/home/ann", "XDG_CONFIG_HOME": "/etc/xdg"], "/etc/xdg/raylette/config.yml"),
    (["HOME": "/home/ann", "XDG_CONFIG_HOME": "conf"], "~/.config/raylette/config.yml"),
  ]

  @Test("the file is in XDG_CONFIG_HOME, or else in ~/.config", arguments: places)
  func place(environment: [String: String], expected: String) {
    #expect(ConfigurationFile(environment: environment).displayPath == expected)
  }

  static let wheels: [(String, String)] = [
    ("classic", "classic"), ("/srv/links.txt", "/srv/links.txt"), ("~/links.txt", "%/links.txt"),
    ("links.txt", "%/.config/raylette/links.txt"),
  ]

  @Test("a wheel is a name, or a path relative to home or the config file", arguments: wheels)
  func wheel(text: String, expected: String) async throws {
    try await withTemporaryHome { home in
      try home.configure("wheel: \(text)")
      let folder = home.url.deletingLastPathComponent().path() + home.url.lastPathComponent
      let configuration = try ConfigurationFile(environment: ["HOME": folder]).read()
      #expect(configuration.wheel == expected.replacing("%", with: folder))
    }
  }

  static let themes: [(String, String?, [String: String], ThemeChoice)] = [
    ("", nil, [:], .auto), ("theme: light", nil, [:], .light),
    ("theme: light", nil, ["NO_COLOR": "1"], .mono),
    ("theme: light", nil, ["NO_COLOR": ""], .light),
    ("theme: light", "dark", ["NO_COLOR": "1"], .dark),
    ("theme: light", nil, ["NO_COLOR": "1", "RAYLETTE_THEME": "light"], .light),
    ("theme: a\nthemes: {a: {accent: 1}}", nil, [:], .own([.accent: .palette(1)])),
    ("themes: {a: {accent: 1}}", "a", [:], .own([.accent: .palette(1)])),
  ]

  @Test(
    "for the theme, the command line overrides NO_COLOR, which overrides the file",
    arguments: themes)
  func selectTheme(
    yaml: String, override: String?, environment: [String: String], expected: ThemeChoice
  ) throws {
    let selection = try ThemeSelection(read(yaml), override: override, environment: environment)
    #expect(selection.choice == expected)
  }
}
