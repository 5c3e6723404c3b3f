import Testing

@testable import TerminalGrid

/// Emoji joined into one, which some terminals draw whole.
struct JoinedEmojiTests {
  private func grid(_ text: String, x: Int = 0, clip: GridRect? = nil) -> Grid {
    var grid = Grid(size: GridSize(columns: 12, rows: 1))
    grid.draw(text, x: x, y: 0, clip: clip)
    return grid
  }

  @Test(
    "a joined emoji is known beside its first part, which is in the cells",
    arguments: [
      ("ab👩‍🚀c", [JoinedEmoji(x: 2, y: 0, text: "👩‍🚀")], "ab👩c"),
      (
        "👨‍👩‍👦👩🏽‍💻",
        [
          JoinedEmoji(x: 0, y: 0, text: "👨‍👩‍👦"), JoinedEmoji(x: 2, y: 0, text: "👩🏽‍💻"),
        ], "👨👩"
      ),
      ("日👩‍🚀", [JoinedEmoji(x: 2, y: 0, text: "👩‍🚀")], "日👩"),
      // The first part is narrow, or nothing is joined.
      ("❤️‍🔥", [], "❤"), ("👍🏽", [], "👍"), ("🇯🇵", [], "JP"), ("", [], ""),
      // Letters aren't emoji, and no emoji has so many parts.
      ("क्\u{200D}ष", [], "क्ष"),
      (String(repeating: "👩\u{200D}", count: 9) + "👩", [], "👩"),
    ])
  func known(text: String, emoji: [JoinedEmoji], cells: String) {
    let grid = grid(text)
    #expect(grid.joinedEmoji == emoji && grid.text == cells)
  }

  @Test("what's clipped or drawn over isn't known")
  func gone() {
    #expect(grid("👩‍🚀", x: 11).joinedEmoji == [])
    #expect(grid("👩‍🚀", x: -1).joinedEmoji == [])
    #expect(grid("👩‍🚀", clip: GridRect(x: 0, y: 0, columns: 1, rows: 1)).joinedEmoji == [])
    for x in 0..<4 {
      var grid = grid("a👩‍🚀")
      grid.draw("x", x: x, y: 0)
      #expect(grid.joinedEmoji.isEmpty == (1...2).contains(x), "\(x)")
    }
    var grid = grid("a👩‍🚀")
    grid.draw("👨‍👩‍👦", x: 2, y: 0)
    #expect(grid.joinedEmoji == [JoinedEmoji(x: 2, y: 0, text: "👨‍👩‍👦")])
  }
}
