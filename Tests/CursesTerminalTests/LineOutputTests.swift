import TerminalGrid
import Testing

@testable import CursesTerminal

/// What a screen of plain lines writes.
struct LineOutputTests {
  private static let size = GridSize(columns: 20, rows: 6)

  private func grid(
    _ lines: String..., typed: String? = nil, revision: Int = 0, columns: Int = 20
  ) -> Grid {
    var grid = Grid(size: GridSize(columns: columns, rows: 6))
    grid.place(Cursor(x: 0, y: 2))
    for (y, line) in lines.enumerated() {
      grid.say(line, y: y, limit: 4, revision: y == 1 ? revision : 0)
    }
    if let typed {
      let end = grid.draw(typed, x: 0, y: 5)
      grid.place(Cursor(x: end, y: 5, kind: .insertion))
    }
    return grid
  }

  @Test("the first frame writes each line once, without attributes, and the cursor at the focus")
  func first() {
    var output = LineOutput(isUTF8: true)
    #expect(
      output.changes(to: grid("Saved", "", "Ada, 1 of 3"))
        == "\u{1B}[1;1HSaved\u{1B}[K\u{1B}[3;1HAda, 1 of 3\u{1B}[K\u{1B}[3;1H")
  }

  @Test("a line that changed is written whole, the others aren't")
  func changed() {
    var output = LineOutput(isUTF8: true)
    _ = output.changes(to: grid("Saved", "", "Ada, 1 of 3"))
    #expect(
      output.changes(to: grid("Saved", "", "Adam, 2 of 3"))
        == "\u{1B}[3;1HAdam, 2 of 3\u{1B}[K\u{1B}[3;1H")
    #expect(output.changes(to: grid("Saved", "", "Adam, 2 of 3")) == "")
  }

  @Test("the cursor is on a report that alone was written, and a line that goes is only cleared")
  func report() {
    var output = LineOutput(isUTF8: true)
    _ = output.changes(to: grid("Saved", "", "Ada"))
    #expect(
      output.changes(to: grid("Saved", "Done.", "Ada"))
        == "\u{1B}[2;1HDone.\u{1B}[K\u{1B}[2;1H")
    #expect(
      output.changes(to: grid("Saved", "Done.", "Ada", revision: 1))
        == "\u{1B}[2;1HDone.\u{1B}[K\u{1B}[2;1H", "It's said again.")
    #expect(output.changes(to: grid("Saved", "", "Ada")) == "\u{1B}[2;1H\u{1B}[K\u{1B}[3;1H")
  }

  @Test("a text on several rows is written without moving the cursor, up to a limit")
  func wrapped() {
    var output = LineOutput(isUTF8: true)
    var grid = Grid(size: Self.size)
    grid.say("one two three four five six", y: 0, limit: 6)
    #expect(
      output.changes(to: grid)
        == "\u{1B}[1;1Hone two three four  five six\u{1B}[K")
    var long = Grid(size: GridSize(columns: 100, rows: 6))
    long.say(String(repeating: "word ", count: 80), y: 0, limit: 6)
    let starts = LineOutput(isUTF8: true).written(long).ranges(of: ";1H").count
    #expect(starts == 2, "Four rows, two at a time")
  }

  @Test("typing writes the end of the row from the change on")
  func typing() {
    var output = LineOutput(isUTF8: true)
    _ = output.changes(to: grid("Saved", typed: "Filter: "))
    #expect(
      output.changes(to: grid("Saved", typed: "Filter: r")) == "\u{1B}[6;9Hr\u{1B}[K\u{1B}[6;10H")
    #expect(
      output.changes(to: grid("Saved", "3 of 9", typed: "Filter: ra"))
        == "\u{1B}[6;10Ha\u{1B}[K\u{1B}[2;1H3 of 9\u{1B}[K\u{1B}[6;11H")
    #expect(
      output.changes(to: grid("Saved", "", "Ada"))
        == "\u{1B}[2;1H\u{1B}[K\u{1B}[3;1HAda\u{1B}[K\u{1B}[6;1H\u{1B}[K\u{1B}[3;1H")
  }

  @Test("another size begins with an empty screen, and so does forgetting")
  func resized() {
    var output = LineOutput(isUTF8: true)
    _ = output.changes(to: grid("Saved"))
    #expect(
      output.changes(to: grid("Saved", columns: 30))
        == LineOutput.clearing + "\u{1B}[1;1HSaved\u{1B}[K\u{1B}[1;1H")
    output.forget()
    #expect(output.changes(to: grid("Saved", columns: 30)).hasPrefix("\u{1B}[1;1HSaved"))
  }

  @Test("wide characters keep their place; without UTF-8 there's ASCII only")
  func wide() {
    var output = LineOutput(isUTF8: true)
    #expect(output.changes(to: grid("日本 Go")).contains("日本 Go"))
    output = LineOutput(isUTF8: false)
    let text = output.changes(to: grid("日本 Go"))
    #expect(text.allSatisfy(\.isASCII) && text.contains("???? Go"))
  }
}

extension LineOutput {
  fileprivate func written(_ grid: Grid) -> String {
    var output = self
    return output.changes(to: grid)
  }
}
