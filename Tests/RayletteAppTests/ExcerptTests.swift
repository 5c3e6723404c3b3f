import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The lines of kept texts below titles while words are searched for.
struct ExcerptTests {
  private static let links = Samples.annotatedLinks

  /// A list filtered by a word, and the effects of the last key.
  private func filtered(_ text: String) -> (state: AppState, effects: [Effect], store: SampleStore)
  {
    var state = Samples.state(columns: 80, saved: Self.links)
    var store = SampleStore(links: Self.links)
    store.press(.tab, .character("/"), in: &state)
    var effects: [Effect] = []
    for character in text {
      effects = update(&state, .keyPressed(.character(character)))
      store.settle(effects, in: &state)
    }
    return (state, effects, store)
  }

  @Test("the lines of the links on screen are asked for, and shown in place of the facts")
  func shown() throws {
    var (state, _, _) = filtered("craft")
    let request = try #require(state.saved.excerpts.request.subject)
    #expect(request.ids == state.saved.ids && request.filter == state.saved.query.filter)
    #expect(!render(state).text.contains("in the text"))
    let id = try #require(state.saved.excerpts.request.pendingID)
    _ = update(
      &state, .saved(.excerptsRead(id, [state.saved.ids[0]: "…a craft in the text of it…"])))
    #expect(render(state).text.contains("…a craft in the text of it…"))
    #expect(state.saved.excerpts.request.pendingID == nil)
    // They aren't asked for again, not even for links without one.
    #expect(update(&state, .program(.timePassed(Samples.now))).isEmpty)
  }

  @Test("lines of another filter are dropped, whenever they come")
  func late() throws {
    var (state, _, store) = filtered("craf")
    let previous = try #require(state.saved.excerpts.request.pendingID)
    let first = try #require(state.saved.ids.first)
    let effects = update(&state, .keyPressed(.character("t")))
    store.settle(effects, in: &state)
    let latest = try #require(state.saved.excerpts.request.pendingID)
    #expect(previous != latest)
    _ = update(&state, .saved(.excerptsRead(previous, [first: "an old line"])))
    #expect(!render(state).text.contains("an old line"))
    _ = update(&state, .saved(.excerptsRead(latest, [first: "a new line"])))
    #expect(render(state).text.contains("a new line"))
    // Without the filter, the facts are back.
    store.press(.escape, in: &state)
    #expect(!render(state).text.contains("a new line"))
    #expect(state.saved.excerpts.request.pendingID == nil)
  }

  @Test(
    "the word is in view in lists of any width",
    arguments: [
      (16, "…a craft in the text of it…"), (24, "…a craft in the text of it…"),
      (20, "…of all the words that stand in the text is craft and then more"),
      (20, "…without spaces,somewherefarbehind,thecraft,and then more"),
      (20, "広い文字の中にもある言葉 craft と、そのあと"), (8, "…of all the words a craft…"),
    ])
  func inView(columns: Int, line: String) {
    let highlight = MatchHighlight(terms: ["craft"])
    let part = highlight.beginning(of: line, columns: columns, ellipsis: "…")
    #expect(DisplayWidth.columns(of: line) <= columns || part.contains("craft"))
    let before = part.prefix { $0 != "c" }
    #expect(DisplayWidth.columns(of: before + "craft") <= columns, "\(part)")
    #expect(part == line || part.hasPrefix("…") && line.contains(part.dropFirst()))
  }

  @Test("beside a list with one row a link, the card has the line")
  func inCard() throws {
    var (state, _, store) = filtered("craft")
    store.settle(update(&state, .program(.resized(GridSize(columns: 120, rows: 30)))), in: &state)
    store.press(.character("e"), .backspace, in: &state)
    let id = try #require(state.saved.excerpts.request.pendingID)
    _ = update(&state, .saved(.excerptsRead(id, [state.saved.ids[0]: "…a craft in the text…"])))
    let grid = render(state)
    let row = try #require(grid.text.split(separator: "\n").first { $0.contains("a craft in") })
    let before = try #require(row.firstRange(of: "craft in")?.lowerBound)
    let x = DisplayWidth.columns(of: String(row[..<before]))
    #expect(x > SavedLayout(state.saved.view, in: state.surroundings).list.maxX)
    let y = try #require(
      grid.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex(of: row))
    #expect(grid[x, y].style == state.surroundings.appearance.theme.match)
  }

  @Test("one row a link has no room for them without a card")
  func dense() {
    var (state, _, store) = filtered("craft")
    store.press(.enter, .character("z"), .character("d"), in: &state)
    #expect(state.saved.view.density == .one)
    #expect(state.saved.excerpts.request.pendingID == nil)
  }
}
