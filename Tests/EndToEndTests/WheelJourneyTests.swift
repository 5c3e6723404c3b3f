import Foundation
import TestSupport
import Testing

/// Wheels, history and the link that's fetched ahead, in the real program.
@Suite(.takesTurn)
struct WheelJourneyTests {
  private static func page(_ title: String) -> Answer { Answer.page("<title>\(title)</title>") }

  @Test("one link is fetched ahead while a card is read, and never more")
  func ahead() async throws {
    try await withServer(["*": Self.page("Some page")]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(
          server.url("/0"), server.url("/1"), server.url("/2"), server.url("/3"), server.url("/4"))
        try await terminal.runProgram(wheel)
        try await terminal.waitFor("0 of 5 links seen")
        #expect(server.requests.isEmpty)
        for shown in 1...4 {
          try await terminal.press("Space")
          try await terminal.waitFor("\(shown) of 5 seen")
          try await terminal.wait("the next page to be fetched") { _ in
            server.requests.count == shown + 1
          }
        }
        #expect(Set(server.requests.map(\.path)).count == 5)
        try await terminal.quit()
      }
    }
  }

  @Test("with prefetch off, a page is fetched only when it's asked for")
  func off() async throws {
    try await withServer(["*": Self.page("Some page")]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/1"), server.url("/2"))
        try terminal.home.configure("prefetch: false")
        try await terminal.runProgram(wheel)
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("Some page")
        try await terminal.press("g", "h")
        try await terminal.waitFor("History")
        try await terminal.waitFor("Some page")
        #expect(server.requests.count == 1)
        try await terminal.press("Escape")
        // A q right behind it would be Alt-q.
        try await terminal.waitForAbsence(of: "esc close")
        try await terminal.quit()
      }
    }
  }

  @Test("a chosen wheel is the one of the next start, and a narrowed one spins only its topic")
  func chooses() async throws {
    try await withTerminal { terminal in
      try await terminal.runProgram()
      try await terminal.waitFor("0 of 355 links seen")
      try await terminal.press("W")
      try await terminal.waitFor("Wheels")
      try await terminal.press("c", "l", "a", "s")
      try await terminal.press("Enter")
      try await terminal.waitFor("The wheel is “classic” now.")
      try await terminal.quit()
      try await terminal.runProgram()
      try await terminal.waitFor("raylette · classic")
      try await terminal.press("W")
      try await terminal.waitFor("tutorials")
      try await terminal.press("t", "u", "t")
      try await terminal.press("Enter")
      try await terminal.waitFor("0 of 355 links seen")
      try await terminal.press("/")
      try await terminal.waitFor("Spin only")
      try await terminal.press("g", "a", "m", "e")
      try await terminal.press("Enter")
      try await terminal.waitFor("in Game · ")
      try await terminal.quit()
    }
  }

  @Test("x takes a link out for good, also at the next start, until it's taken back")
  func never() async throws {
    try await withServer(["/a": Self.page("Page A"), "/b": Self.page("Page B")]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/a"), server.url("/b"))
        try await terminal.runProgram("\(wheel) --seed 1")
        try await terminal.waitFor("0 of 2 links seen")
        try await terminal.press("Space")
        try await terminal.waitFor("1 of 2 seen")
        try await terminal.press("x")
        try await terminal.waitFor("Never again: Page")
        try await terminal.waitFor("of 1 seen")
        try await terminal.quit()
        try await terminal.runProgram(wheel)
        try await terminal.waitFor("of 1 seen")
        try await terminal.press("g", "n")
        try await terminal.waitFor("Never again")
        try await terminal.press("Enter")
        try await terminal.waitFor("Can come up again: Page")
        try await terminal.press("Escape")
        try await terminal.waitForAbsence(of: "are listed here")
        try await terminal.waitFor("of 2 seen")
        try await terminal.quit()
      }
    }
  }

  @Test("a card of an earlier session is found in the history and saved")
  func history() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.quit()
        try await terminal.runProgram()
        try await terminal.waitFor("0 of 355 links seen")
        try await terminal.press("g", "h")
        try await terminal.waitFor("日本語 Crafting Interpreters")
        try await terminal.press("c", "r", "a", "f")
        try await terminal.press("Enter")
        try await terminal.waitFor(server.url("/page").absoluteString)
        // The address is there while the card is loading.
        try await terminal.waitFor("Everything you need")
        // When it's saved, its page is fetched once more, to keep the text.
        #expect(server.requests.filter { $0.path == "/page" }.count == 1)
        try await terminal.saveCard()
        try await terminal.quit()
        #expect(
          try await terminal.home.savedAddresses == [server.url("/page").absoluteString])
      }
    }
  }
}

/// Wheels whose addresses are read again while the program runs.
@Suite(.takesTurn)
struct WheelUpdateJourneyTests {
  /// A list that changes, as its version says.
  private static func list(_ links: [String], tag: String) -> Answer {
    Answer { request in
      if request.header("If-None-Match") == tag { return .status(304) }
      let text = "# List\n\n## Topic\n\n" + links.map { "- [\($0)](\($0))\n" }.joined()
      return .page(Array(text.utf8), type: "text/markdown", headers: ["ETag: \(tag)"])
    }
  }

  @Test("an old wheel is updated after the first frame; an unchanged or a new one isn't")
  func updates() async throws {
    let first = ["https://a.example/", "https://b.example/"]
    try await withTerminal { terminal in
      let home = terminal.home
      try await withServer(["/list": Self.list(first, tag: "\"1\"")]) { server in
        let add = ["wheel", "add", "mine", server.url("/list").absoluteString]
        #expect(try await CommandRun(add, in: home).exitCode == 0)
        // New enough: nobody asks.
        try await terminal.runProgram("--wheel mine")
        try await terminal.waitFor("0 of 2 links seen")
        try await terminal.quit()
        #expect(server.requests.count == 1)
        try home.configure("wheel-update: 0.0000001")
        // Unchanged: the server says so.
        try await terminal.runProgram("--wheel mine")
        try await terminal.wait("the list to be asked for") { _ in server.requests.count > 1 }
        try await terminal.waitFor("0 of 2 links seen")
        try await terminal.quit()
        #expect(server.requests.last?.header("If-None-Match") == "\"1\"")
      }
      // Gone: the old links stay, and a line says so.
      try await terminal.runProgram("--wheel mine")
      try await terminal.waitFor("mine keeps its old links:")
      try await terminal.waitFor("0 of 2 links seen")
      try await terminal.quit()
    }
  }
}
