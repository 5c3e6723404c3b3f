import Foundation
import LinkExchange
import Links
import RayletteApp
import TestSupport
import Testing

@testable import Favorites
@testable import raylette

/// The browsers that are found, and what they get.
@Suite(.takesTurn)
struct BrowserCommandTests {
  static let displays: [([String: String], String, Bool)] = [
    ([:], "/usr/bin/w3m", true), (["DISPLAY": ":0"], "/usr/bin/w3m", true),
    ([:], "/usr/local/bin/cha", true), ([:], "/usr/bin/xdg-open", true),
    (["DISPLAY": ":0"], "/usr/bin/xdg-open", false),
    (["WAYLAND_DISPLAY": "wayland-0"], "/usr/bin/xdg-open", false),
    ([:], "/usr/bin/firefox", false), (["DISPLAY": ""], "/usr/bin/sensible-browser", true),
  ]

  @Test("terminal browsers get the terminal, and others don't", arguments: displays)
  func terminalBrowsers(environment: [String: String], path: String, expected: Bool) throws {
    let command = try #require(
      BrowserCommand.commands(environment: environment, system: .linux).first)
    #expect(command.usesTerminal(path: path) == expected)
  }

  @Test("macOS always has a desktop, and its own opener comes after BROWSER")
  func macOS() throws {
    let commands = BrowserCommand.commands(environment: ["BROWSER": "kept"], system: .macOS)
    #expect(commands.prefix(2).map(\.program) == ["kept", "open"])
    #expect(!commands.map(\.program).contains("xdg-open"))
    #expect(commands.allSatisfy { !$0.usesTerminal(path: "/usr/bin/xdg-open") })
    #expect(MailProgram(system: .macOS).openers == ["open"])
  }

  @Test("a symbolic link to a terminal browser counts as one, too")
  func alternatives() async throws {
    try await withTemporaryHome { home in
      try home.install("w3m", "")
      let link = home.file("bin/www-browser")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: home.file("bin/w3m"))
      let environment = ["DISPLAY": ":0", "BROWSER": link.path()]
      let command = try #require(BrowserCommand.commands(environment: environment).first)
      #expect(command.usesTerminal(path: link.path()))
    }
  }

  static let variables: [(String, [String])] = [
    ("%@", ["https://example.org/?a=%25s"]),
    ("/nowhere/x:%@ --new", ["--new", "https://example.org/?a=%25s"]),
    ("%@ -u %s -q", ["-u", "https://example.org/?a=%25s", "-q"]),
    (#"%@ "%s""#, ["https://example.org/?a=%25s"]),
    (
      "'%@' '-P' 'two words' \"--url=%s\"",
      ["-P", "two words", "--url=https://example.org/?a=%25s"]
    ),
    (#"%@ --app="%s":w3m"#, ["--app=https://example.org/?a=%25s"]),
    (" : %@ page=%s ", ["page=https://example.org/?a=%25s"]),
    // Eric Raymond's convention for BROWSER: a last & is the background, and %% a percent sign.
    ("%@ %s &", ["https://example.org/?a=%25s"]), ("%@ &", ["https://example.org/?a=%25s"]),
    ("%@ -n&", ["-n", "https://example.org/?a=%25s"]),
    ("%@ '&'", ["&", "https://example.org/?a=%25s"]),
    ("%@ %%s=%s 100%%", ["%s=https://example.org/?a=%25s", "100%"]),
    (#"%@ a\ b c\:d"#, ["a b", "c:d", "https://example.org/?a=%25s"]),
  ]

  // POSIX, Shell Command Language, section 2.2.
  @Test(
    "a command is split as in a shell, and nothing is expanded",
    arguments: [
      (#"a\ b c"#, ["a b", "c"]), (#""a\"b" c"#, [#"a"b"#, "c"]), (#""a\b""#, [#"a\b"#]),
      (#"'a\' b"#, [#"a\"#, "b"]), (#""\$x\`" \$y"#, ["$x`", "$y"]), ("a\\\nb", ["ab"]),
      (#"a ''"#, ["a", ""]), (#"a"b"'c'd"#, ["abcd"]), (#"a\"#, [#"a\"#]), ("$x ~", ["$x", "~"]),
    ])
  func words(text: String, expected: [String]) {
    #expect(CommandLineSplitter.commands(in: text) == [CommandLine(words: expected)])
  }

  @Test("a last & means the background, and no argument")
  func background() {
    let commands = CommandLineSplitter.commands(in: #"a &:b -x& :c \&:&:d '&'"#, separator: ":")
    #expect(commands.map(\.words) == [["a"], ["b", "-x"], ["c", "&"], ["d", "&"]])
    #expect(commands.map(\.isInBackground) == [true, true, false, false])
    let browser = BrowserCommand.commands(environment: ["BROWSER": "w3m &"], system: .linux)
    #expect(browser.first?.usesTerminal(path: "/usr/bin/w3m") == false)
  }

  @Test("a value that's the path of a program as a whole is that program")
  func paths() async throws {
    try await withTemporaryHome { home in
      try home.install("browser", "")
      let path = home.file("bin/my browser's").path(percentEncoded: false)
      try FileManager.default.copyItem(at: home.file("bin/browser"), to: URL(filePath: path))
      #expect(CommandLineSplitter.commands(in: path).map(\.words) == [[path]])
      #expect(
        CommandLineSplitter.commands(in: "\(path): w3m -x", separator: ":").map(\.words)
          == [[path], ["w3m", "-x"]])
      #expect(EditorCommand(environment: ["EDITOR": path]).program == path)
      let folder = home.file("bin").path(percentEncoded: false)
      #expect(CommandLineSplitter.commands(in: folder + " x").first?.words == [folder, "x"])
    }
  }

  @Test("a browser that stays in the foreground isn't waited for, and one that fails is reported")
  func foreground() async throws {
    try await withTemporaryHome { home in
      let opened = home.file("opened")
      // Stays as long as the home.
      try home.install(
        "stays", "echo $1 >> \(opened.path()); while [ -e \(opened.path()) ]; do sleep 0.1; done")
      try home.install("fails", "exit 3")
      let url = try #require(URL(string: "https://example.org/"))
      let stays = Browser(environment: ["BROWSER": home.file("bin/stays").path()])
      for _ in 0..<2 { #expect(await stays.failure(opening: url) == nil) }
      try await waitUntil { home.text("opened") == "https://example.org/\nhttps://example.org/\n" }
      let fails = Browser(environment: ["BROWSER": home.file("bin/fails").path()])
      #expect(await fails.failure(opening: url) == .failed("fails"))
      let missing = Browser(environment: ["BROWSER": "/nowhere/a:/nowhere/b", "PATH": ""])
      #expect(await missing.missingVariable() == "/nowhere/a:/nowhere/b")
      #expect(await fails.missingVariable() == nil)
    }
  }

  @Test("BROWSER is a list of commands with a placeholder for the address", arguments: variables)
  func variable(value: String, expected: [String]) async throws {
    try await withTemporaryHome { home in
      try home.install("browser", "")
      let variable = value.replacing("%@", with: home.file("bin/browser").path())
      let url = try #require(URL(string: "https://example.org/?a=%25s"))
      var found: [String]?
      for command in BrowserCommand.commands(environment: ["BROWSER": variable]) where found == nil
      {
        found = await command.process(opening: url)?.arguments
      }
      #expect(found == expected)
    }
  }

  @Test(
    "only web addresses are opened",
    arguments: ["file:///etc/passwd", "javascript:alert(1)", "-x", "ftp://a/"])
  func schemes(address: String) async throws {
    try await withTemporaryHome { home in
      try home.install("browser", "touch \(home.file("started").path())")
      let browser = Browser(environment: ["BROWSER": home.file("bin/browser").path()])
      let failure = await browser.failure(opening: try #require(URL(string: address)))
      #expect(failure?.sentence == "Only http and https addresses are opened.")
      #expect(!FileManager.default.fileExists(atPath: home.file("started").path()))
    }
  }
}
