import TestSupport
import Testing

@testable import TerminalGrid

struct PictureTests {
  private static let limit = GridSize(columns: 6, rows: 3)
  private static let red = CellStyle(foreground: .palette(1))

  private func read(_ art: String, limit: GridSize = limit) -> Picture? {
    Picture(symbolArt: Array(art.utf8), limit: limit)
  }

  private func text(_ picture: Picture) -> String {
    var grid = Grid(size: picture.size)
    grid.draw(picture, x: 0, y: 0)
    return grid.text
  }

  @Test(
    "colour and reverse sequences set the style",
    arguments: [
      ("31", red), ("1;31", red), ("0;31", red), ("97", CellStyle(foreground: .palette(15))),
      ("38;5;200", CellStyle(foreground: .palette(200))),
      ("44", CellStyle(background: .palette(4))),
      ("103", CellStyle(background: .palette(11))),
      ("48;5;17", CellStyle(background: .palette(17))),
      ("38;2;1;2;3", CellStyle(foreground: .rgb(red: 1, green: 2, blue: 3))),
      (
        "38;2;0;0;0;48;2;255;9;8",
        CellStyle(
          foreground: .rgb(red: 0, green: 0, blue: 0),
          background: .rgb(red: 255, green: 9, blue: 8))
      ),
      ("31;7", CellStyle(foreground: .palette(1), attributes: .reverse)), ("7;27;31", red),
      ("31;39", .plain), ("41;49", .plain), ("31;", .plain), ("", .plain),
      // Truncated, out-of-range and other sequences are ignored.
      ("38;5", .plain), ("38;2;1;2", .plain), ("38;5;256", .plain), ("38", .plain),
      ("38;9;1", .plain), ("?31", .plain), (">31", .plain), ("31:7", .plain), ("-31", .plain),
      (String(repeating: "31;", count: 40) + "31", .plain),
    ])
  func pens(parameters: String, style: CellStyle) throws {
    #expect(try #require(read("\u{1B}[\(parameters)mx"))[0, 0].style == style)
  }

  @Test("the output of chafa is read")
  func chafa() throws {
    let art =
      "\u{1B}[0m\u{1B}[0m\u{1B}[7m\u{1B}[31m▎\u{1B}[0m\u{1B}[97;101m▁\u{1B}[0m\n"
      + "\u{1B}[0m \u{1B}[0m\u{1B}[31;101m▄\u{1B}[0m\n"
    let picture = try #require(read(art))
    #expect(picture.size == GridSize(columns: 2, rows: 2))
    #expect(text(picture) == "▎▁\n ▄")
    #expect(picture[0, 0].style == CellStyle(foreground: .palette(1), attributes: .reverse))
    #expect(picture[1, 1].style == CellStyle(foreground: .palette(1), background: .palette(9)))
    #expect(picture[0, 1].style == .plain)
  }

  @Test(
    "other sequences and characters are dropped",
    arguments: [
      ("a\u{1B}[2Jb", "ab"), ("a\u{1B}[10;10Hb", "ab"), ("a\u{1B}[999Cb\u{1B}[3b", "ab"),
      ("a\u{1B}]0;title\u{7}b", "ab"), ("a\u{1B}]52;c;eA==\u{1B}\\b", "ab"),
      ("a\u{1B}P1$r0m\u{1B}\\b", "ab"), ("a\u{1B}_Gf=100;AAAA\u{1B}\\b", "ab"),
      ("a\u{1B}cb\u{1B}7", "ab"), ("a\u{1B}(0b", "ab"), ("a\u{9B}2Jb", "ab"),
      ("a\u{9D}0;x\u{9C}b", "ab"), ("a\u{1B}[31\u{1B}[32mb", "ab"),
      ("a\r\u{8}\u{7}\t\u{0}\u{7F}b", "ab"), ("a\u{202E}\u{200B}\u{FEFF}b", "ab"),
      ("a日👨‍👩‍👦b", "ab"), ("e\u{301}\u{20DD}b", "eb"), ("a\u{1B}[31", "a"),
      ("a\u{1B}]0;never ends", "a"), ("a\u{1B}", "a"), ("ab\u{1B}[?25l\u{1B}[?25h", "ab"),
    ])
  func hostile(art: String, shown: String) throws {
    #expect(text(try #require(read(art))) == shown)
  }

  @Test("a picture is cut to the size limit")
  func limits() throws {
    let wide = try #require(read(String(repeating: "x", count: 100_000)))
    #expect(wide.size == GridSize(columns: 6, rows: 1))
    let tall = try #require(read(String(repeating: "x\n", count: 100_000)))
    #expect(tall.size == GridSize(columns: 1, rows: 3))
    #expect(text(try #require(read("ab\nc\n\nlost"))) == "ab\nc\n")
  }

  @Test(
    "blank art is not a picture", arguments: ["", " ", "\n\n", "   \n \n", "\u{1B}[31m", "\t"])
  func empty(art: String) {
    #expect(read(art) == nil)
    #expect(read("xyz", limit: GridSize(columns: 0, rows: 4)) == nil)
    #expect(read("xyz", limit: GridSize(columns: 4, rows: 0)) == nil)
  }

  @Test("any bytes give cells of one column")
  func anyBytes() {
    var generator = SeededRandom(seed: 1)
    let alphabet =
      Array("\u{1B}[]m;0123456789?:\n x▄日\u{9B}\u{9D}\u{7}\\P(".utf8) + [0xFF, 0xC0, 0xE2]
    var count = 0
    for _ in 0..<2000 {
      let bytes = (0..<200).compactMap { _ in alphabet.randomElement(using: &generator) }
      guard let picture = Picture(symbolArt: bytes, limit: Self.limit) else { continue }
      count += 1
      #expect(Self.limit.holds(picture.size))
      for y in 0..<picture.size.rows {
        for x in 0..<picture.size.columns { #expect(picture[x, y].glyph.width == 1) }
      }
    }
    #expect(count > 1000)
  }

  @Test("a picture is clipped to the grid and a rectangle, and doesn't cut wide glyphs in half")
  func drawing() throws {
    let art = try #require(read("abc\ndef"))
    var grid = Grid(size: GridSize(columns: 4, rows: 3))
    grid.draw("日本", x: 0, y: 0)
    grid.draw(art, x: 3, y: -1)
    grid.draw(art, x: -2, y: 2)
    #expect(grid.text == "日 d\n\nc")
    grid.draw(art, x: 0, y: 0, clip: GridRect(x: 1, y: 1, columns: 1, rows: 1))
    #expect(grid.text == "日 d\n e\nc")
  }
}
