import Foundation
import TestSupport
import Testing

/// Wheels, history and the link that's fetched ahead, in the real program.
@Suite(.timeLimit(.minutes(3)))
struct WheelJourneyTests {
  private static func page(_ title: String) -> Answer { Answer.page("<title>\(title)</title>") }

  @Test("one link is fetched ahead while a card is read, and never more")
  func ahead() async throws {
    try await withServer(["*": Self.page("Some page")]) { server in
      try await withTerminal { terminal in
        let links = (0..<5).map { server.url("/\($0)") }
        let text = links.map(\.absoluteString).joined(separator: "\n")
        try Data(text.utf8).write(to: terminal.home.file("links.txt"))
        try await terminal.runProgram("--wheel links.txt")
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
        try await terminal.run(
          "RAYLETTE_PREFETCH=false \(TerminalDriver.program) \(wheel)")
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("Some page")
        try await terminal.press("H")
        try await terminal.waitFor("History")
        try await terminal.waitFor("Some page")
        #expect(server.requests.count == 1)
        try await terminal.press("Escape")
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
      try await terminal.waitFor("The wheel is classic now.")
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
      try await terminal.waitFor("seen · Game · tutorials")
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
        try await terminal.press("N")
        try await terminal.waitFor("Never again")
        try await terminal.press("Enter")
        try await terminal.waitFor("can come up again.")
        try await terminal.press("Escape")
        try await terminal.waitFor("of 2 seen")
        try await terminal.quit()
      }
    }
  }

  @Test("a card of an earlier session is found in the history and saved")
  func history() async throws {
    try await withServer(["/page": Self.page("A page to find again")]) { server in
      try await withTerminal { terminal in
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.quit()
        try await terminal.runProgram()
        try await terminal.waitFor("0 of 355 links seen")
        try await terminal.press("H")
        try await terminal.waitFor("A page to find again")
        try await terminal.press("f", "i", "n", "d")
        try await terminal.press("Enter")
        try await terminal.waitFor(server.url("/page").absoluteString)
        try await terminal.saveCard()
        #expect(server.requests.count == 1)
        try await terminal.quit()
        #expect(
          try await terminal.home.savedAddresses == [server.url("/page").absoluteString])
      }
    }
  }
}
