import ChildProcesses
import Foundation
import RayletteApp
import TestSupport
import Testing

@testable import RayletteRuntime

/// Opening links in graphical and terminal browsers.
@Suite(.timeLimit(.minutes(3)))
struct OpeningTests {
  static let displays: [([String: String], String, Bool)] = [
    ([:], "/usr/bin/w3m", true), (["DISPLAY": ":0"], "/usr/bin/w3m", true),
    ([:], "/usr/local/bin/cha", true), ([:], "/usr/bin/xdg-open", true),
    (["DISPLAY": ":0"], "/usr/bin/xdg-open", false),
    (["WAYLAND_DISPLAY": "wayland-0"], "/usr/bin/xdg-open", false),
    ([:], "/usr/bin/firefox", false), (["DISPLAY": ""], "/usr/bin/sensible-browser", true),
  ]

  @Test("terminal browsers get the terminal, and others don't", arguments: displays)
  func terminalBrowsers(environment: [String: String], path: String, expected: Bool) throws {
    let command = try #require(BrowserCommand.commands(environment: environment).first)
    #expect(command.usesTerminal(path: path) == expected)
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

  @Test("a terminal browser gets the terminal, and the program takes it back")
  func inTerminal() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        let script =
          #"[ -t 0 ] && [ -t 1 ] && printf 'reads %s' "$1"; read line; echo "$line" > ~/read"#
        try terminal.home.install("w3m", script)
        try await terminal.run("export BROWSER=$HOME/bin/w3m")
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.spinUpCard(wheel)
        try await terminal.press("o")
        try await terminal.waitFor("reads \(server.url("/page").absoluteString)")
        #expect(try await !terminal.screen.contains("The Site"))
        // These keys go to the browser, not to us, as Ctrl-C would.
        try await terminal.press("q", "Enter")
        try await terminal.waitFor("Opened in w3m.")
        try await terminal.waitFor("The Site")
        #expect(
          try String(contentsOf: terminal.home.file("read"), encoding: .utf8) == "q\n")
        try await terminal.quit()
      }
    }
  }

  @Test("without a browser, the address can be selected and copied")
  func withoutBrowser() async throws {
    try await withServer(["*": JourneyTests.page]) { server in
      try await withTerminal(columns: 60, rows: 16) { terminal in
        let url = server.url("/page-" + String(repeating: "0123456789", count: 20))
        let wheel = try terminal.home.wheel(url)
        try await terminal.run("export BROWSER= PATH=/nowhere")
        try await terminal.spinUpCard(wheel)
        try await terminal.press("o")
        try await terminal.waitFor("No browser was found; name one in BROWSER.")
        try await terminal.press("O")
        try await terminal.waitForAbsence(of: "The Site")
        let rows = try await terminal.screen.split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(rows.prefix { !$0.isEmpty }.joined() == url.absoluteString)
        // The program doesn't capture the mouse here, so selecting text needs no Shift.
        #expect(try await terminal.property("#{mouse_any_flag}#{mouse_standard_flag}") == "00")
        try await terminal.press("Escape")
        try await terminal.waitFor("The Site")
        #expect(try await terminal.property("#{mouse_standard_flag}") == "1")
        try await terminal.quit()
      }
    }
  }
}

extension TemporaryHome {
  /// Installs a shell script in `bin`.
  func install(_ name: String, _ script: String) throws {
    try FileManager.default.createDirectory(
      at: file("bin"), withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file("bin/\(name)"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file("bin/\(name)").path())
  }
}
