import Foundation
import TestSupport
import Testing

/// The real program as a screen reader sees it: the text that changes, and the cursor.
@Suite(.takesTurn)
struct AccessibleTests {
  @Test("the cursor follows the list and typed text, and returns after an editor")
  func list() async throws {
    try await withTerminal { terminal in
      let list = "- [Ada](https://a.org/)\n- [Bob](https://b.org/)\n- [Cy](https://c.org/)\n"
      try Data(list.utf8).write(to: terminal.home.file("links.md"))
      try terminal.home.install("quiet-editor", "read line")
      try await terminal.run(
        "export EDITOR=$HOME/bin/quiet-editor; \(TerminalDriver.program) saved import $HOME/links.md"
      )
      try await terminal.waitFor("3 added")
      try await terminal.runProgram("--accessible")
      try await terminal.press("g", "l")
      try await terminal.waitFor(", 1 of 3")
      for name in ["Ada", "Bob", "Cy"] {
        try await terminal.press("/", "C-u", name)
        try await terminal.waitFor("1 of 3")
        try await terminal.waitForCursor(row: 23, column: 8 + name.count)
        try await terminal.press("Home")
        try await terminal.waitForCursor(row: 23, column: 8)
        try await terminal.press("Enter")
        try await terminal.waitForCursor(on: "\(name), ")
      }
      try await terminal.press("e")
      try await terminal.wait("the editor to have the terminal") { !$0.contains("filtered") }
      #expect(try await terminal.property("#{alternate_on} #{cursor_flag}") == "0 1")
      try await terminal.press("Enter")
      try await terminal.waitFor("Cy, ")
      try await terminal.press("Escape")
      try await terminal.waitFor(", 1 of 3")
      try await terminal.press("G")
      try await terminal.waitFor(", 3 of 3")
      try await terminal.press("Up")
      try await terminal.waitFor(", 2 of 3")
      try await terminal.waitForCursor(on: "Bob")
      try await terminal.quit()
      #expect(try await terminal.property("#{alternate_on} #{cursor_flag}") == "0 1")
    }
  }

  @Test("by default, the cursor is visible only where text is typed")
  func typing() async throws {
    try await withTerminal { terminal in
      let list = "- [Ada](https://a.org/)\n"
      try Data(list.utf8).write(to: terminal.home.file("links.md"))
      try await terminal.run("\(TerminalDriver.program) saved import $HOME/links.md")
      try await terminal.waitFor("1 added")
      try await terminal.runProgram()
      try await terminal.press("g", "l")
      try await terminal.waitFor("Ada")
      #expect(try await terminal.property("#{cursor_flag}") == "0")
      try await terminal.press("/", "a", "d", "Left")
      try await terminal.waitForCursor(row: 23, column: 3)
      try await terminal.press("Enter")
      try await terminal.waitFor("esc back")
      #expect(try await terminal.property("#{cursor_flag}") == "0")
      try await terminal.press("Escape")
      try await terminal.waitForAbsence(of: "esc back")
      try await terminal.quit()
    }
  }

  @Test("preview prints cards as plain text, too")
  func preview() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        let address = server.url("/page").absoluteString
        try await terminal.run("clear; ACCESSIBLE=1 \(TerminalDriver.program) preview \(address)")
        try await terminal.waitFor("  \(address)\n")
        let screen = try await terminal.screen.replacing("日本語", with: "")
        let drawn = screen.first { !$0.isASCII }
        #expect(screen.contains("Crafting Interpreters") && drawn == nil, "\(screen)")
      }
    }
  }
}

extension TerminalDriver {
  /// Waits until the cursor is visible at the beginning of a text. The characters before it in its
  /// row must be one column wide.
  func waitForCursor(on text: String) async throws {
    try await waitForCursor("on \"\(text)\"") { lines, x, y in
      lines.indices.contains(y) && lines[y].dropFirst(x).hasPrefix(text)
    }
  }

  func waitForCursor(row: Int, column: Int) async throws {
    try await waitForCursor("at \(column), \(row)") { $1 == column && $2 == row }
  }

  private func waitForCursor(
    _ place: String, _ isMet: ([Substring], _ x: Int, _ y: Int) -> Bool
  ) async throws {
    try await wait("the cursor to be \(place)", seeing: { try await cursor }) { view in
      view.isShown
        && isMet(
          view.screen.split(separator: "\n", omittingEmptySubsequences: false), view.x, view.y)
    }
  }

  private var cursor: (screen: String, x: Int, y: Int, isShown: Bool) {
    get async throws {
      let numbers = try await property("#{cursor_x} #{cursor_y} #{cursor_flag}")
        .split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3 else { return ("", 0, 0, false) }
      return (try await screen, numbers[0], numbers[1], numbers[2] == 1)
    }
  }
}
