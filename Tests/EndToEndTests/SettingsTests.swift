import Foundation
import TestSupport
import Testing

/// The config file, its keys and the themes in the program: what they do, and how errors end it.
@Suite(.takesTurn)
struct SettingsTests {
  @Test(
    "a wrong config file ends the program before it touches the terminal; options override it")
  func file() async throws {
    try await withTemporaryHome { home in
      try home.configure("timeout: 5\ntheme: pink\n")
      let run = try await CommandRun(["preview", "--stdin", "--url", "https://a.org"], in: home)
      #expect(run.exitCode == 2)
      #expect(
        run.error
          == "raylette: ~/.config/raylette/config.yml:2:8: theme takes \(CommandRun.themeChoice), "
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
        try await terminal.wait("the seconds so far") { $0.contains(/Loading… \d+ s/) }
        try await terminal.press("Escape")
        try await terminal.waitFor("Cancelled 127.0.0.1")
        try await terminal.quit()
        try await terminal.runProgram("--timeout 0.3 --animation")
        try await terminal.press("Space")
        try await terminal.waitFor("didn't answer within 0.3 s")
      }
    }
  }

  @Test("an error in the keys ends the program with code 2; a chord works in the terminal")
  func keys() async throws {
    try await withTemporaryHome { home in
      try home.configure("keys:\n  x: saved.remov\n")
      let run = try await CommandRun(["preview", "--stdin", "--url", "https://a.org"], in: home)
      #expect(run.exitCode == 2)
      #expect(run.error.split(separator: "\n").count == 1)
      #expect(run.error.contains("config.yml:2:6: there is no command"))
    }
    try await withTerminal { terminal in
      try terminal.home.configure("keys:\n  C-x 2: app.saved\n  Z Z: app.quit\n  q: none\n")
      try await terminal.runProgram()
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.press("C-x")
      try await terminal.waitFor("^X …")
      try await terminal.press("2")
      try await terminal.waitFor("No saved links")
      try await terminal.press("q", "Z", "Z")
      try await terminal.waitFor("exit:0")
    }
  }

  static let themes: [(config: String?, theme: String, arguments: [String], error: String)] = [
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
      "~/.config/raylette/config.yml:2:8: theme takes \(CommandRun.themes) or mine, not \"yours\""
    ),
  ]

  @Test("an error in a theme names the file and the line", arguments: themes)
  func theme(config: String?, theme: String, arguments: [String], error: String) async throws {
    try await withTemporaryHome { home in
      if let config { try home.configure(config) }
      try home.installTheme("mine", theme)
      // NO_COLOR would leave out the theme.
      let line = "NO_COLOR= \(arguments.joined(separator: " "))"
      let run = try await CommandRun(line, in: home)
      #expect(run.exitCode == 2)
      #expect(run.error == "raylette: \(error)\n")
    }
  }
}
