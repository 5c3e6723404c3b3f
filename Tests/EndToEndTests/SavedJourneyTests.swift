import Foundation
import TestSupport
import Testing

/// Saved links in the real program, in a real terminal and on the command line.
@Suite(.takesTurn)
struct SavedJourneyTests {
  private static let bookmarks = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <DL><p>
    <DT><A HREF="https://example.test/ray" ADD_DATE="1600000003" TAGS="graphics">Ray Tracing</A>
    <DT><A HREF="https://example.test/typescript" ADD_DATE="1600000002">TypeScript</A>
    <DT><A HREF="https://example.test/wheel" ADD_DATE="1600000001">Wheels</A>
    </DL><p>
    """

  private func withBookmarks(
    columns: Int = 100, _ body: (TerminalDriver) async throws -> Void
  ) async throws {
    try await withTerminal(columns: columns) { terminal in
      let file = terminal.home.file("bookmarks.html")
      try Data(Self.bookmarks.utf8).write(to: file)
      try await terminal.run("clear; \(TerminalDriver.program) saved import \(file.path())")
      try await terminal.waitFor("3 added, 0 already saved")
      try await body(terminal)
    }
  }

  @Test("links are imported, filtered, tagged, selected, removed, restored and shown in the trash")
  func changes() async throws {
    try await withBookmarks { terminal in
      try await terminal.runProgram()
      try await terminal.waitFor("Saved 3")
      try await terminal.press("g", "l")
      try await terminal.waitFor("▌   E  ● Ray Tracing")
      try await terminal.press("/", "s", "c", "r", "i")
      try await terminal.waitFor("▌   E  ● TypeScript")
      try await terminal.waitFor("1 of 3")
      try await terminal.press("Enter", "t", "j", "s")
      try await terminal.waitFor("+ new tag #js")
      try await terminal.press("Enter")
      try await terminal.waitFor("Tagged 1 link. Press u to undo.")
      try await terminal.waitFor("#js")
      // Another tag is put, and the first one is taken off: one change.
      try await terminal.press("t")
      try await terminal.waitFor("● #js")
      try await terminal.press("Space", "t", "s", "Space")
      try await terminal.waitFor("● #ts")
      try await terminal.press("Enter")
      try await terminal.waitFor("#ts")
      try await terminal.press("u")
      try await terminal.waitFor("Undone: tagged “TypeScript”.")
      try await terminal.waitFor("#js")
      try await terminal.press("Escape")
      try await terminal.waitFor("Ray Tracing")
      try await terminal.press("*", "d")
      try await terminal.waitFor("Removed 3 links.")
      try await terminal.press("u")
      try await terminal.waitFor("Undone: removed 3 links.")
      try await terminal.press("Home", "d", "g", "t")
      try await terminal.waitFor("trash  1/1")
      try await terminal.quit()
      try await terminal.run("clear; \(TerminalDriver.program) saved list '#js'")
      try await terminal.waitFor("https://example.test/typescript\tTypeScript\t#js".expandedTabs)
    }
  }

  @Test("changes by another program appear on screen without a key press")
  func otherProgram() async throws {
    try await withBookmarks { terminal in
      try await terminal.runProgram()
      try await terminal.press("g", "l")
      try await terminal.waitFor("▌   E  ● Ray Tracing")
      let added = try await CommandRun(
        ["saved", "add", "https://example.test/new"], in: terminal.home)
      #expect(added.exitCode == 0)
      try await terminal.waitFor("example.test/new")
      try await terminal.waitFor("Saved 4")
    }
  }

  @Test("a link that the screen reports as saved survives an immediate kill")
  func durable() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        // The program replaces the shell and keeps its process ID.
        let command = "sh -c 'echo $$ > $HOME/pid; exec \(TerminalDriver.program) \(wheel)'"
        try await terminal.run("clear; \(command); echo exit:$?")
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("The Site")
        try await terminal.press("s")
        try await terminal.waitFor("Saved. Press u to undo.")
        let pid = try String(contentsOf: terminal.home.file("pid"), encoding: .utf8)
        kill(try #require(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)
        try await terminal.run("stty sane; tput rmcup")
        try await terminal.run("clear; \(TerminalDriver.program) saved list")
        try await terminal.waitFor(server.url("/page").absoluteString)
      }
    }
  }

  @Test("the page of an imported link is fetched when the link is on screen")
  func lateFetch() async throws {
    try await withServer([
      "/page": JourneyTests.page, "/named": JourneyTests.page, "*": .status(500),
    ]) { server in
      try await withTerminal { terminal in
        for path in ["/page", "/broken"] {
          let run = try await CommandRun(
            ["saved", "add", server.url(path).absoluteString], in: terminal.home)
          #expect(run.exitCode == 0)
        }
        #expect(server.requests.isEmpty)
        let own = terminal.home.file("own.html")
        let named =
          "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"\(server.url("/named"))\">My own name</A></DL>"
        try Data(named.utf8).write(to: own)
        _ = try await CommandRun(["saved", "import", own.path()], in: terminal.home)
        try await terminal.runProgram()
        try await terminal.press("g", "l")
        try await terminal.waitFor("日本語 Crafting Interpreters")
        await server.waitUntilIdle()
        // The imported title stays.
        try await terminal.waitFor("My own name")
        try await terminal.waitFor("127.0.0.1:\(server.url("/").port ?? 0)/broken")
        try await terminal.quit()
        let list = try await CommandRun(["saved", "list", "crafting"], in: terminal.home)
        #expect(list.output.contains("日本語 Crafting Interpreters"))
      }
    }
  }

  @Test("clicks and the scroll wheel work inside tmux")
  func mouse() async throws {
    try await withBookmarks { terminal in
      // The outer tmux is the terminal, and the user works in the inner one.
      let inner = "TMUX= tmux -L \(UUID().uuidString) -f /dev/null"
      try await terminal.run(
        "clear; \(inner) new-session \(TerminalDriver.program) \\; "
          + "set -g status off \\; set -g mouse on \\; set -g destroy-unattached on; echo exit:$?")
      try await terminal.waitFor("Spin the Wheel")
      try await terminal.click(on: "Saved 3")
      try await terminal.waitFor("▌   E  ● Ray Tracing")
      try await terminal.click(on: "Wheels")
      try await terminal.waitFor("▌   E  ● Wheels")
      try await terminal.click(on: "TypeScript")
      try await terminal.waitFor("▌   E  ● TypeScript")
      try await terminal.scrollDown()
      try await terminal.waitFor("▌   E  ● Wheels")
      try await terminal.doubleClick(on: "Ray Tracing", until: "Opened in browser.")
      try await terminal.quit()
    }
  }

  @Test("a check from the shell shows its progress, and Ctrl-C takes it away")
  func checkProgress() async throws {
    try await withServer(["/gone": .status(410), "/hang": Answer([.hang])]) { server in
      try await withTerminal { terminal in
        for path in ["/gone", "/hang"] {
          _ = try await CommandRun(
            ["saved", "add", server.url(path).absoluteString], in: terminal.home)
        }
        try await terminal.run("clear; \(TerminalDriver.program) saved check; echo exit:$?")
        try await terminal.waitFor("Checked 1 of 2")
        try await terminal.waitFor("gone: \(server.url("/gone").absoluteString)")
        try await terminal.press("C-c")
        try await terminal.waitForAbsence(of: "Checked 1 of 2")
        try await terminal.run("clear; \(TerminalDriver.program) saved list is:dead")
        // What was found until then is kept.
        try await terminal.waitFor(server.url("/gone").absoluteString)
      }
    }
  }

  @Test("e opens the note in the editor, which has the terminal meanwhile")
  func note() async throws {
    try await withBookmarks { terminal in
      let editor = terminal.home.file("editor")
      try Data(
        "#!/bin/sh\nstty -a | grep -q ' icanon' && echo 'EDITOR HAS IT'\nread line\necho \"$line\" > \"$1\"\n"
          .utf8
      ).write(to: editor)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path())
      try await terminal.run("export EDITOR=\(editor.path())")
      try await terminal.runProgram()
      try await terminal.press("g", "l")
      try await terminal.waitFor("▌   E  ● Ray Tracing")
      try await terminal.press("e")
      try await terminal.waitFor("EDITOR HAS IT")
      try await terminal.run("Worth reading twice")
      try await terminal.waitFor("Changed the note.")
      try await terminal.waitFor("Worth reading twice")
      try await terminal.press("u")
      try await terminal.waitFor("Undone")
      try await terminal.quit()
    }
  }

  @Test("c checks links and marks those that are gone or moved")
  func check() async throws {
    try await withServer([
      "/gone": .status(410), "/moved": .redirect(301, to: "/ok"), "/ok": .page("x"),
    ]) {
      server in
      try await withTerminal(columns: 100) { terminal in
        for path in ["/gone", "/moved"] {
          _ = try await CommandRun(
            ["saved", "add", server.url(path).absoluteString], in: terminal.home)
        }
        try await terminal.runProgram()
        try await terminal.press("g", "l")
        try await terminal.waitFor("▌   1  ● 127.0.0.1")
        try await terminal.press("c", "c")
        try await terminal.waitFor("Checked 2 links: 1 gone, 1 moved, 0 unreachable.")
        try await terminal.waitFor("moved to 127.0.")
        try await terminal.press("c", "m")
        try await terminal.waitFor("Updated 1 address.")
        try await terminal.waitFor("/ok")
      }
    }
  }
}

extension String {
  /// Expands tabs to spaces, as a terminal does.
  fileprivate var expandedTabs: String {
    split(separator: "\t", omittingEmptySubsequences: false).dropLast().reduce(into: "") {
      $0 += $1 + String(repeating: " ", count: 8 - ($0.count + $1.count) % 8)
    } + (split(separator: "\t").last ?? "")
  }
}
