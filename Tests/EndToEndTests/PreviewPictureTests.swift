import Foundation
import TerminalGrid
import TestSupport
import Testing

/// Pictures of `raylette preview`, with the real program and chafa on a terminal.
@Suite(.takesTurn)
struct PreviewPictureTests {
  private static let page = Answer.page(
    """
    <head><title>The page</title><meta property="og:site_name" content="The Site">
    <meta property="og:description" content="What it is about.">
    <meta property="og:image" content="/i.png"><meta property="og:image:width" content="360">
    <meta property="og:image:height" content="200"></head>
    """)
  private static let image = Answer.page(
    PNG.file(width: 360, height: 200) { x, _ in x < 180 ? (255, 0, 0) : (0, 0, 255) },
    type: "image/png")
  private static let cell = TerminalEmulator.PixelSize(width: 10, height: 20)

  /// Runs `raylette preview` on a page with a picture.
  private func withPreview(
    _ traits: TerminalEmulator.Traits, columns: Int = 80, rows: Int = 40, count: Int = 1,
    image: Answer = image, arguments: [String] = [], environment: [String: String] = [:],
    _ body: (PseudoTerminal, FixtureServer) async throws -> Void
  ) async throws {
    try await withServer(["/a": Self.page, "/i.png": image]) { server in
      try await withTemporaryHome { home in
        let addresses = Array(repeating: server.url("/a").absoluteString, count: count)
        try await withPseudoTerminal(
          traits, columns: columns, rows: rows, arguments: ["preview"] + arguments + addresses,
          environment: environment, in: home
        ) { try await body($0, server) }
      }
    }
  }

  private func imageRequests(_ server: FixtureServer) -> Int {
    server.requests.count { $0.path == "/i.png" }
  }

  @Test("a picture is in its cells on the card, and the cursor ends below")
  func kitty() async throws {
    try await withPreview(PixelJourneyTests.kitty) { terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      let printed = screen.printed
      #expect(printed == [GridRect(x: 4, y: 2, columns: 72, rows: 20)])
      #expect(screen.images.values.first == .init(width: 720, height: 400))
      let isFramed = screen.framesPictures(count: 1)
      #expect(isFramed)
      let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[23].hasPrefix("│   The page"))
      #expect(lines[screen.cursor.y - 2].hasSuffix("/a"))
      #expect(lines[(screen.cursor.y - 1)...].joined().isEmpty)
      #expect(screen.cursor.x == 0 && !screen.text.contains("^[") && terminal.echoes)
    }
  }

  @Test("a picture in sixels is in its cells, too")
  func sixel() async throws {
    try await withPreview(PixelJourneyTests.sixel) { terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      let place = GridRect(x: 4, y: 2, columns: 72, rows: 20)
      #expect(!screen.sixelCells.isEmpty)
      #expect(screen.sixelCells.allSatisfy { place.contains(x: $0.x, y: $0.y) })
      #expect(screen.text.contains("│   The page"))
    }
  }

  @Test(
    "pictures scroll with their cards, and fit the terminal's width",
    arguments: [(80, 24), (100, 30), (50, 24), (60, 18)])
  func scrolling(columns: Int, rows: Int) async throws {
    try await withPreview(
      PixelJourneyTests.kitty, columns: columns, rows: rows, count: 3
    ) { terminal, server in
      try await terminal.expectEnd()
      let printed = terminal.screen.printed
      #expect(printed.count == 3 && imageRequests(server) == 3)
      let isFramed = terminal.screen.framesPictures(count: 3)
      #expect(isFramed, "\(terminal.screen.text)\n\(terminal.screen.graphicsSummary)")
    }
  }

  @Test("a terminal that's too low for a picture in pixels gets none")
  func low() async throws {
    try await withPreview(PixelJourneyTests.kitty, rows: 15) { terminal, server in
      try await terminal.expectEnd()
      let printed = terminal.screen.printed
      #expect(printed.isEmpty && imageRequests(server) == 0)
      #expect(terminal.screen.text.contains("│  The page"))
    }
  }

  @Test(
    "pictures are in cells if the terminal can't show pixels, or the user says so",
    arguments: [
      (TerminalEmulator.Traits(), []), (PixelJourneyTests.kitty, ["--images", "cells"]),
      (TerminalEmulator.Traits(hasKitty: true, cell: cell, answers: false), []),
    ] as [(TerminalEmulator.Traits, [String])])
  func cells(traits: TerminalEmulator.Traits, arguments: [String]) async throws {
    try await withPreview(traits, arguments: arguments) { terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      let (printed, images) = (screen.printed, screen.images)
      #expect(printed.isEmpty && images.isEmpty)
      let left = screen.cells[10][10].style
      #expect(left.background == "48;5;196" || left.foreground == "38;5;196")
      #expect(terminal.echoes)
    }
  }

  @Test(
    "there's no picture, and none is fetched, if the user doesn't want any",
    arguments: [
      (["--images", "never"], [:]), ([], ["NO_COLOR": "1"]), ([], ["TERM": "dumb"]),
      ([], ["ACCESSIBLE": "1"]), (["--json"], [:]),
    ] as [([String], [String: String])])
  func off(arguments: [String], environment: [String: String]) async throws {
    try await withPreview(
      PixelJourneyTests.kitty, arguments: arguments, environment: environment
    ) { terminal, server in
      try await terminal.expectEnd()
      let (printed, bytes) = (terminal.screen.printed, terminal.screen.bytes)
      #expect(printed.isEmpty && imageRequests(server) == 0)
      let isAsked = String(decoding: bytes, as: UTF8.self).contains("\u{1B}[c")
      #expect(!isAsked)
    }
  }

  @Test("a pipe gets no picture, not even with colours")
  func pipe() async throws {
    try await withServer(["/a": Self.page, "/i.png": Self.image]) { server in
      try await withTemporaryHome { home in
        let run = try await CommandRun(
          "CLICOLOR_FORCE=1 preview --images always \(server.url("/a"))", in: home)
        #expect(run.output.contains("The page") && imageRequests(server) == 0)
      }
    }
  }

  @Test("an unknown value of --images is refused")
  func usage() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["preview", "--images", "pixel", "example.org"], in: home)
      #expect(run.exitCode == 2 && run.error.contains("Did you mean 'pixels'?"))
    }
  }

  @Test("an interruption leaves the terminal as it was", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    try await withPreview(PixelJourneyTests.kitty, image: Answer([.hang])) { terminal, server in
      await server.wait { _ in imageRequests(server) > 0 }
      #expect(terminal.echoes)
      kill(terminal.processID, signal)
      try await terminal.expectEnd()
      let printed = terminal.screen.printed
      #expect(terminal.status == signal && printed.isEmpty)
    }
  }

  @Test("Ctrl-C while the terminal is asked takes effect with the terminal as it was")
  func interruptedInquiry() async throws {
    let silent = TerminalEmulator.Traits(hasKitty: true, cell: Self.cell, answers: false)
    // The program waits two seconds for answers. A busy machine may notice that only later.
    var wasAsked = false
    for _ in 0..<8 where !wasAsked {
      try await withPreview(silent, image: Answer([.hang])) { terminal, _ in
        try await terminal.expect { String(decoding: $0.bytes, as: UTF8.self).contains("\u{1B}[c") }
        wasAsked = !terminal.echoes
        terminal.type("\u{3}")
        try await terminal.expectEnd()
        #expect(terminal.status == SIGINT && terminal.echoes)
      }
    }
    #expect(wasAsked)
  }

  @Test("what's typed for the next program stays there")
  func typedAhead() async throws {
    try await withServer(["/a": Self.page, "/i.png": Answer([.hang])]) { server in
      try await withTemporaryHome { home in
        try await withPseudoTerminal(
          PixelJourneyTests.kitty, arguments: ["preview", server.url("/a").absoluteString],
          in: home
        ) { terminal in
          terminal.type("later\n")
          await server.wait { _ in imageRequests(server) > 0 }
          #expect(terminal.unreadCount == 6)
        }
      }
    }
  }
}

extension TerminalEmulator {
  /// The places of the printed pictures, in their order.
  fileprivate var printed: [GridRect] {
    placements.map { GridRect(x: $0.x, y: $0.y, columns: $0.columns, rows: $0.rows) }
  }

  /// Whether the pictures, as far as they're on screen, have blank cells, the card's frame at both
  /// sides, and the title below.
  fileprivate func framesPictures(count: Int) -> Bool {
    printed.count == count
      && printed.allSatisfy { place in
        let rows = max(0, place.y)..<max(0, place.maxY)
        let isFramed = rows.allSatisfy { y in
          let line = cells[y].map(\.text).joined().prefix(80)
          return line.hasPrefix("│ ") && line.dropFirst().trimmingPrefix { $0 == " " } == "│"
        }
        let below = max(0, place.maxY)..<max(0, place.maxY + 2)
        let hasTitle = below.contains { cells[$0].map(\.text).joined().contains("The page") }
        return isFramed && (hasTitle || place.maxY < 0)
      }
  }
}
