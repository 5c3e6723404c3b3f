import Foundation
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

/// The config file: its keys, and the errors when it's invalid.
@Suite(.timeLimit(.minutes(3)))
struct ConfigurationTests {
  private static let resource = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Resources/config.yml")

  private func read(_ yaml: String) throws(ConfigurationError) -> Configuration {
    try ConfigurationReader(file: "config.yml").configuration(from: yaml)
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

  @Test(
    "an error ends the program before it touches the terminal; options override the file")
  func program() async throws {
    try await withTemporaryHome { home in
      try home.configure("timeout: 5\ntheme: pink\n")
      let run = try await CommandRun(["preview", "--stdin", "--url", "https://a.org"], in: home)
      #expect(run.exitCode == 2)
      #expect(
        run.error
          == "raylette: ~/.config/raylette/config.yml:2:8: theme takes auto, dark, light or mono, "
          + "not \"pink\"\n")
    }
    try await withServer(["/hang": Answer([.hang])]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/hang")).dropFirst("--wheel ".count)
        try terminal.home.configure("wheel: \(wheel)\ntimeout: 600\nanimation: no\ncolour: 1\n")
        try await terminal.runProgram()
        try await terminal.waitFor("exit:2")
        #expect(try await terminal.screen.contains("config.yml:4:1: unknown key \"colour\""))
        #expect(try await terminal.property("#{alternate_on}") == "0")
        try terminal.home.configure("wheel: \(wheel)\ntimeout: 600\nanimation: no\n")
        try await terminal.runProgram()
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("Loading… 1 s")
        try await terminal.press("Escape")
        try await terminal.waitFor("Cancelled 127.0.0.1")
        try await terminal.quit()
        try await terminal.runProgram("--timeout 0.3 --animation")
        try await terminal.press("Space")
        try await terminal.waitFor("didn't answer within 0.3 s")
      }
    }
  }

  @Test("custom commands get each argument unsplit, and the terminal if they ask for it")
  func commands() async throws {
    let page = Answer.page("<title>--help $(touch pwned) ; 'x'</title>")
    try await withServer(["/page": page]) { server in
      try await withTerminal { terminal in
        let home = terminal.home
        try home.install("toot", #"printf '[%s]' "$@" > "$HOME/tooted""#)
        try home.install("ask", #"[ -t 0 ] && [ -t 1 ] && printf 'asks %s' "$1"; read line"#)
        try home.install("fails", "echo 'no network' >&2; exit 7")
        try home.install("stays", #"echo $$ > "$HOME/stays"; exec sleep 60"#)
        try home.configure(
          """
          share:
            - { name: Toot, command: ["\(home.file("bin/toot").path())", -m, "{title}", "x {url}"] }
            - { name: Ask me, terminal: true, command: ["\(home.file("bin/ask").path())", "{url}"] }
            - { name: Fail, command: ["\(home.file("bin/fails").path())"] }
            - { name: Stay, command: ["\(home.file("bin/stays").path())"] }
            - { name: Nowhere, command: [raylette-no-such-program] }
          """)
        let address = server.url("/page").absoluteString
        try await terminal.runProgram(try home.wheel(server.url("/page")))
        try await terminal.press("Space")
        try await terminal.waitFor("touch pwned")
        try await terminal.press("S")
        try await terminal.waitFor("1   Toot")
        try await terminal.press("1")
        try await terminal.waitFor("✓ Toot: done.")
        #expect(home.text("tooted") == "[-m][ --help $(touch pwned) ; 'x'][x \(address)]")
        try await terminal.press("S", "2")
        try await terminal.waitFor("asks \(address)")
        try await terminal.press("Enter")
        try await terminal.waitFor("✓ Ask me: done.")
        try await terminal.press("S", "3")
        try await terminal.waitFor("✗ Fail failed: no network")
        try await terminal.press("4")
        try await terminal.waitFor("Running Stay. Press esc to cancel.")
        try await terminal.wait("the command to begin") { _ in home.text("stays") != nil }
        let number = Int32(
          (home.text("stays") ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
        try await terminal.press("Escape")
        try await terminal.waitFor("Cancelled: Stay.")
        #expect(kill(try #require(number), 0) == -1)
        try await terminal.press("5")
        try await terminal.waitFor(
          "✗ Nowhere failed: there's no program raylette-no-such-program.")
        try await terminal.press("Escape")
        try await terminal.waitForAbsence(of: "Copy as Markdown")
        try await terminal.quit()
      }
    }
  }
}

extension TemporaryHome {
  /// Writes the config file.
  func configure(_ yaml: String) throws {
    let folder = file(".config/raylette")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(yaml.utf8).write(to: folder.appending(path: "config.yml"))
  }
}
