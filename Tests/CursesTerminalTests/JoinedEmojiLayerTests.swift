import TerminalGrid
import Testing

@testable import CursesTerminal

/// Joined emoji are shown above the cells that ncurses draws.
struct JoinedEmojiLayerTests {
  private func grid(_ text: String, style: CellStyle = .plain) -> Grid {
    var grid = Grid(size: GridSize(columns: 12, rows: 3))
    grid.draw(text, x: 2, y: 1, style: style)
    return grid
  }

  /// Returns what's sent before and after a frame.
  private func changes(
    _ previous: Grid?, _ grid: Grid, kinds: JoinedEmoji.Kinds = [.tones, .variations, .groups]
  ) -> [String] {
    let changes = JoinedEmojiLayer(depth: .palette256, kinds: kinds).changes(
      from: previous, to: grid)
    return [changes.before, changes.after]
  }

  @Test("the first frame shows each emoji in its place and style")
  func first() {
    #expect(changes(nil, grid("👩‍🚀")) == ["", "\u{1B}[2;3H👩‍🚀"])
    let bold = grid("👩‍🚀", style: CellStyle(attributes: .bold))
    #expect(changes(nil, bold) == ["", "\u{1B}[2;3H\u{1B}[0;1m👩‍🚀\u{1B}[0m"])
  }

  @Test("before a frame with changes, the cells get what ncurses knows of them")
  func changed() {
    #expect(
      changes(grid("👩‍🚀"), grid("👩‍🚀 and more")) == [
        "\u{1B}[2;3H👩", "\u{1B}[2;3H👩‍🚀",
      ])
    #expect(changes(grid("👩‍🚀"), grid("👩")) == ["\u{1B}[2;3H👩", ""])
  }

  @Test("only the kinds are shown that the terminal draws whole")
  func kinds() {
    let text = "👩‍🚀👩🏽‍💻👩‍⚕️👨‍👩‍👦"
    #expect(changes(nil, grid(text), kinds: []) == ["", "\u{1B}[2;3H👩‍🚀"])
    #expect(
      changes(nil, grid(text), kinds: [.tones, .groups])
        == ["", "\u{1B}[2;3H👩‍🚀\u{1B}[2;5H👩🏽‍💻\u{1B}[2;9H👨‍👩‍👦"])
    #expect(changes(nil, grid("👩🏽‍⚕️"), kinds: .tones) == ["", ""])
  }

  @Test("a frame without changes, or without such emoji, sends nothing")
  func same() {
    #expect(changes(grid("👩‍🚀"), grid("👩‍🚀")) == ["", ""])
    #expect(changes(grid("a"), grid("b")) == ["", ""])
    #expect(changes(nil, grid("b")) == ["", ""])
  }
}
