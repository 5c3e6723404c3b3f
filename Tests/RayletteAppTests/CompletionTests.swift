import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The list of what can be typed in the filter.
struct CompletionTests {
  private var store = SampleStore(links: Samples.annotatedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    state.surroundings.ownSearches = [SavedSearch(name: "Broken", filter: "is:dead site:a.example")]
    state.saved.filterHistory.restore(["#books craft", "is:noted", "game", "#c++"])
    store.press(.tab, in: &state)
  }

  private var completions: [String] { state.completions.map(\.text) }

  private mutating func type(_ text: String) {
    for key in text { store.press(.character(key), in: &state) }
  }

  @Test(
    "the word at the cursor is completed with all that it may become",
    arguments: [
      ("#", ["#compilers", "#books", "#c++", "#日本語", "#books craft"]), ("#co", ["#compilers"]),
      ("#books", ["#books craft"]), ("x -#b", ["#books"]),
      ("x -#", ["-#compilers", "-#books", "-#c++", "-#日本語"]),
      ("is:un", ["is:unread", "is:untagged", "is:unreachable", "is:unfetched"]),
      ("-is:rea", ["-is:reading", "-is:read"]), ("IS:D", ["is:dead", "is:dead site:a.example"]),
      ("is:dead", ["is:dead site:a.example"]), ("site:youtube.com", []),
      ("has:", ["has:text", "has:note", "has:tags"]), ("after:t", ["after:today"]),
      ("site:cra", ["site:craftinginterpreters.com"]), ("site:org", ["site:build-your-own.org"]),
      ("boo", ["#books"]), ("craft", ["site:craftinginterpreters.com"]),
      ("dea", ["is:dead"]), ("si", ["site:"]), ("brok", ["is:dead site:a.example"]),
      ("#books cr", ["site:craftinginterpreters.com", "#books craft"]), ("GAM", ["game"]),
      ("game", []), (#""ray bo"#, []), (#""ray" boo"#, ["#books"]), ("xyz", []),
    ] as [(String, [String])])
  mutating func offers(typed: String, expected: [String]) {
    type("/\(typed)")
    #expect(completions == expected)
  }

  @Test("an empty line is completed with everything: previous filters and searches come first")
  mutating func emptyLine() {
    type("/")
    #expect(
      completions.prefix(5) == [
        "#books craft", "is:noted", "game", "is:dead site:a.example", "is:unread",
      ])
    let words = SavedFilter.words.map(\.text).filter { !$0.isEmpty }
    #expect(Set(words).isSubset(of: completions))
    #expect(completions.suffix(8).prefix(4) == ["#compilers", "#books", "#c++", "#日本語"])
    #expect(completions.last == "site:youtube.com")
    let screen = render(state).text
    #expect(screen.contains("is:unread") && screen.contains("not yet read here"))
    #expect(screen.contains("previous filter") && screen.contains("saved search Broken"))
    #expect(screen.contains(" 6 of \(completions.count) ") && screen.contains(" 4 of 4"))
  }

  @Test("tab and shift-tab put one in the line, in a circle, and the list stays")
  mutating func cycles() {
    type("/x is:re")
    let all = completions
    #expect(all == ["is:reading", "is:read"])
    for (key, text) in [
      (Key.tab, "x is:reading "), (.tab, "x is:read "), (.tab, "x is:reading "),
      (.backTab, "x is:read "), (.up, "x is:reading "), (.down, "x is:read "),
      (.control("p"), "x is:reading "), (.control("n"), "x is:read "),
    ] {
      store.press(key, in: &state)
      #expect(state.prompt?.text == text && state.prompt?.cursor == text.count)
      #expect(completions == all)
      #expect(state.saved.listing.requestedQuery.filter.text == text)
    }
    #expect(render(state).text.contains("▌ is:read "))
    // Typing goes on after the word.
    type("#bo")
    #expect(state.prompt?.text == "x is:read #bo" && completions == ["#books"])
    store.press(.backTab, .enter, in: &state)
    #expect(state.prompt == nil && state.saved.query.filter.text == "x is:read #books ")
    #expect(state.saved.filterHistory.texts.first == "x is:read #books")
  }

  @Test("esc takes the chosen completion back, and again esc leaves the filter")
  mutating func takesBack() {
    type("/#co")
    store.press(.left, .tab, in: &state)
    #expect(state.prompt?.text == "#compilers o" && state.prompt?.cursor == 11)
    store.press(.escape, in: &state)
    #expect(state.prompt?.text == "#co" && state.prompt?.cursor == 2)
    #expect(state.saved.listing.requestedQuery.filter == SavedFilter("#co", isTyped: true))
    store.press(.escape, in: &state)
    #expect(state.prompt == nil && state.saved.query.filter.isEmpty)
  }

  @Test("a completion is a whole tag, and a whole line isn't taken for one that's typed")
  mutating func whole() {
    type("/#c")
    #expect(state.saved.listing.requestedQuery.filter == SavedFilter("#c", isTyped: true))
    store.press(.tab, in: &state)
    #expect(state.saved.listing.requestedQuery.filter == SavedFilter("#compilers "))
    store.press(.control("u"), in: &state)
    type("#c")
    // The last one is the previous filter with the same text as the tag.
    #expect(completions == ["#compilers", "#c++"])
    store.press(.control("u"), .tab, .enter, in: &state)
    #expect(state.saved.query.filter == SavedFilter("#books craft"))
  }

  @Test("a word that takes a value is put in the line without a space")
  mutating func opensValue() {
    type("/sit")
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "site:")
    type("you")
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "site:youtube.com ")
  }

  @Test("without a chosen completion, arrows move through the links, which the list then shows")
  mutating func arrows() {
    type("/c")
    #expect(render(state).text.contains("tab completes"))
    store.press(.down, in: &state)
    #expect(state.saved.cursor == 1 && state.prompt?.text == "c")
    #expect(!render(state).text.contains("tab completes"))
    store.press(.tab, in: &state)
    #expect(render(state).text.contains("tab completes") && state.prompt?.choice?.index == 0)
    store.press(.escape, in: &state)
    #expect(state.prompt?.text == "c" && render(state).text.contains("tab completes"))
  }

  @Test("after a space, the list waits for tab")
  mutating func afterSpace() {
    type("/craft ")
    #expect(!render(state).text.contains("tab completes"))
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "craft is:unread ")
    #expect(render(state).text.contains("tab completes"))
  }

  @Test("a click puts a completion in the line, and one beside the list moves the cursor")
  mutating func click() throws {
    type("/#")
    let layout = try #require(ChooserLayout(completionsIn: state))
    #expect(layout.rows.rows == 5 && layout.rows.maxY == state.surroundings.size.rows - 2)
    store.settle(
      update(&state, .mouse(.pressed(x: 4, y: layout.rows.y, count: 1))), in: &state)
    #expect(state.prompt?.text == "#compilers ")
    #expect(state.saved.listing.requestedQuery.filter == SavedFilter("#compilers "))
    store.press(.control("u"), in: &state)
    store.settle(update(&state, .mouse(.pressed(x: 4, y: 5, count: 1))), in: &state)
    #expect(state.prompt?.text == "" && state.saved.cursor == 1)
  }

  @Test("tab waits for the tags and the sites")
  func late() throws {
    var state = state
    let effects = update(&state, .keyPressed(.character("/")))
    for key in "site:you" { _ = update(&state, .keyPressed(.character(key))) }
    _ = update(&state, .keyPressed(.tab))
    #expect(state.prompt?.text == "site:you")
    for effect in effects {
      if let answer = store.answer(effect) { _ = update(&state, answer) }
    }
    #expect(state.prompt?.text == "site:youtube.com ")
  }

  @Test(
    "a long list scrolls with the choice, and leaves most rows to the links",
    arguments: [10, 16, 24, 60])
  mutating func scrolls(rows: Int) throws {
    _ = update(&state, .program(.resized(GridSize(columns: 60, rows: rows))))
    type("/")
    for _ in 0..<completions.count + 2 {
      store.press(.tab, in: &state)
      let layout = try #require(ChooserLayout(completionsIn: state))
      let choice = try #require(state.prompt?.choice)
      let text = try #require(choice.completion).text
      #expect((layout.top..<layout.top + layout.rows.rows).contains(choice.index))
      #expect(layout.frame.rows * 2 <= state.surroundings.body.rows && layout.rows.rows >= 2)
      #expect(render(state).text.contains("▌ \(text)"))
      #expect(render(state).text.contains(" \(choice.index + 1) of \(completions.count) "))
    }
    #expect(state.prompt?.choice?.index == 1)
  }

  @Test("a screen reader says the completion that's chosen, and no list")
  mutating func spoken() {
    state = state.accessible
    type("/#b")
    #expect(!render(state).text.contains("#books"))
    store.press(.tab, in: &state)
    #expect(SpokenScreen(state).report == "#books, 1 link, 1 of 2")
  }

  @Test("control characters of a site's name don't reach the screen")
  mutating func hostile() {
    state.saved.sites = [SavedFacets.Count("e\u{1B}[31mvil.example\u{202E}", 1)]
    state.saved.sitesRequest = LatestRequest()
    state.modals.open(.prompt(Prompt(.filter, text: "site:e")))
    let text = render(state).text
    #expect(text.contains("vil.example") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
  }
}
