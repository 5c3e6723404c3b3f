import TerminalGrid
import TestSupport
import Testing

@testable import CursesTerminal

/// A terminal has exactly the links of its frame, although ncurses only draws what changes.
struct HyperlinkLayerTests {
  /// A terminal that gets the differences between frames, as ncurses sends them.
  private struct Screen {
    var emulator: TerminalEmulator
    var shown: Grid?
    let layer = HyperlinkLayer(depth: .palette256)

    init(_ size: GridSize) {
      emulator = TerminalEmulator(
        columns: size.columns, rows: size.rows, traits: TerminalEmulator.Traits())
    }

    mutating func show(_ grid: Grid) {
      let changes = layer.changes(from: shown, to: grid)
      var text = changes.before
      for y in 0..<grid.size.rows {
        for x in 0..<grid.size.columns where shown.map({ $0[x, y] != grid[x, y] }) ?? true {
          text +=
            "\u{1B}[\(y + 1);\(x + 1)H\(grid.styledText(ofRow: y, columns: x..<x + 1, .direct))"
        }
      }
      emulator.feed(Array((text + changes.after).utf8)[...])
      shown = grid
    }

    /// The links of each row's cells.
    var links: [[String?]] { emulator.cells.map { $0.map(\.link) } }
  }

  private func links(of grid: Grid) -> [[String?]] {
    (0..<grid.size.rows).map { y in
      (0..<grid.size.columns).map { x in
        grid.links.last { $0.place.contains(x: x, y: y) }?.address
      }
    }
  }

  @Test("a link in the place of another that begins alike leads to its own address")
  func alike() {
    var screen = Screen(GridSize(columns: 40, rows: 2))
    for name in ["https://example.org/a", "https://example.org/b", "https://example.org"] {
      var grid = Grid(size: GridSize(columns: 40, rows: 2))
      grid.draw(name, linkingTo: name, x: 2, y: 1, style: CellStyle(attributes: .underline))
      screen.show(grid)
      #expect(screen.links == links(of: grid))
      #expect(screen.emulator.text == "\n  \(name)")
      #expect(screen.emulator.complaints == [])
    }
    screen.show(Grid(size: GridSize(columns: 40, rows: 2)))
    #expect(screen.links.allSatisfy { $0.allSatisfy { $0 == nil } })
  }

  @Test("a frame with the same links sends nothing")
  func same() {
    var grid = Grid(size: GridSize(columns: 40, rows: 2))
    grid.draw("https://a.org", linkingTo: "https://a.org/", x: 0, y: 0)
    let layer = HyperlinkLayer(depth: .ansi8)
    #expect(layer.changes(from: grid, to: grid) == ("", ""))
    #expect(layer.changes(from: nil, to: grid).after.contains("https://a.org/"))
  }

  @Test("any sequence of frames leaves the links of the last one")
  func random() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededRandom(seed: seed)
    let size = GridSize(columns: 12, rows: 4)
    var screen = Screen(size)
    for _ in 0..<400 {
      var grid = Grid(size: size)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let address =
          ["https://a.org", "https://b.org", "http://a.org"]
          .randomElement(using: &random) ?? ""
        let text = ["https", "http:a", "söme", "x"].randomElement(using: &random) ?? ""
        let attributes: CellStyle.Attributes = Bool.random(using: &random) ? .underline : []
        grid.draw(
          text, linkingTo: address, x: Int.random(in: -2...11, using: &random),
          y: Int.random(in: 0...3, using: &random), style: CellStyle(attributes: attributes))
      }
      if Bool.random(using: &random) { grid.draw("zz", x: 3, y: 1) }
      screen.show(grid)
      let expected = links(of: grid)
      guard screen.links == expected else {
        Issue.record("seed \(seed): \(screen.links) instead of \(expected)")
        return
      }
    }
    #expect(screen.emulator.complaints == [])
  }

  @Test(
    "only addresses that can be sent to a terminal become links",
    arguments: [
      ("https://a.org/?q=%20", true), ("http://a.org", true), ("ftp://a.org", false),
      ("javascript:alert(1)", false), ("https://a.org/\u{1B}\\x", false),
      ("https://a.org/é", false),
      ("https://a.org/ b", false), ("", false),
      ("https://a.org/" + String(repeating: "x", count: 2_083), false),
    ])
  func safe(address: String, isLink: Bool) {
    var grid = Grid(size: GridSize(columns: 20, rows: 1))
    grid.draw("text", linkingTo: address, x: 0, y: 0)
    #expect(grid.links.count == (isLink ? 1 : 0))
    #expect(grid.text == "text")
  }

  @Test(
    "terminals that may print control strings get none",
    arguments: [
      ("xterm-256color", true), ("tmux-256color", true), ("foot", true), ("linux", false),
      ("vt220", false), ("dumb", false), ("", false),
    ])
  func families(type: String, takesStrings: Bool) {
    #expect(TerminalFamily(environment: ["TERM": type]).takesStrings == takesStrings)
  }

  @Test("what's drawn over a link removes it")
  func covered() {
    var grid = Grid(size: GridSize(columns: 20, rows: 2))
    grid.draw("https://a.org", linkingTo: "https://a.org/", x: 0, y: 0)
    grid.draw("https://b.org", linkingTo: "https://b.org/", x: 0, y: 1)
    grid.draw("x", x: 13, y: 0)
    #expect(grid.links.map(\.address) == ["https://a.org/", "https://b.org/"])
    grid.draw("x", x: 12, y: 0)
    #expect(grid.links.map(\.address) == ["https://b.org/"])
  }
}
