import Foundation
import LinkPreview
import LinkStore
import TerminalGrid
import Testing

@testable import RayletteApp

/// Typing on Saved: former filters, completion, addresses, titles, tags to filter by, and the
/// question before the trash is emptied.
struct SavedPromptTests {
  private var store = StoreDouble(links: Samples.annotatedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  private mutating func type(_ text: String) {
    for key in text { store.press(.character(key), in: &state) }
  }

  @Test("similar titles are marked, and never take the place of matches that were removed")
  func similar() {
    var state = Samples.state(saved: Samples.annotatedLinks)
    var store = StoreDouble(links: Samples.annotatedLinks)
    store.press(.character("2"), .character("/"), in: &state)
    for letter in "crint" { store.press(.character(letter), in: &state) }
    #expect(state.saved.query.isFuzzy && !state.saved.ids.isEmpty)
    let similar = state.saved.ids
    // A change elsewhere lists similar titles again.
    store.settle(state.reloadList(isExternal: true), in: &state)
    #expect(state.saved.query.isFuzzy && state.saved.ids == similar)

    for _ in "int" { store.press(.backspace, in: &state) }
    store.press(.enter, in: &state)
    #expect(!state.saved.query.isFuzzy)
    let matches = state.saved.ids
    #expect(!matches.isEmpty)
    for _ in matches { store.press(.character("d"), in: &state) }
    #expect(state.saved.ids.isEmpty && !state.saved.query.isFuzzy)
  }

  @Test(
    "a title or address that's typed for a link that has gone is reported",
    arguments: [Prompt.Purpose.title(99), .newAddress(99)])
  func editedLinkGone(purpose: Prompt.Purpose) {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = StoreDouble(links: Samples.savedLinks)
    store.press(.character("2"), in: &state)
    state.prompt = Prompt(purpose, text: "https://example.org/new")
    #expect(store.press(.enter, in: &state).isEmpty && state.prompt == nil)
    #expect(
      state.notice == .failure("That link isn't in the list any more; nothing was changed."))
  }

  @Test("up and down recall former filters, and move the cursor while one is typed")
  mutating func recall() {
    for filter in ["craft", "game", "craft"] {
      type("/")
      store.press(.control("u"), in: &state)
      type(filter)
      store.press(.enter, .escape, in: &state)
    }
    type("/")
    store.press(.up, in: &state)
    #expect(state.prompt?.text == "craft" && state.saved.ids == [3])
    store.press(.up, in: &state)
    #expect(state.prompt?.text == "game")
    store.press(.up, .down, .down, in: &state)
    #expect(state.prompt?.text == "" && state.saved.ids.count == 4)
    type("e")
    store.press(.down, in: &state)
    #expect(state.prompt?.text == "e" && state.saved.cursor == 1)
  }

  @Test("tab completes tags and states in the filter")
  mutating func completion() {
    type("/#boo")
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "#books ")
    type("-is:unt")
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "#books -is:untagged ")
    type("is:xyz")
    #expect(render(state).text.contains("is:xyz isn't known"))
  }

  @Test("the tag prompt shows the link's tags, and completes an empty word")
  mutating func tags() {
    store.press(.down, in: &state)
    type("t")
    #expect(render(state).text.contains("has #compilers #books #c++"))
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "日本語 ")
  }

  @Test("T lists tags with counts, typing narrows them, and enter filters")
  mutating func tagList() {
    type("T")
    #expect(render(state).text.contains("#compilers") && render(state).text.contains(" 2 │"))
    type("boo")
    #expect(!render(state).text.contains("#compilers  "))
    store.press(.enter, in: &state)
    #expect(state.overlay == nil && state.saved.query.filter.text == "#books")
    type("T")
    store.press(.escape, in: &state)
    #expect(state.overlay == nil && state.saved.query.filter.text == "#books")
  }

  @Test("enter in the list of tags waits for tags that come late")
  func lateTags() throws {
    var state = state
    _ = update(&state, .keyPressed(.character("T")))
    let request = try #require(state.tagsRequest.pendingID)
    _ = update(&state, .keyPressed(.enter))
    #expect(state.chooser != nil)
    let tags = [TagCount(tag: "two words", count: 3)]
    let effects = update(&state, .tagsRead(request, .success(tags)))
    #expect(effects.listed.map(\.filter.text) == ["#\"two words\""])
    #expect(state.chooser == nil)
  }

  @Test("F offers the searches of the config file")
  mutating func searches() {
    type("F")
    #expect(state.overlay == nil)
    state.savedSearches = [SavedSearch(name: "Broken", filter: "is:dead")]
    type("F")
    #expect(render(state).text.contains("Broken"))
    store.press(.enter, in: &state)
    #expect(state.saved.query.filter.text == "is:dead")
  }

  @Test(
    "a saves typed addresses, also without a scheme; anything else stays to be corrected",
    arguments: [
      ("https://new.example/a", 5), ("new.example/b", 5), ("no address", 4), ("", 4),
      ("file:///etc/passwd", 4), ("javascript:alert(1)", 4),
    ])
  mutating func adds(text: String, count: Int) {
    type("a\(text)")
    store.press(.enter, in: &state)
    #expect(state.saved.total == count)
    #expect((state.prompt == nil) == (count == 5 || text.isEmpty))
  }

  @Test("E changes the title, then the address, each only if it's edited")
  mutating func edits() {
    store.press(.down, in: &state)
    type("E")
    #expect(state.prompt?.text == "Crafting Interpreters")
    let same = press(.enter, in: &state)
    #expect(same.changes.isEmpty && state.prompt?.text == "https://craftinginterpreters.com/")
    type("x")
    let moved = press(.enter, in: &state)
    #expect(
      moved.changes
        == [.make(.setAddresses([3: Samples.bare("https://craftinginterpreters.com/x").address]))])
    type("E!")
    let renamed = press(.enter, in: &state)
    #expect(renamed.changes == [.make(.setTitles([3: "Crafting Interpreters!"]))])
    store.press(.control("u"), in: &state)
    type("nonsense")
    store.press(.enter, in: &state)
    #expect(state.prompt?.text == "nonsense" && state.notice?.kind == .failure)
  }

  @Test("X empties the trash that was seen, and nothing that came later")
  mutating func emptiesTrash() {
    type("dDX")
    #expect(state.question?.text == "Delete 1 link for good?")
    // Another program removes a link while the question is on screen.
    store.links[3].trashedAt = Samples.now + 60
    store.press(.enter, in: &state)
    #expect(state.notice?.text == "Deleted 1 link for good.")
    #expect(store.links.map(\.id) == [3, 2, 1])
    #expect(state.saved.ids == [1])
  }
}
