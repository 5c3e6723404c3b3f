import Foundation
import TestSupport
import Testing

@testable import RayletteApp

/// The settings `browser`, `proxy` and `tab`: that they have an effect.
@Suite(.takesTurn)
struct FetchAndOpenSettingsTests {
  @Test("browser gets the address in an argument, and is never run by a shell")
  func browser() async throws {
    try await withTemporaryHome { home in
      try home.install("mine", "printf '[%s]' \"$@\" > '\(home.file("opened").path())'")
      let program = home.file("bin/mine").path()
      try home.configure("browser: '/nowhere/x : \(program) \"two words\" $(touch) %s -n'")
      let address = "https://a.example/?q=$(touch%20pwned)"
      _ = try await home.saved("add", address)
      let run = try await CommandRun(
        "BROWSER=false saved open '\(address)'", in: home)
      #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
      #expect(home.text("opened") == "[two words][$(touch)][\(address)][-n]")

      // Nothing else takes its place.
      let missing = try await CommandRun(
        "RAYLETTE_BROWSER=/nowhere/x BROWSER=\(program) saved open '\(address)'",
        in: home)
      #expect(missing.exitCode == 1)
      #expect(missing.error == "raylette: /nowhere/x couldn't be started.\n", "\(missing.error)")
      let doctor = try await CommandRun(
        "RAYLETTE_BROWSER=/nowhere/x doctor", in: home)
      let finding = doctor.lines.first { $0.hasPrefix("limited\tbrowser") }
      #expect(finding?.contains("none of /nowhere/x") == true, "\(doctor.output)")
    }
  }

  @Test(
    "proxy overrides the environment's proxies, but not no_proxy",
    arguments: [("", "http://127.0.0.1:1"), ("--json", "http://127.0.0.1:1"), ("--json", "")])
  func proxy(option: String, environment: String) async throws {
    try await withServer(["http://page.test/": .page("<title>Relayed</title>")]) { proxy in
      try await withTemporaryHome { home in
        try home.configure("proxy: http://me:secret@127.0.0.1:\(proxy.port)")
        let variables = "http_proxy=\(environment) HTTP_PROXY=\(environment) no_proxy="
        let run = try await CommandRun(
          shell: "\(variables) $raylette preview \(option) http://page.test/", in: home)
        #expect(run.exitCode == 0 && run.output.contains("Relayed"), "\(run.error)")
        let basic = "Basic " + Data("me:secret".utf8).base64EncodedString()
        #expect(proxy.requests.first?.header("Proxy-Authorization") == basic)

        // The address is refused before anything is sent, because nobody is named so.
        let direct = try await CommandRun(
          shell: "no_proxy=page.test $raylette preview \(option) http://page.test/", in: home)
        #expect(direct.exitCode == 1 && proxy.requests.count == 1)

        _ = try await home.saved("add", "http://page.test/")
        let check = try await CommandRun(
          shell: "\(variables) $raylette saved check", in: home)
        #expect(check.exitCode == 0 && proxy.requests.count == 2, "\(check.error)")
      }
    }
  }

  @Test("the user and the password of the proxy are never shown")
  func secret() async throws {
    try await withTemporaryHome { home in
      try home.configure("proxy: http://me:secret@127.0.0.1:9")
      for command in ["config show", "config show --json", "config check", "doctor"] {
        let run = try await CommandRun(command, in: home)
        #expect(!(run.output + run.error).contains("secret"))
        #expect(!(run.output + run.error).contains("me:"))
        #expect(command == "config check" || run.output.contains("127.0.0.1:9"))
      }
    }
  }

  static let tabs: [(tab: String, left: String, options: String, expected: String)] = [
    ("last", "saved", "", "saved"), ("last", "spin", "", "spin"), ("saved", "spin", "", "saved"),
    ("spin", "saved", "", "spin"), ("saved", "", "", "saved"),
    ("saved", "saved", "--wheel classic", "spin"),
  ]

  @Test("tab says where the program starts", arguments: tabs)
  func tab(tab: String, left: String, options: String, expected: String) async throws {
    try await withTerminal { terminal in
      _ = try await terminal.home.saved("add", "https://a.example/page")
      try terminal.home.configure("tab: \(tab)")
      if !left.isEmpty {
        let folder = terminal.home.file(".local/state/raylette")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var session = RayletteApp.Session()
        session.tab = left == "saved" ? .saved : .spin
        try JSONEncoder().encode(session).write(to: folder.appending(path: "session.json"))
      }
      try await terminal.runProgram(options)
      // Saved has the list, and Spin the button.
      try await terminal.waitFor(expected == "saved" ? "a.example/page" : "Spin the Wheel")
      try await terminal.quit()
    }
  }
}
