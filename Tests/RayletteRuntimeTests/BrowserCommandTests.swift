import ChildProcesses
import Foundation
import Links
import RayletteApp
import TestSupport
import Testing

@testable import RayletteRuntime

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
  ]

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
