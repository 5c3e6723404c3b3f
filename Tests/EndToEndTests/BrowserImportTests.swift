import Foundation
import TestSupport
import Testing

/// Bookmarks of browsers that are running, imported by the real program.
@Suite(.takesTurn)
struct BrowserImportTests {
  private func addresses(_ home: TemporaryHome) async throws -> [String] {
    try await home.savedAddresses.sorted()
  }

  @Test("the first screen offers the bookmarks of a running Firefox, imports and restores nothing")
  func offer() async throws {
    try await withTerminal { terminal in
      let home = terminal.home
      let firefox = try FirefoxProfile(
        in: home, (1...1240).map { "https://firefox.example/\($0)" })
      try home.writeChromium(["https://chromium.example/"])
      let before = try firefox.contents()
      #expect(firefox.isLocked != false && before["places.sqlite-wal"]?.isEmpty == false)
      try await terminal.runProgram()
      try await terminal.waitFor("Firefox and Chromium have bookmarks. Press i to import.")
      try await terminal.press("i")
      try await terminal.waitFor("1,241 bookmarks")
      try await terminal.waitFor("1,240 bookmarks")
      try await terminal.press("Escape")
      try await terminal.waitFor("Press i to import.")
      try await terminal.press("i")
      try await terminal.waitFor("1,240 bookmarks")
      try await terminal.press("Down", "Enter")
      try await terminal.waitFor("Imported 1,240 links. Press u to undo.")
      try await terminal.waitFor("1,240 saved")
      try await terminal.press("u")
      try await terminal.waitFor("Undone: imported 1,240 links.")
      try await terminal.waitFor("Press i to import.")
      try await terminal.press("Tab")
      try await terminal.waitFor("No saved links yet.")
      try await terminal.press("i")
      try await terminal.waitFor("1,241 bookmarks")
      try await terminal.press("Enter")
      try await terminal.waitFor("Imported 1,241 links. Press u to undo.")
      try await terminal.quit()
      #expect(try firefox.contents() == before && firefox.isLocked != false)
      // The next start offers nothing.
      try await terminal.runProgram()
      try await terminal.waitFor("Saved 1241")
      #expect(try await !terminal.screen.contains("to import"))
      try await terminal.quit()
    }
  }

  @Test("--from imports a browser, once, and undo takes it back; --dry-run and -v work")
  func command() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/", "place:sort=8"])
      let before = try firefox.contents()
      for (options, expected) in [
        ("--dry-run", "Firefox: 1 would be added, 0 already saved; 1 skipped: 1 place:\n"),
        ("", "Firefox: 1 added, 0 already saved; 1 skipped: 1 place:\n"),
        ("", "Firefox: 0 added, 1 already saved; 1 skipped: 1 place:\n"),
      ] {
        let run = try await CommandRun(
          shell: "$raylette saved import --from firefox \(options)", in: home)
        #expect(run.output == expected && run.error.isEmpty && run.exitCode == 0)
      }
      let listed = try await home.savedByProcess("import", "--from", "Firefox", "-v")
      #expect(
        listed.error == "Firefox: skipped: place:sort=8 is not an http or https address.\n")
      #expect(try await addresses(home) == ["https://a.example/"])
      _ = try await home.savedByProcess("undo")
      #expect(try await addresses(home).isEmpty)
      #expect(try firefox.contents() == before)
    }
  }

  @Test(
    "an unknown or missing browser or profile is refused in one line that names what's there",
    arguments: [
      ("--from netscape", 2, "no browser is called netscape; found here: firefox, vivaldi"),
      ("--from safari", 1, "no bookmarks of Safari; found here: firefox, vivaldi"),
      ("--from firefox --profile x", 1, "Firefox has no profile x; it has a.home, b.work"),
      ("--from firefox a.html", 2, "name files or --from, not both."),
      ("--from firefox --format json", 2, "--format is for files, not for --from."),
      ("--follow a.html", 2, "--profile and --follow are for a browser; name it with --from."),
    ] as [(String, Int32, String)])
  func refused(arguments: String, code: Int32, message: String) async throws {
    try await withTemporaryHome { home in
      _ = try FirefoxProfile(in: home, at: ".mozilla/firefox/a.home")
      _ = try FirefoxProfile(in: home, at: ".mozilla/firefox/b.work")
      try home.writeChromium(at: ".config/vivaldi/Default", ["https://v.example/"])
      let run = try await CommandRun(shell: "$raylette saved import \(arguments)", in: home)
      #expect(run.exitCode == code && run.output.isEmpty)
      #expect(run.error.hasPrefix("raylette: \(message)"), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
  }

  @Test("without any browser, that's what is said")
  func none() async throws {
    try await withTemporaryHome { home in
      let run = try await home.savedByProcess("import", "--from", "firefox")
      #expect(
        run.error
          == "raylette: no bookmarks of Firefox; no browser's bookmarks were found here\n")
    }
  }

  @Test("only the named profile is imported")
  func profile() async throws {
    try await withTemporaryHome { home in
      let a = try FirefoxProfile(in: home, at: ".mozilla/firefox/a.home", ["https://a.example/"])
      let b = try FirefoxProfile(in: home, at: ".mozilla/firefox/b.work", ["https://b.example/"])
      let run = try await home.savedByProcess("import", "--from", "firefox", "--profile", "work")
      #expect(run.exitCode == 0 && run.error.isEmpty)
      #expect(try await addresses(home) == ["https://b.example/"])
      try a.quit()
      try b.quit()
    }
  }

  @Test("a profile that can't be read is named, and the others are imported")
  func unread() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(
        in: home, at: ".mozilla/firefox/b.work", ["https://b.example/"])
      let bad = home.file(".mozilla/firefox/a.home/places.sqlite")
      try FileManager.default.createDirectory(
        at: bad.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: 0x5A, count: 10_000).write(to: bad)
      let run = try await home.savedByProcess("import", "--from", "firefox")
      #expect(run.exitCode == 1 && run.output == "Firefox: 1 added, 0 already saved\n")
      #expect(
        run.error == """
          raylette: \(bad.path()) is damaged or isn't an SQLite database
          raylette: not all bookmarks of Firefox could be read

          """)
      #expect(try await addresses(home) == ["https://b.example/"])
      try firefox.quit()
    }
  }

  @Test("with --follow each start imports what's new, as one change; --no-follow ends it")
  func following() async throws {
    try await withTerminal { terminal in
      let home = terminal.home
      let firefox = try FirefoxProfile(in: home, ["https://a.example/", "https://b.example/"])
      let run = try await home.savedByProcess("import", "--from", "firefox", "--follow")
      #expect(
        run.output == """
          Firefox: 2 added, 0 already saved
          From now on, each start imports what's new in Firefox. --no-follow ends that.

          """)
      let doctor = try await CommandRun(process: ["doctor"], in: home)
      #expect(
        doctor.output.contains("ok\tfollowed browser\tnew bookmarks of Firefox are imported, since")
      )
      _ = try await home.savedByProcess("remove", "https://b.example/")
      try firefox.add(
        (1...3).map { "https://new.example/\($0)" } + ["https://b.example/?utm_source=x"])
      let before = try firefox.contents()
      try await terminal.runProgram()
      try await terminal.waitFor("3 new bookmarks from Firefox. Press u to undo.")
      try await terminal.press("u")
      try await terminal.waitFor("Undone: imported 3 links.")
      try await terminal.quit()
      #expect(try await addresses(home) == ["https://a.example/"])
      #expect(try firefox.contents() == before)
      // What was undone stays away.
      try firefox.add(["https://new.example/4"])
      try await terminal.runProgram()
      try await terminal.waitFor("1 new bookmark from Firefox. Press u to undo.")
      try await terminal.quit()
      let ended = try await home.savedByProcess("import", "--from", "firefox", "--no-follow")
      #expect(ended.output == "Firefox is no longer followed\n")
      let again = try await home.savedByProcess("import", "--from", "firefox", "--no-follow")
      #expect(again.output == "Firefox isn't followed\n" && again.exitCode == 0)
      #expect(try await addresses(home) == ["https://a.example/", "https://new.example/4"])
    }
  }

  @Test("programs that start at once on one store import each new bookmark once")
  func atOnce() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/"])
      _ = try await home.savedByProcess("import", "--from", "firefox", "--follow")
      try firefox.add((1...200).map { "https://new.example/\($0)" })
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            let terminal = TerminalDriver(home: home)
            do {
              try await terminal.start()
              try await terminal.runProgram()
              try await terminal.waitFor("201 saved")
              try await terminal.quit()
            } catch {
              await terminal.stop()
              throw error
            }
            await terminal.stop()
          }
        }
        try await group.waitForAll()
      }
      #expect(try await addresses(home).count == 201)
      let log = try await home.savedByProcess("log")
      #expect(log.output.components(separatedBy: "mported 200 links").count == 2, "\(log.output)")
    }
  }
}
