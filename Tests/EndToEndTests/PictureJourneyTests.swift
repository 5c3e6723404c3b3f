import Foundation
import TerminalGrid
import TestSupport
import Testing

/// Pictures on cards, with the real program and chafa in a real terminal.
@Suite(.takesTurn)
struct PictureJourneyTests {
  private static func page(image: String = "/i.png") -> Answer {
    .page(
      """
      <head><title>A picture page</title><meta property="og:site_name" content="The Site">
      <meta property="og:description" content="What it is about.">
      <meta property="og:image" content="\(image)"><meta property="og:image:width" content="400">
      <meta property="og:image:height" content="200"></head>
      """)
  }

  private static let halves = Answer.page(
    PNG.file(width: 400, height: 200) { x, _ in x < 200 ? (255, 0, 0) : (0, 0, 255) },
    type: "image/png")

  /// Waits until a picture in these cells has a red left half and a blue right half. The
  /// columns in the middle may have both colours.
  private func waitForHalves(
    _ terminal: TerminalDriver, columns: Range<Int>, rows: Range<Int>
  ) async throws {
    let middle = (columns.lowerBound + columns.upperBound) / 2
    try await terminal.waitForCells("a red and a blue half") { screen in
      rows.allSatisfy { y in
        columns.allSatisfy { x in
          guard abs(x - middle) > 1 else { return true }
          guard x < screen.size.columns, y < screen.size.rows else { return false }
          return screen[x, y].ground == .palette(x < middle ? 196 : 21)
        }
      }
    }
  }

  @Test("the picture fills its place beside or above the text, also after a resize")
  func picture() async throws {
    try await withServer(["/page": Self.page(), "/i.png": Self.halves]) { server in
      try await withTerminal { terminal in
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await waitForHalves(terminal, columns: 6..<33, rows: 5..<13)
        let text = try await terminal.screen
        try await terminal.resize(columns: 120, rows: 40)
        try await waitForHalves(terminal, columns: 6..<49, rows: 5..<18)
        try await terminal.resize(columns: 80, rows: 24)
        try await waitForHalves(terminal, columns: 6..<33, rows: 5..<13)
        #expect(try await terminal.screen == text)
        #expect(server.requests.filter { $0.path == "/i.png" }.count == 1)
        try await terminal.saveCard()
        try await terminal.quit()
      }
    }
  }

  @Test("the card beside the list takes a picture that was seen before from the disk")
  func saved() async throws {
    try await withTerminal(columns: 120, rows: 40) { terminal in
      try await withServer(["/page": Self.page(), "/i.png": Self.halves]) { server in
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await waitForHalves(terminal, columns: 6..<49, rows: 5..<18)
        try await terminal.saveCard()
        try await terminal.quit()
      }
      try await terminal.runProgram()
      try await terminal.press("g", "l")
      try await terminal.waitFor("A picture page")
      try await waitForHalves(terminal, columns: 71..<114, rows: 5..<16)
    }
  }

  @Test("--images never and NO_COLOR prevent fetching pictures", arguments: ["--images never", ""])
  func never(option: String) async throws {
    try await withServer(["/page": Self.page(), "/i.png": Self.halves]) { server in
      try await withTerminal { terminal in
        let program = option.isEmpty ? "env NO_COLOR=1 " : ""
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.run("clear; \(program)\(TerminalDriver.program) \(wheel) \(option)")
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("  What it is about.")
        // A request for a picture would come before the effects of these keys.
        try await terminal.press("Tab", "Tab")
        try await terminal.waitFor("│  A picture page")
        #expect(server.requests.map(\.path) == ["/page"])
      }
    }
  }

  /// Large, so that an endless file reaches its limit without blocking the server for others.
  private static let filler = [UInt8](repeating: 0, count: 65_536)
  private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200'/>"

  @Test(
    "hostile pictures leave the card intact, and its text gets their place",
    arguments: [
      ("bomb", Answer.page(PNG.header(width: 100_000, height: 100_000), type: "image/png")),
      (
        "truncated JPEG",
        .page(
          [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 9, 0, 9, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0, 0xFF],
          type: "image/jpeg")
      ),
      (
        "50 MB",
        Answer([
          .text(Answer.head(200, headers: ["Content-Length: 52428800"])),
          .send(PNG.header(width: 9, height: 9)), .endless(filler),
        ])
      ),
      (
        "endless",
        .open([.send(PNG.header(width: 9, height: 9)), .endless(filler)], type: "image/png")
      ),
      ("SVG", .page(svg, type: "image/png")),
      ("drip", .open([.send(PNG.header(width: 9, height: 9)), .hang], type: "image/png")),
      ("missing", .status(404)), ("nothing", .page("", type: "image/png")),
      ("file", .redirect(to: "file:///etc/passwd")),
    ] as [(String, Answer)])
  func hostile(name: String, answer: Answer) async throws {
    try await withServer(["/page": Self.page(), "/i.png": answer]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.spinUpCard("\(wheel) --timeout 5")
        try await terminal.wait("text in the place of \(name)") {
          $0.contains("│  A picture page")
        }
        #expect(try await terminal.screen.contains("What it is about."))
        await server.waitUntilIdle()
        try await terminal.saveCard()
        try await terminal.quit()
      }
    }
  }
}
