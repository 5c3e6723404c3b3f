import Testing

@testable import TerminalGrid

struct GridTests {
  @Test("text is clipped at every edge")
  func clips() {
    var grid = Grid(size: GridSize(columns: 4, rows: 2))
    grid.draw("abcdef", x: -2, y: 0)
    grid.draw("xyz", x: 2, y: 1)
    grid.draw("gone", x: 0, y: -1)
    grid.draw("gone", x: 0, y: 2)
    grid.draw("gone", x: 9, y: 0)
    #expect(grid.text == "cdef\n  xy")
  }

  @Test("a wide glyph is never cut in half at an edge")
  func wideAtTheEdge() {
    var grid = Grid(size: GridSize(columns: 3, rows: 2))
    grid.draw("日本", x: 0, y: 0)
    grid.draw("日本", x: -1, y: 1)
    #expect(grid.text == "日\n 本")
  }

  @Test("drawing over half of a wide glyph blanks the other half")
  func overwrites() {
    var grid = Grid(size: GridSize(columns: 4, rows: 2))
    grid.draw("日本", x: 0, y: 0)
    grid.draw("x", x: 1, y: 0)
    grid.draw("日本", x: 0, y: 1)
    grid.draw("語", x: 1, y: 1)
    #expect(grid.text == " x本\n 語")
  }

  @Test("a clip rectangle keeps text inside it")
  func clipRectangle() {
    var grid = Grid(size: GridSize(columns: 8, rows: 1))
    let end = grid.draw("abcdef", x: 0, y: 0, clip: GridRect(x: 2, y: 0, columns: 3, rows: 1))
    #expect(grid.text == "  cde")
    #expect(end == 5)
  }

  @Test("a reversed part has the terminal's own colours, and what was reversed stands out")
  func reverse() {
    var grid = Grid(size: GridSize(columns: 5, rows: 1))
    let accent = CellStyle(foreground: .palette(4), attributes: [.bold, .reverse])
    let picture = CellStyle(foreground: .palette(1), background: .palette(2))
    grid.draw("a", x: 1, y: 0, style: CellStyle(foreground: .palette(8), attributes: .dim))
    grid.draw("b", x: 2, y: 0, style: accent)
    grid.draw("c", x: 3, y: 0, style: picture)
    grid.reverse(GridRect(x: 1, y: 0, columns: 9, rows: 1))
    #expect(
      (0..<5).map { grid[$0, 0].style } == [
        .plain, CellStyle(attributes: .reverse), CellStyle(attributes: .bold), picture,
        CellStyle(attributes: .reverse),
      ])
    #expect(grid.text == " abc")
  }

  @Test("a box needs two rows and columns", arguments: [0, 1, 2, 3])
  func box(side: Int) {
    var grid = Grid(size: GridSize(columns: 3, rows: 3))
    grid.drawBox(
      GridRect(x: 0, y: 0, columns: side, rows: side), glyphs: .rounded, style: .plain)
    let expected = ["\n\n", "\n\n", "╭╮\n╰╯\n", "╭─╮\n│ │\n╰─╯"]
    #expect(grid.text == expected[side])
  }

  @Test("negative sizes are empty")
  func negative() {
    #expect(Grid(size: GridSize(columns: -1, rows: 3)).text == "\n\n")
    #expect(GridRect(x: 0, y: 0, columns: 3, rows: 3).inset(columns: 2, rows: 2).isEmpty)
  }
}
