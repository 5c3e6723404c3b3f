import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Typing on Saved: previous filters, completion, addresses, titles, tags to filter by, and the
/// question before the trash is emptied.
struct SavedPromptTests {
  private var store = SampleStore(links: Samples.annotatedLinks)
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
    var store = SampleStore(links: Samples.annotatedLinks)
    store.press(.tab, .character("/"), in: &state)
    for letter in "crint" { store.press(.character(letter), in: &state) }
    #expect(state.saved.query.isFuzzy && !state.saved.ids.isEmpty)
    let similar = state.saved.ids
    // A change elsewhere lists similar titles again.
    store.settle(
      state.effects { $0.update(\.saved) { $0.reload(isExternal: true, in: &$1) } }, in: &state)
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
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    state.modals.open(.prompt(Prompt(purpose, text: "https://example.org/new")))
    #expect(store.press(.enter, in: &state).isEmpty && state.prompt == nil)
    #expect(
      state.notice == .failure("That link isn't in the list any more; nothing was changed."))
  }

  @Test("up and down recall previous filters, and move the cursor while one is typed")
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

  @Test("the tag being typed is a beginning, and enter makes it whole if there's such a tag")
  mutating func openTag() {
    func filter() -> SavedFilter { state.saved.listing.requestedQuery.filter }
    type("/#book")
    #expect(filter() == SavedFilter("#book", isTyped: true))
    #expect(render(state).text.contains("/#book…"))
    store.press(.enter, in: &state)
    // There's no such tag, so the list stays as it is.
    #expect(filter() == SavedFilter("#book*"))
    #expect(state.saved.filterHistory.texts.first == "#book*")
    store.press(.escape, in: &state)
    type("/#Books")
    #expect(filter().tagBeingTyped == "Books")
    store.press(.enter, in: &state)
    #expect(filter() == SavedFilter("#Books"))
    #expect(!render(state).text.contains("#Books…"))
    // What was recalled isn't typed, and moving the cursor doesn't change that.
    store.press(.escape, in: &state)
    type("/")
    store.press(.up, in: &state)
    #expect(filter() == SavedFilter("#Books"))
    store.press(.left, .enter, in: &state)
    #expect(filter() == SavedFilter("#Books"))
    store.press(.escape, in: &state)
    type("/#\"build s")
    store.press(.enter, in: &state)
    #expect(filter().text == "#\"build s\"*")
  }

  @Test("enter waits for the tags, because they decide what it means")
  mutating func lateTagsOfFilter() throws {
    var late = state
    _ = update(&late, .keyPressed(.character("/")))
    let request = try #require(late.saved.tagsRequest.pendingID)
    for key in "#c" { _ = update(&late, .keyPressed(.character(key))) }
    _ = update(&late, .keyPressed(.enter))
    #expect(late.prompt != nil)
    _ = update(&late, .saved(.tagsRead(request, .success([SavedFacets.Count("C", 1)]))))
    #expect(late.prompt == nil)
    #expect(late.saved.listing.requestedQuery.filter == SavedFilter("#c"))
  }

  @Test("tab completes a tag in quotation marks, and a tag that ends in a star is written in them")
  mutating func oddTags() throws {
    store.links[0].tags = ["build systems", "c*"]
    type("/-#\"build s")
    store.press(.tab, in: &state)
    #expect(state.prompt?.text == "-#\"build systems\" ")
    store.press(.control("u"), in: &state)
    type("#c*")
    #expect(
      state.saved.listing.requestedQuery.filter == SavedFilter("#c*"), "a beginning, as written")
    store.press(.escape, in: &state)
    type("T")
    type("c*")
    store.press(.enter, in: &state)
    #expect(state.saved.query.filter.text == "#\"c*\"")
  }

  @Test("a tag that's chosen in the trash lists the saved links that it counts")
  mutating func tagOfTrash() {
    type("gt")
    #expect(state.saved.query.isTrash)
    type("Tboo")
    store.press(.enter, in: &state)
    #expect(!state.saved.query.isTrash && state.saved.query.filter.text == "#books")
  }

  @Test("a link that's added is where the cursor goes, also if it was saved before")
  mutating func added() throws {
    store.press(.character("a"), in: &state)
    type("new.example/1")
    store.press(.enter, in: &state)
    #expect(state.saved.linkAtCursor?.url.absoluteString == "https://new.example/1")
    let last = try #require(state.saved.ids.last)
    let address = try #require(store.links.first { $0.id == last }).url
    _ = update(&state, .pasted("\(address.absoluteString) https://new.example/2"))
    store.press(.enter, in: &state)
    #expect(state.saved.cursorID == last)
    #expect(state.notice?.text == "Saved 1 link, 1 already saved.")
  }

  @Test("if the filter or the trash hides a link that's added, the screen says so")
  mutating func addedHidden() throws {
    type("/craft")
    store.press(.enter, .character("a"), in: &state)
    type("new.example/1")
    store.press(.enter, in: &state)
    #expect(state.notice?.text == "Saved 1 link. The filter hides it: esc shows it.")
    #expect(state.saved.linkAtCursor?.url.host() == "craftinginterpreters.com")
    store.press(.escape, in: &state)
    #expect(state.saved.linkAtCursor?.url.absoluteString == "https://new.example/1")
    store.press(.character("g"), .character("t"), in: &state)
    _ = update(&state, .pasted("https://new.example/2"))
    store.press(.enter, in: &state)
    #expect(state.notice?.text == "Saved 1 link. It isn't in the trash: esc shows it.")
    store.press(.escape, in: &state)
    #expect(state.saved.linkAtCursor?.url.absoluteString == "https://new.example/2")
  }

  @Test(
    "the header shortens a filter that's too long, and drops the sort order first",
    arguments: [40, 50, 60, 80, 100, 140])
  mutating func longFilter(columns: Int) throws {
    let filter = "-somethingverylong -and -even -more -words -so -that -it -cannot -fit -at -all"
    state.surroundings.size = GridSize(columns: columns, rows: 24)
    type("/\(filter)")
    store.press(.enter, in: &state)
    let header = try #require(render(state).text.split(separator: "\n").first)
    #expect(header.contains("1/3"))
    if columns >= 50 { #expect(header.contains("/-some") || header.contains("/-som…")) }
    if columns < 140 { #expect(!header.contains("newest first")) }
    if (60..<140).contains(columns) { #expect(header.contains("…")) }
    store.press(.character("*"), in: &state)
    let selected = try #require(render(state).text.split(separator: "\n").first)
    #expect(selected.contains("3"))
    if columns >= 60 { #expect(selected.contains("/-s")) }
  }

  @Test("a digit begins a count, also 1")
  mutating func count() {
    store.links = Samples.manyLinks(40)
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    store.press(.home, .character("1"), .character("0"), .character("j"), in: &state)
    #expect(state.tab == .saved && state.saved.cursor == 10)
    store.press(.character("1"), .character("k"), in: &state)
    #expect(state.saved.cursor == 9)
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
    let request = try #require(state.saved.tagsRequest.pendingID)
    _ = update(&state, .keyPressed(.enter))
    #expect(state.chooser != nil)
    let tags = [SavedFacets.Count("two words", 3)]
    let effects = update(&state, .saved(.tagsRead(request, .success(tags))))
    #expect(effects.listed.map(\.filter.text) == ["#\"two words\""])
    #expect(state.chooser == nil)
  }

  @Test("F offers the searches of the config file")
  mutating func searches() {
    type("gf")
    #expect(state.overlay == nil)
    state.surroundings.ownSearches = [SavedSearch(name: "Broken", filter: "is:dead")]
    type("gf")
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
    #expect(renamed.changes == [.make(.set(.title, [3: "Crafting Interpreters!"]))])
    store.press(.control("u"), in: &state)
    type("nonsense")
    store.press(.enter, in: &state)
    #expect(state.prompt?.text == "nonsense" && state.notice?.kind == .failure)
  }

  @Test("X empties the trash that was seen, and nothing that came later")
  mutating func emptiesTrash() {
    type("dgtce")
    #expect(state.question?.text == "Delete 1 link for good?")
    // Another program removes a link while the question is on screen.
    store.links[3].trashedAt = Samples.now + 60
    store.press(.enter, in: &state)
    #expect(state.notice?.text == "Deleted 1 link for good.")
    #expect(store.links.map(\.id) == [3, 2, 1])
    #expect(state.saved.ids == [1])
  }

  @Test("no link of the trash is said, or acted on, while the trash is being emptied")
  mutating func leavingTrash() {
    type("dgtce")
    let effects = update(&state, .keyPressed(.enter))
    #expect(state.question == nil)
    #expect(state.saved.ids == [4])
    #expect(state.saved.targets == [])
    #expect(SpokenScreen(state).focus == [""])
    store.settle(effects, in: &state)
    #expect(state.saved.ids == [])
    #expect(SpokenScreen(state).focus.first?.hasPrefix("The trash is empty") == true)
  }
}
