import RayletteApp
import Testing

@testable import raylette

/// What the config file's errors say, and where.
struct ConfigurationErrorTests {
  static let mistakes: [(String, Int?, String)] = [
    (
      "mouse: true\ncolour: red\n", 2,
      "unknown key \"colour\"; there is wheel, timeout, mouse, animation, tips, accessible, images, bidi, language, theme, themes, share, density, cache-size, searches, keys, tab, prefetch, wheel-update, keep, browser, sync, proxy"
    ),
    ("\n\ntimeout: soon", 3, "timeout takes 0.1 to 600, not \"soon\""),
    ("timeout: 601", 1, "timeout takes 0.1 to 600, not \"601\""),
    ("timeout: .nan", 1, "timeout takes 0.1 to 600, not \".nan\""),
    ("mouse: maybe", 1, "mouse takes true or false, not \"maybe\""),
    ("images: [auto]", 1, "images takes auto, cells, pixels, always or never"),
    ("wheel: [a]", 1, "wheel takes a text"),
    ("sync:\n  every: 0", 2, "every takes 1 to 1440 minutes"),
    ("sync:\n  every: 10 hours", 2, "every takes 1 to 1440 minutes"),
    ("sync:\n  wheels: some", 2, "wheels takes true or false, not \"some\""),
    ("sync:\n  recipients: [--help]", 2, "recipients takes public keys: age1… or ssh-…"),
    ("sync:\n  recipients: age1x", 2, "recipients takes a list of public keys"),
    (
      "sync:\n  identity: keys.txt", 2,
      "identity takes the path of a file with a key, from / or ~"
    ),
    (
      "sync:\n  recipients: [age1\(String(repeating: "q", count: 58))]", 2,
      "sync takes recipients, your own key among them, together with identity"
    ),
    ("sync:\n  automatic: maybe", 2, "automatic takes true or false, not \"maybe\""),
    (
      "theme: pink\nthemes:\n  mine: {}", 1,
      "theme takes auto, dark, light, mono, \(BundledThemes.names.joined(separator: ", ")) or mine, not \"pink\""
    ),
    (
      "themes:\n  dark:\n    accent: 1", 3,
      "the theme dark comes with the program; another name is needed"
    ),
    (
      "themes:\n  a:\n    acent: 1", 3,
      "unknown key \"acent\" in a; there is accent, title, secondary, border, match, success, warning, failure, selection, background"
    ),
    (
      "themes:\n  a:\n    title: red\n    accent: purple", 4,
      "accent takes a name (black, red, green, yellow, blue, magenta, cyan, white, bright-…, default), "
        + "a number of the palette, 0 to 255, or \"#rrggbb\""
    ),
    ("share: mail", 1, "share takes a list of commands, each with name and command"),
    ("share:\n  - name: x", 2, "share needs a name and a command in each of its items"),
    (
      "share:\n- name: x\n  command: mail -s {title}", 3,
      "command takes a list of words, as [mail, -s, \"{title}\"]; there is no shell"
    ),
    ("share:\n- name: x\n  command: ['{url}']", 3, "command needs a program as its first word"),
    (
      "share:\n- nam: x", 2, "unknown key \"nam\" in share; there is name, command, terminal"
    ),
    ("mouse: true\nmouse: false", 1, "more than one mouse"),
    ("- a", 1, "the file takes keys with values"),
    ("wheel: \"a", 1, "found unexpected end of stream"),
    ("a\u{1B}]0;x: 1", 1, "control characters are not allowed"),
  ]

  @Test("an error names the line and the valid alternatives", arguments: mistakes)
  func mistake(yaml: String, line: Int?, problem: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(yaml) }
    #expect(error?.file == "config.yml" && error?.line == line && error?.problem == problem)
  }

  static let columns: [(yaml: String, place: String)] = [
    ("mouse: true\n  \ncolour: red\n", "config.yml:3:1: "),
    ("timeout:   soon", "config.yml:1:12: "),
    ("wheel: é日本\nthemes: { a: { title: red, accent: purple } }", "config.yml:2:36: "),
    ("share:\n- name: x\n  command: mail", "config.yml:3:12: "),
    ("mouse: true\nwheel: \"a\n", "config.yml:3:1: "),
    ("mouse: true\n[", "config.yml:3:1: "),
    ("mouse: true\r\nwheel: é\u{1B}", "config.yml:2:9: "),
    ("mouse: true\nmouse: false", "config.yml:1:1: "),
  ]

  @Test("an error says the column, too", arguments: columns)
  func column(yaml: String, place: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(yaml) }
    #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
  }

  @Test("all problems of a file are found, by line")
  func all() {
    let yaml = """
      colour: red
      timeout: soon
      mouse: maybe
      theme: mine
      themes:
        mine:
          accent: purple
          acent: 1
          title: nothing
        dark: {}
      keys:
        x: nonsense
        y: [saved.remove, none-such, other]
      share:
        - name: a
        - nam: b
        - name: c
          command: mail
      searches:
        a: ""
        b: []
      sync:
        every: 0
        wheels: some
        recipients: [x, y]
      images: neither
      """
    let (configuration, problems) = ConfigurationReader(file: "config.yml").checked(yaml)
    #expect(
      problems.map(\.line) == [
        1, 2, 3, 7, 8, 9, 10, 12, 13, 13, 15, 16, 18, 20, 21, 23, 24, 25, 25, 26,
      ], "\(problems)")
    #expect(problems.allSatisfy { $0.column != nil })
    #expect(configuration.timeout == Configuration().timeout)
    // A theme with a mistake is still one of the themes.
    #expect(!problems.contains { $0.problem.hasPrefix("theme takes") })
  }

  @Test("right settings beside wrong ones are read")
  func others() {
    let (configuration, problems) = ConfigurationReader(file: "config.yml").checked(
      "timeout: 7\nmouse: maybe\nshare:\n- name: x\n- { name: y, command: [mail] }\n")
    #expect(configuration.timeout == 7 && configuration.share.map(\.name) == ["y"])
    #expect(problems.map(\.line) == [2, 4])
  }

  private func read(_ yaml: String) throws -> Configuration {
    try ConfigurationReader(file: "config.yml").configuration(from: yaml)
  }
}
