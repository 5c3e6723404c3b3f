import Foundation
import TestSupport
import Testing

/// Opening links in a terminal browser, and without a browser.
@Suite(.takesTurn)
struct OpeningTests {
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
