import Foundation
import TestSupport
import Testing

/// Complete sessions with the program, from the first key to the last.
@Suite(.takesTurn)
struct JourneyTests {
  static let page = Answer.page(
    """
    <head><title>x</title><meta property="og:title" content="日本語 Crafting Interpreters">
    <meta property="og:site_name" content="The Site"><meta property="og:type" content="article">
    <meta property="og:description" content="Everything you need to implement a language.">
    <meta property="og:image" content="/i.png"></head>
    """)

  @Test("a spun link is saved, and after a restart opened, removed and restored")
  func wholeJourney() async throws {
    try await withServer(["/page": Self.page]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.runProgram(wheel)
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("日本語 Crafting Interpreters")
        try await terminal.waitFor(" 1  The Site · article")
        try await terminal.waitFor(server.url("/page").absoluteString)
        try await terminal.saveCard()
        try await terminal.press("s")
        try await terminal.waitFor("Already saved")
        try await terminal.quit()

        try await terminal.runProgram(wheel)
        try await terminal.waitFor("Saved 1")
        try await terminal.press("g", "l")
        try await terminal.waitFor("▌   1  ● 日本語 Crafting Interpreters")
        try await terminal.press("Enter")
        try await terminal.waitFor("Marked 1 link as read. Press u to undo.")
        try await terminal.wait("the browser to be told") { _ in
          terminal.home.opened == [server.url("/page").absoluteString]
        }
        #expect(try await !terminal.screen.contains("NOISE"))
        try await terminal.press("d")
        try await terminal.waitFor("No saved links yet.")
        try await terminal.press("u")
        try await terminal.waitFor("▌   1  日本語 Crafting Interpreters")
        try await terminal.quit()
      }
    }
  }

  @Test("e on Spin saves nothing if the editor is left without writing, or fails")
  func emptyNote() async throws {
    try await withServer(["/page": Self.page]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        for (editor, message) in [
          ("true", "No note was written, so the link wasn't saved."),
          ("false", "false failed; the link wasn't saved."),
        ] {
          try await terminal.run("export EDITOR=\(editor)")
          try await terminal.spinUpCard(wheel)
          try await terminal.press("e")
          try await terminal.waitFor(message)
          try await terminal.quit()
        }
        let list = try await CommandRun(["saved", "list"], in: terminal.home)
        let trash = try await CommandRun(["saved", "trash"], in: terminal.home)
        #expect(list.output.isEmpty && trash.output.isEmpty)
      }
    }
  }

  @Test("a link that was seen before comes from the cache, without network access")
  func cache() async throws {
    try await withTerminal { terminal in
      let wheel = try await withServer(["/page": Self.page]) { server in
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.spinUpCard(wheel)
        try await terminal.quit()
        return wheel
      }
      try await terminal.spinUpCard(wheel)
    }
  }

  @Test("cancelling a fetch closes its connection, and the link isn't lost")
  func cancel() async throws {
    try await withServer(["/hang": Answer([.hang])]) { server in
      try await withTerminal { terminal in
        try await terminal.runProgram(
          "\(try terminal.home.wheel(server.url("/hang"))) --timeout 600")
        try await terminal.press("Space")
        try await terminal.waitFor("s (gives up after 600 s)")
        try await terminal.waitFor("esc cancel")
        // The card loads before its request is on the way.
        try await terminal.wait("the first request") { _ in server.requests.count == 1 }
        try await terminal.press("Escape")
        try await terminal.waitFor("Cancelled 127.0.0.1. Press ] to load it after all.")
        await server.waitUntilIdle()
        try await terminal.press("]")
        try await terminal.waitFor("s (gives up after 600 s)")
        try await terminal.wait("a second request") { _ in server.requests.count == 2 }
        try await terminal.press("Escape")
        try await terminal.waitFor("Cancelled 127.0.0.1.")
        await server.waitUntilIdle()
      }
    }
  }

  @Test("the details view shows redirects and preview problems")
  func details() async throws {
    try await withServer(["/page": Self.page, "/old": .redirect(301, to: "/page")]) { server in
      try await withTerminal(rows: 40) { terminal in
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/old")))
        try await terminal.press("i")
        try await terminal.waitFor("requested   \(server.url("/old").absoluteString)")
        try await terminal.waitFor("leads to    \(server.url("/page").absoluteString)")
        try await terminal.waitFor("7 problems; P shows")
        try await terminal.press("P")
        try await terminal.waitFor("error       og:image can't be fetched")
        try await terminal.press("Escape")
        try await terminal.waitFor("space spin")
        try await terminal.quit()
      }
    }
  }

  @Test("a fetch times out and can be retried")
  func timeOut() async throws {
    try await withServer(["/hang": Answer([.hang])]) { server in
      try await withTerminal { terminal in
        let arguments = "\(try terminal.home.wheel(server.url("/hang"))) --timeout 0.5"
        try await terminal.runProgram(arguments)
        try await terminal.press("Space")
        try await terminal.waitFor("Metadata fetch timed out.")
        try await terminal.waitFor("127.0.0.1 didn't answer within 0.5 s")
        try await terminal.press("r")
        try await terminal.wait("a second request") { _ in server.requests.count == 2 }
        try await terminal.waitFor("Metadata fetch timed out.")
      }
    }
  }

  @Test("links that one program saves appear in another")
  func twoPrograms() async throws {
    try await withServer(["/page": Self.page]) { server in
      try await withTerminal { first in
        try await withTerminal(in: first.home) { second in
          let wheel = try first.home.wheel(server.url("/page"))
          for terminal in [first, second] {
            try await terminal.runProgram(wheel)
            try await terminal.waitFor("Spin the Wheel")
          }
          try await first.press("Space")
          try await first.waitFor("The Site")
          try await first.saveCard()
          try await second.press("Tab")
          try await second.waitFor("▌   1  ● 日本語 Crafting Interpreters")
        }
      }
    }
  }

  @Test("quitting right after saving keeps the saved link")
  func saveAndQuit() async throws {
    try await withServer(["/page": Self.page]) { server in
      try await withTerminal { terminal in
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.press("s", "q")
        try await terminal.waitFor("exit:0")
        try await terminal.runProgram()
        try await terminal.waitFor("Saved 1")
      }
    }
  }
}
