import Foundation
import TerminalGrid
import TestSupport
import Testing

/// Reading in the real program, in a real terminal.
@Suite(.takesTurn)
struct ReaderJourneyTests {
  private static let routes = [
    "/rays": ArticlePages.page(
      "Rays and spheres", "Read <a href='/next'>the next part</a> for shadows.",
      String(repeating: "Patience is most of it. ", count: 60), "The end has a lighthouse.",
      image: "/i.png"),
    "/next": ArticlePages.page("Shadows", "A shadow is a question."),
    "/i.png": ArticlePages.square,
  ]

  private func withReader(
    offline: (TerminalDriver) async throws -> Void = { _ in },
    _ body: (TerminalDriver) async throws -> Void
  ) async throws {
    try await withTerminal { terminal in
      try await withServer(Self.routes) { server in
        let address = server.url("/rays").absoluteString
        try await terminal.run("clear; \(TerminalDriver.program) saved add \(address)")
        try await terminal.waitFor("saved: ")
        try await terminal.runProgram()
        try await terminal.press("g", "l")
        try await terminal.waitFor("Rays and spheres")
        try await body(terminal)
      }
      try await offline(terminal)
    }
  }

  @Test("a page is read with its picture, searched, left by a link and come back to")
  func reads() async throws {
    try await withReader { terminal in
      try await terminal.press("l")
      try await terminal.waitFor("A ray starts at the camera")
      try await terminal.waitForCells("the picture") { screen in
        (8..<20).contains { y in screen[40, min(y, screen.size.rows - 1)].ground == .palette(196) }
      }
      try await terminal.press("/")
      try await terminal.run("lighthouse")
      try await terminal.waitFor("The end has a lighthouse.")
      try await terminal.press("Home", "Tab")
      try await terminal.waitFor("/next")
      try await terminal.press("Enter")
      try await terminal.waitFor("A shadow is a question.")
      try await terminal.press("h")
      try await terminal.waitFor("the next part")
      try await terminal.press("m")
      try await terminal.waitFor("Marked 1 link as read. Press u to undo.")
      try await terminal.press("q")
      try await terminal.waitFor("newest first  1/1")
      try await terminal.press("/")
      try await terminal.run("is:read")
      try await terminal.waitFor("/is:read  1/1")
      try await terminal.quit()
    }
  }

  @Test("reading goes on where it stopped, from the kept copy, without the server")
  func place() async throws {
    try await withReader { terminal in
      try await terminal.runProgram()
      try await terminal.press("g", "l")
      try await terminal.waitFor("Rays and spheres")
      try await terminal.press("l")
      try await terminal.waitFor("Patience is most of it.")
      try await terminal.waitFor("Continued at ")
      try await terminal.press("Home")
      try await terminal.waitFor("copy kept just now")
      try await terminal.press("h")
      try await terminal.waitFor("newest first  1/1")
      try await terminal.quit()
    } _: { terminal in
      try await terminal.press("l")
      try await terminal.waitFor("A ray starts at the camera")
      try await terminal.press("G")
      try await terminal.waitFor("The end has a lighthouse.")
      try await terminal.press("k", "k", "k", "q")
      try await terminal.waitFor("newest first  1/1")
      try await terminal.quit()
    }
  }

  @Test("read --pager shows the article in the pager, without control characters")
  func pager() async throws {
    try await withServer(["/rays": ArticlePages.page("Rays \u{1B}[31m and spheres")]) { server in
      try await withTerminal { terminal in
        let address = server.url("/rays").absoluteString
        try await terminal.run(
          "clear; PAGER='sed s/^/paged:/' \(TerminalDriver.program) read --pager \(address)")
        try await terminal.waitFor("paged:A ray starts at the camera")
        try await terminal.run(
          "clear; PAGER=no-such-pager \(TerminalDriver.program) read --pager \(address)")
        try await terminal.waitFor("raylette: can't start the pager no-such-pager;")
      }
    }
  }
}
