import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The filters beside the list, with the numbers of links.
struct SidebarTests {
  private var store = SampleStore(links: Samples.annotatedLinks)

  private mutating func opened(
    columns: Int = 160, rows: Int = 40, links: [SavedLink] = Samples.annotatedLinks
  ) -> AppState {
    var state = Samples.state(columns: columns, rows: rows, saved: links)
    store = SampleStore(links: links)
    store.press(.tab, in: &state)
    return state
  }

  /// The text of the sidebar, without empty lines.
  private func lines(of state: AppState) -> [String] {
    guard let layout = SidebarLayout(state.saved, in: state.surroundings) else { return [] }
    let grid = render(state)
    return (layout.area.y..<layout.area.maxY).compactMap { y in
      let row = Array(grid.row(y))[layout.area.x..<layout.area.maxX]
      let words = row.map { $0.glyph.text }.joined().split(separator: " ")
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  @Test("wide screens have states, tags and sites beside the list, with numbers")
  mutating func shown() {
    let state = opened()
    #expect(
      lines(of: state) == [
        "✓ All 4", "Unread 4", "Reading 0", "Untagged 2", "With a note 1", "Dead 1", "Moved 0",
        "Trash 0", "Tags 4", "#compilers 2", "#books 1", "#c++ 1", "#日本語 1", "Sites 4",
        "build-your-own.org 1", "craftinginterprete… 1", "example.jp 1", "youtube.com 1",
      ])
    let layout = SavedLayout(state.saved.view, in: state.surroundings)
    #expect(layout.list.x == 28 && layout.card != nil && layout.rowHeight == 1)
    #expect(Focus(of: state) == .saved)
  }

  @Test("the key goes to the sidebar, and hides and shows it", arguments: [150, 200])
  mutating func toggles(columns: Int) {
    var state = opened(columns: columns)
    func shown() -> (isThere: Bool, isFocused: Bool) {
      (
        SavedLayout(state.saved.view, in: state.surroundings).sidebar != nil,
        Focus(of: state) == .sidebar
      )
    }
    #expect(shown() == (true, false))
    for expected in [(true, true), (false, false), (true, true)] {
      store.press(.character("z"), .character("s"), in: &state)
      #expect(shown() == expected)
    }
    for key in [Key.escape, .character("h"), .left, .character("q")] {
      store.press(key, in: &state)
      #expect(shown() == (true, false))
      store.press(.character("z"), .character("s"), in: &state)
    }
  }

  @Test(
    "where there's no room, it opens over the list", arguments: [(149, 40), (80, 24), (40, 10)])
  mutating func over(columns: Int, rows: Int) {
    var state = opened(columns: columns, rows: rows)
    let before = render(state)
    #expect(lines(of: state).isEmpty)
    store.press(.character("z"), .character("s"), in: &state)
    #expect(Focus(of: state) == .sidebar)
    #expect(lines(of: state).starts(with: ["▌✓ All 4", "Unread 4"]))
    store.press(.escape, in: &state)
    #expect(render(state) == before)
    store.press(
      .character("z"), .character("s"), .down, .down, .down, .enter,
      in: &state)
    #expect(Focus(of: state) == .saved && lines(of: state).isEmpty)
    #expect(state.saved.query.filter.text == "is:untagged")
  }

  @Test("enter filters, space adds and takes out, and the filter line says so")
  mutating func filters() {
    var state = opened()
    store.press(.character("z"), .character("s"), in: &state)
    func choose(_ entry: SidebarEntry, _ key: Key) {
      let rows = SidebarRows(state.saved, in: state.surroundings)
      let index = rows.entries.firstIndex { $0.entry == entry } ?? 0
      state.saved.sidebar.move(to: index, in: rows, visibleRows: 30)
      store.press(key, in: &state)
    }
    func text() -> String { state.saved.listing.requestedQuery.filter.text }
    choose(.tag("compilers"), .enter)
    #expect(text() == "#compilers" && Focus(of: state) == .sidebar)
    choose(.state(.noted), .space)
    #expect(text() == "#compilers is:noted")
    choose(.site("craftinginterpreters.com"), .space)
    #expect(text() == "#compilers is:noted site:craftinginterpreters.com")
    #expect(render(state).text.contains("/#compilers is:noted site:craftinginterpreters.com"))
    choose(.state(.noted), .space)
    #expect(text() == "#compilers site:craftinginterpreters.com")
    choose(.state(.dead), .enter)
    #expect(text() == "is:dead")
    choose(.state(.dead), .space)
    #expect(text() == "" && state.saved.ids.count == 4)
    choose(.trash, .enter)
    #expect(state.saved.query.isTrash)
    choose(.state(.unread), .enter)
    #expect(state.saved.query.isTrash && text() == "is:unread")
    choose(.all, .enter)
    #expect(!state.saved.query.isTrash && text() == "")
    store.press(.escape, .character("/"), in: &state)
    choose(.tag("books"), .space)
    #expect(state.prompt?.text == " ")
  }

  @Test("saved searches are there, and go together with others")
  mutating func searches() {
    var state = opened()
    state.surroundings.ownSearches = [SavedSearch(name: "Broken", filter: "is:dead after:1y")]
    #expect(lines(of: state).contains("Broken"))
    store.press(.character("z"), .character("s"), in: &state)
    for _ in 0..<8 { store.press(.down, in: &state) }
    store.press(.space, in: &state)
    #expect(state.saved.query.filter.text == "is:dead after:1y")
    #expect(lines(of: state).contains("▌✓ Broken"))
    store.press(.space, in: &state)
    #expect(state.saved.query.filter.isEmpty)
  }

  @Test("searches of other devices come after the file's own, which count instead of theirs")
  mutating func sharedSearches() {
    var state = opened()
    state.surroundings.ownSearches = [SavedSearch(name: "Broken", filter: "is:dead")]
    let others = [
      SavedSearch(name: "Broken", filter: "is:unread"), SavedSearch(name: "Old", filter: "x"),
    ]
    _ = update(&state, .program(.searchesShared(others)))
    #expect(state.surroundings.savedSearches.map(\.filter) == ["is:dead", "x"])
    let shown = lines(of: state).filter { ["Broken", "Old"].contains($0) }
    #expect(shown == ["Broken", "Old"])
  }

  @Test("a click filters, and a click in the list leaves the sidebar")
  mutating func clicks() throws {
    var state = opened()
    let area = try #require(SidebarLayout(state.saved, in: state.surroundings)).area
    func click(_ x: Int, _ y: Int) {
      store.settle(update(&state, .mouse(.pressed(x: x, y: y, count: 1))), in: &state)
    }
    click(area.x + 4, area.y + 3)
    #expect(state.saved.query.filter.text == "is:untagged" && Focus(of: state) == .saved)
    // A heading and an empty row are no entries.
    click(area.x + 4, area.y + 8)
    click(area.x + 4, area.y + 9)
    #expect(state.saved.query.filter.text == "is:untagged")
    store.press(.character("/"), in: &state)
    click(area.x + 4, area.y)
    #expect(state.prompt == nil && state.saved.query.filter.isEmpty)
    store.press(.character("z"), .character("s"), in: &state)
    click(area.maxX + 5, area.y + 2)
    #expect(Focus(of: state) == .saved && state.saved.cursor == 2)
    var narrow = opened(columns: 80, rows: 24)
    store.press(.character("z"), .character("s"), in: &narrow)
    store.settle(update(&narrow, .mouse(.pressed(x: 60, y: 20, count: 1))), in: &narrow)
    #expect(Focus(of: narrow) == .saved)
  }

  @Test("the numbers are read again for each list, and late ones of another list aren't shown")
  mutating func late() throws {
    var state = opened()
    let first = update(&state, .program(.storeChanged))
    #expect(first.facets.isEmpty)
    // The list comes, and its numbers are asked for.
    let answers = first.compactMap { store.answer($0) }
    let listing = try #require(answers.first)
    let asked = update(&state, listing)
    #expect(asked.facets == [SavedQuery()])
    let old = try #require(state.saved.sidebar.request.pendingID)
    #expect(lines(of: state).contains("Dead 1"))
    // Another filter is listed before the numbers come.
    let other = state.effects { $0.update(\.saved) { $0.update(.chosenForTest, in: &$1) } }
    let effects = other.compactMap { store.answer($0) }.flatMap { update(&state, $0) }
    #expect(effects.contains(.cancel(old)) && effects.facets.count == 1)
    #expect(lines(of: state).contains("Dead") && !lines(of: state).contains("Dead 1"))
    let wrong = SavedFacets(states: [.dead: 99])
    _ = update(&state, .saved(.sidebar(.facetsRead(old, .success(wrong)))))
    #expect(!render(state).text.contains("99"))
    let id = try #require(state.saved.sidebar.request.pendingID)
    _ = update(&state, .saved(.sidebar(.facetsRead(id, .success(SavedFacets(states: [.dead: 7]))))))
    #expect(lines(of: state).contains("Dead 7"))
    // They aren't asked for again.
    #expect(update(&state, .program(.timePassed(Samples.now))).facets.isEmpty)
  }

  @Test("numbers that can't be read are left out, and are asked for with the next list")
  mutating func failed() throws {
    var state = opened()
    let listing = update(&state, .program(.storeChanged)).compactMap { store.answer($0) }
    for answer in listing { _ = update(&state, answer) }
    let id = try #require(state.saved.sidebar.request.pendingID)
    let failure = SidebarAction.facetsRead(id, .failure(.busy(path: "/x")))
    #expect(update(&state, .saved(.sidebar(failure))).facets.isEmpty)
    #expect(
      lines(of: state) == [
        "✓ All 4", "Unread", "Reading", "Untagged", "With a note", "Dead", "Moved", "Trash",
      ])
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(lines(of: state).contains("Dead 1"))
  }

  @Test("nothing is counted where the sidebar isn't on screen")
  mutating func hidden() {
    var state = opened(columns: 149)
    #expect(state.saved.sidebar.facets == nil)
    #expect(update(&state, .program(.resized(GridSize(columns: 150, rows: 40)))).facets.count == 1)
    store.press(.tab, in: &state)
    #expect(state.saved.sidebar.request.pendingID == nil)
    #expect(update(&state, .program(.resized(GridSize(columns: 160, rows: 40)))).facets.isEmpty)
  }

  @Test("keys of the sidebar don't wait for the list or the numbers")
  mutating func noWaiting() {
    var state = opened()
    press(.character("z"), .character("s"), .down, .down, .down, in: &state)
    // Nothing answers from here on.
    press(.enter, .down, .space, .end, .home, .down, in: &state)
    #expect(state.input.typeAhead.isEmpty)
    #expect(state.saved.listing.requestedQuery.filter.text == "is:untagged is:noted")
    #expect(state.saved.sidebarEntry(in: state.surroundings) == .state(.unread))
    // Keys of the list do.
    press(.escape, .character("d"), in: &state)
    #expect(!state.input.typeAhead.isEmpty)
  }

  @Test("the cursor stays at its entry when the rows change, and on screen")
  mutating func cursor() throws {
    var links = Samples.manyLinks(60)
    for index in links.indices { links[index].tags = ["t\(index)", index < 5 ? "few" : "many"] }
    var state = opened(rows: 24, links: links)
    store.press(.character("z"), .character("s"), .end, in: &state)
    #expect(state.saved.sidebarEntry(in: state.surroundings) == .site("example.org"))
    store.press(.up, in: &state)
    let entry = state.saved.sidebarEntry(in: state.surroundings)
    #expect(lines(of: state).contains { $0.hasPrefix("▌ \(entry.label)") })
    let rest = SavedFacets(tags: [.init("few", 5), .init("t1", 1)], sites: [.init("a.org", 1)])
    func answer(_ facets: SavedFacets) throws {
      let listed = update(&state, .program(.storeChanged)).compactMap { store.answer($0) }
      for answer in listed { _ = update(&state, answer) }
      let id = try #require(state.saved.sidebar.request.pendingID)
      _ = update(&state, .saved(.sidebar(.facetsRead(id, .success(facets)))))
    }
    try answer(rest)
    #expect(state.saved.sidebarEntry(in: state.surroundings) == .site("a.org"))
    store.press(.up, in: &state)
    try answer(SavedFacets(tags: [.init("new", 9)] + rest.tags))
    #expect(state.saved.sidebarEntry(in: state.surroundings) == .tag("t1"))
    #expect(lines(of: state).contains("▌ #t1 1"))
  }

  @Test("a filter's tags and sites stay listed, with the number of the list")
  mutating func required() {
    var state = opened()
    for key in "/#none site:no.org" { store.press(.character(key), in: &state) }
    store.press(.enter, in: &state)
    #expect(lines(of: state).contains("✓ no.org 0"))
    #expect(lines(of: state).contains("✓ #none 0"))
  }

  @Test("the next start has it as it was left, and on Saved the keys are for the list")
  mutating func session() throws {
    var state = opened()
    store.press(.character("z"), .character("s"), .character("z"), .character("s"), in: &state)
    let data = try JSONEncoder().encode(Session(of: state))
    var next = Samples.state(columns: 160, rows: 40, saved: Samples.annotatedLinks)
    try JSONDecoder().decode(Session.self, from: data).resume(in: &next)
    #expect(!next.saved.view.hasSidebar)
    #expect(ListView().hasSidebar)
    store.press(.character("z"), .character("s"), in: &state)
    _ = update(&state, .tabClicked(.spin))
    store.press(.tab, in: &state)
    #expect(Focus(of: state) == .saved && state.saved.view.hasSidebar)
  }

  @Test("without links there's nothing to filter")
  mutating func empty() {
    var state = opened(links: [])
    #expect(lines(of: state).isEmpty)
    store.press(.character("z"), .character("s"), in: &state)
    #expect(Focus(of: state) == .saved)
    #expect(state.notice?.text == "There are no saved links yet.")
  }

  @Test("a filter without matches keeps the sidebar, and a screen reader reads its entry")
  mutating func noMatches() {
    var state = opened()
    for key in "/zzz" { store.press(.character(key), in: &state) }
    store.press(.enter, in: &state)
    #expect(lines(of: state).first == "All 4")
    #expect(render(state).text.contains("No matches."))
    state = state.accessible
    store.press(.character("z"), .character("s"), .down, in: &state)
    #expect(SpokenScreen(state).place == "Filters")
    #expect(SpokenScreen(state).focus == ["Unread, 0 links, 2 of 8"])
  }
}

extension [Effect] {
  /// The lists whose numbers were requested.
  fileprivate var facets: [SavedQuery] {
    compactMap { if case .read(.facets(_, let query)) = $0 { query } else { nil } }
  }
}

extension SidebarAction {
  fileprivate static let chosenForTest = SidebarAction.pressed(.state(.unread))
}
