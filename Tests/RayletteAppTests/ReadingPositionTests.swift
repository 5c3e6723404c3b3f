import Articles
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// Where one is in a page: its headings, and the time left.
struct ReadingPositionTests {
  /// 10 sections of 119 words, which take 30 seconds each.
  private static let article = Article(
    title: "Long",
    blocks: (1...10).flatMap { section -> [ArticleBlock] in
      let words = Array(repeating: "word", count: 117).joined(separator: " ")
      return [.heading(level: 2, [.text("Section \(section)")]), .paragraph([.text(words)])]
    })

  private func position(_ state: AppState) -> ReadingPosition? {
    state.reader.position(in: state.surroundings)
  }

  @Test("headings are counted as they pass the top, and the time goes down to nothing")
  func moves() {
    var state = Samples.reading(GridSize(columns: 80, rows: 24), Self.article)
    #expect(position(state)?.heading == 0 && position(state)?.minutesLeft == 5)
    press(.character("]"), .character("]"), in: &state)
    #expect(position(state)?.heading == 2 && position(state)?.headingCount == 10)
    #expect(render(state).text.contains("2 of 10 · "))
    var left = 5
    for _ in 0..<40 {
      press(.character("j"), in: &state)
      let minutes = position(state)?.minutesLeft ?? 0
      #expect(minutes <= left)
      left = minutes
    }
    press(.character("G"), in: &state)
    #expect(position(state)?.heading == 10 && position(state)?.minutesLeft == nil)
  }

  @Test(
    "narrow screens say less",
    arguments: [(60, "4 %"), (80, "1 of 10 · 4 %"), (120, "1 of 10 · 5 min left · 4 %")])
  func facts(columns: Int, text: String) {
    let position = ReadingPosition(percent: "4 %", heading: 1, headingCount: 10, minutesLeft: 5)
    #expect(position.facts(columns: columns).joined(separator: " · ") == text)
  }
}
