import Foundation
import LinkPreview
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

/// The terminal shows what chafa drew, cell by cell, on terminals of every kind: none runs out of
/// colour pairs, and none gets colours it doesn't have.
@Suite(.takesTurn)
struct TerminalColorTests {
  struct Terminal: Sendable {
    var type: String
    var colorTerm = ""
    var depth: ColorDepth
  }

  /// Cells of two squares, one above the other. The first cells have all pairs of colours with only
  /// full and empty channels, which are all pairs on a terminal with eight colours. The rest have
  /// others.
  private static let squares = PNG.file(width: 270, height: 160) { x, y in
    let cell = x / 10 + 27 * (y / 20)
    let number = y % 20 < 10 ? cell % 8 : cell / 8 % 8
    func channel(_ bit: Int) -> UInt8 {
      let isFull = number >> bit & 1 == 1
      return cell < 128 ? (isFull ? 255 : 0) : (isFull ? 200 : 64) &+ UInt8(cell % 50)
    }
    return (channel(0), channel(1), channel(2))
  }

  private static let page = Answer.page(
    """
    <head><title>A picture page</title><meta property="og:site_name" content="The Site">
    <meta property="og:image" content="/i.png"><meta property="og:image:width" content="270">
    <meta property="og:image:height" content="160"></head>
    """)

  @Test(
    "the terminal shows what chafa drew",
    arguments: [
      Terminal(type: "xterm", depth: .ansi8), Terminal(type: "xterm-16color", depth: .ansi16),
      Terminal(type: "tmux-256color", depth: .palette256),
      // Direct colours need a terminal type that ncurses knows to have them.
      Terminal(
        type: "tmux-256color", colorTerm: "truecolor",
        depth: isKnown("tmux-direct") ? .direct : .palette256),
      Terminal(
        type: "alacritty", colorTerm: "truecolor",
        depth: isKnown("alacritty-direct") ? .direct : .palette256),
      Terminal(
        type: "xterm-kitty", colorTerm: "truecolor",
        depth: isKnown("kitty-direct") ? .direct : .palette256),
      Terminal(type: "screen-256color", colorTerm: "24bit", depth: .palette256),
    ].filter { isKnown($0.type) })
  func sameCells(terminal kind: Terminal) async throws {
    let size = GridSize(columns: 27, rows: 8)
    let image = try #require(LinkImage(data: Data(Self.squares)))
    let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
    let expected = try #require(
      await chafa.picture(of: image, size: size, form: .cells(kind.depth)))
    let routes = ["/page": Self.page, "/i.png": Answer.page(Self.squares, type: "image/png")]
    try await withServer(routes) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        try await terminal.run(
          "clear; env TERM=\(kind.type) COLORTERM=\(kind.colorTerm) "
            + "\(TerminalDriver.program) \(wheel) --images always")
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("The Site")
        let x = 6 + (size.columns - expected.size.columns) / 2
        try await terminal.waitForCells("the squares on \(kind)") { screen in
          (0..<expected.size.rows).allSatisfy { row in
            (0..<expected.size.columns).allSatisfy { column in
              expected[column, row].looksLike(screen[x + column, 5 + row])
            }
          }
        }
      }
    }
  }
}

/// Whether terminfo has a terminal type.
private func isKnown(_ type: String) -> Bool {
  let folders = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
  return folders.contains { folder in
    FileManager.default.fileExists(atPath: "\(folder)/\(type.prefix(1))/\(type)")
  }
}

extension Cell {
  /// Whether two cells look the same. curses takes the darkest direct blues for palette indexes, so
  /// they're drawn with the smallest amount of green added.
  fileprivate func looksLike(_ other: Cell) -> Bool {
    zip(look, other.look).allSatisfy { one, other in
      guard case .rgb(let red, let green, let blue)? = one,
        case .rgb(red, let shownGreen, blue)? = other
      else { return one == other }
      return shownGreen == green || (red == 0 && green == 0 && shownGreen == 1)
    }
  }

  private var look: [Color?] {
    let isReversed = style.attributes.contains(.reverse)
    let (ink, paper) =
      isReversed
      ? (style.background, style.foreground) : (style.foreground, style.background)
    switch glyph.text {
    case " ": return [paper]
    case "█": return [ink]
    default: return ink == paper ? [ink] : [ink, paper, .palette(UInt8(glyph.text.utf8.last ?? 0))]
    }
  }
}
