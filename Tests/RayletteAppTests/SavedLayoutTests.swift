import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// How Saved is laid out: density, pane, states and counts.
struct SavedLayoutTests {
  private var store = SampleStore(links: Samples.annotatedLinks)

  private mutating func opened(
    columns: Int = 80, rows: Int = 24, links: [SavedLink] = Samples.annotatedLinks
  ) -> AppState {
    var state = Samples.state(columns: columns, rows: rows, saved: links)
    store = SampleStore(links: links)
    store.press(.tab, in: &state)
    return state
  }

  @Test("zd shows one or two rows a link, and the cursor stays at its link")
  mutating func density() {
    var state = opened(links: Samples.manyLinks(50))
    for _ in 0..<20 { store.press(.down, in: &state) }
    for (density, visible) in [(1, 19), (2, 9)] {
      store.press(.character("z"), .character("d"), in: &state)
      #expect(
        state.saved.view.density?.rawValue == density
          && state.saved.visibleRows(in: state.surroundings) == visible)
      #expect(state.saved.cursor == 20)
      #expect(render(state).text.contains("Link 20  "))
    }
    state.saved.view.pane = .zoomed
    store.press(.character("z"), .character("d"), in: &state)
    #expect(SavedLayout(state.saved.view, in: state.surroundings).isListVisible)
  }

  @Test(
    "list and card share the width at every width from 100 on, and + and - move the border",
    arguments: [100, 120, 140, 200, 300])
  mutating func split(columns: Int) throws {
    var state = opened(columns: columns, rows: 40)
    state.saved.view.hasSidebar = false
    func widths() throws -> (list: Int, card: Int) {
      let layout = SavedLayout(state.saved.view, in: state.surroundings)
      return (layout.list.columns, try #require(layout.card).columns)
    }
    let even = try widths()
    // Wide rows have more columns.
    let share = columns < 120 ? 55 : 45
    #expect(abs(even.list * share - even.card * (100 - share)) < 55 * 5)
    #expect(even.list + even.card == columns - 4)
    store.press(.character("z"), .character("+"), in: &state)
    let wide = try widths()
    #expect(wide.card > even.card && wide.list < even.list)
    store.press(.character("z"), .character("-"), .character("z"), .character("-"), in: &state)
    let narrow = try widths()
    #expect(narrow.card < even.card)
    for _ in 0..<30 { store.press(.character("z"), .character("+"), in: &state) }
    #expect(try widths().list > 20)
  }

  @Test("_ hides and zooms the card; where there's no room beside the list, it zooms")
  mutating func pane() {
    var state = opened(columns: 120, rows: 40)
    func panes() -> (isListVisible: Bool, hasCard: Bool) {
      let layout = SavedLayout(state.saved.view, in: state.surroundings)
      return (layout.isListVisible, layout.card != nil)
    }
    #expect(panes() == (true, true))
    for expected in [(true, false), (false, true), (true, true)] {
      store.press(.character("z"), .character("c"), in: &state)
      #expect(panes() == expected)
    }
    var small = opened(columns: 80, rows: 24)
    store.press(.character("z"), .character("c"), in: &small)
    #expect(render(small).text.contains("https://example.jp/"))
    // The zoomed card follows the cursor.
    store.press(.down, in: &small)
    #expect(render(small).text.contains("Chapter 14 explains bytecode well."))
  }

  @Test("typing a filter shows the list in place of a zoomed card", arguments: [80, 120])
  mutating func filterOfZoomed(columns: Int) {
    var state = opened(columns: columns, rows: 40)
    while state.saved.view.pane != .zoomed {
      store.press(.character("z"), .character("c"), in: &state)
    }
    store.press(.character("/"), in: &state)
    #expect(!SavedLayout(state.saved.view, in: state.surroundings).isListVisible)
    store.press(.character("c"), in: &state)
    #expect(SavedLayout(state.saved.view, in: state.surroundings).isListVisible)
    #expect(state.saved.view.pane == .beside)
  }

  @Test(
    "titles keep at least 29 columns beside the card", arguments: 100...130,
    ListView.Density.allCases)
  mutating func titles(columns: Int, density: ListView.Density) {
    var links = Samples.manyLinks(3)
    let title = String(repeating: "Titles ", count: 10)
    for index in links.indices {
      links[index].metadata.title = title
      links[index].tags = ["a-long-tag", "another-long-tag"]
    }
    var state = opened(columns: columns, rows: 30, links: links)
    state.saved.view.density = density
    #expect(render(state).text.contains("\(title.prefix(28))"))
  }

  @Test("wide screens begin with one row a link, and keep what the user chose")
  mutating func wide() throws {
    var state = opened(columns: 119, rows: 40)
    func rows() -> Int { SavedLayout(state.saved.view, in: state.surroundings).rowHeight }
    #expect(rows() == 2)
    _ = update(&state, .program(.resized(GridSize(columns: 120, rows: 40))))
    #expect(rows() == 1)
    // A screen reader reads line by line, so it has no columns.
    #expect(SavedLayout(state.saved.view, in: state.accessible.surroundings).rowHeight == 2)
    let data = try JSONEncoder().encode(state.saved.view)
    #expect(try JSONDecoder().decode(ListView.self, from: data).density == nil)
    store.press(.character("z"), .character("d"), in: &state)
    #expect(rows() == 2)
    let chosen = try JSONEncoder().encode(state.saved.view)
    state.saved.view = try JSONDecoder().decode(ListView.self, from: chosen)
    #expect(rows() == 2)
  }

  @Test(
    "hosts and tags have their columns, whatever the titles are",
    arguments: [60, 80, 100, 119, 120, 140, 149, 200], ListView.Density.allCases)
  mutating func columns(columns: Int, density: ListView.Density) throws {
    var links = Samples.manyLinks(3)
    for (index, title) in ["A", String(repeating: "Long ", count: 30), "日本語"].enumerated() {
      links[index].metadata.title = title
      links[index].metadata.url = try #require(
        URL(string: "https://" + ["h.org", "host.example.org", "q.example"][index]))
      links[index].tags = ["t\(index)"]
    }
    links[1].check = LinkCheck(outcome: .gone, checkedAt: Samples.now)
    var state = opened(columns: columns, rows: 30, links: links)
    state.saved.view.density = density
    state.saved.view.hasSidebar = false
    let grid = render(state)
    let list = SavedLayout(state.saved.view, in: state.surroundings).list
    func starts(of texts: [String]) -> Set<Int> {
      var starts: Set<Int> = []
      for y in list.y..<list.maxY {
        let row = grid.row(y).prefix(list.maxX).map { $0.glyph.text }.joined()
        for text in texts {
          guard let range = row.range(of: "  \(text)") else { continue }
          starts.insert(DisplayWidth.columns(of: String(row[..<range.lowerBound])))
        }
      }
      return starts
    }
    // The title comes first where there's only one row. Hosts are never cut beside blanks.
    let hosts = starts(of: ["h.org", "host.example.org", "q.example"])
    let facts = starts(of: ["#t0", "gone", "#t2"])
    #expect(density == .one ? hosts.count <= 1 : hosts.count == 1)
    #expect(density == .one ? facts.count <= 1 : facts.count == 1)
    let title = try #require(starts(of: ["● Long Long"]).first)
    let end = hosts.first ?? facts.first ?? list.maxX
    // The mark of an unread link and a gap are between the two.
    #expect(density != .one || (end - title - 4) * 100 >= 55 * list.columns)
  }

  @Test("the state of a link has a colour")
  mutating func states() throws {
    let state = opened(columns: 90, rows: 24)
    let grid = render(state)
    func style(of text: String) throws -> CellStyle {
      for y in 0..<grid.size.rows {
        let row = grid.row(y)
        let string = row.map { $0.glyph.text }.joined()
        guard let range = string.range(of: text) else { continue }
        let column = DisplayWidth.columns(of: String(string[..<range.lowerBound]))
        return grid[column, y].style
      }
      throw Missing(text: text)
    }
    let theme = state.surroundings.appearance.theme
    #expect(try style(of: "gone") == theme.failure)
    #expect(try style(of: "unreachable") == theme.warning)
  }

  private struct Missing: Error { let text: String }

  @Test(
    "bold titles are unread, and a column has the state, which opening a link changes",
    arguments: [
      (nil, "● Link 0", true, false),
      (
        ReadingState(place: ReadingPlace(block: 2, offset: 0, progress: 0.18)), "18% Link 0", false,
        false
      ),
      (ReadingState(readAt: Samples.now), "     Link 0", false, true),
    ] as [(ReadingState?, String, Bool, Bool)])
  mutating func reading(_ reading: ReadingState?, text: String, isBold: Bool, isDim: Bool) {
    var links = Samples.manyLinks(3)
    links[0].reading = reading
    links[0].openedAt = Samples.now
    links[2].reading = ReadingState(place: ReadingPlace(block: 1, offset: 0, progress: 0.5))
    var state = opened(links: links)
    store.press(.down, in: &state)
    let grid = render(state)
    let layout = SavedLayout(state.saved.view, in: state.surroundings)
    let row = grid.row(layout.list.y)
    let string = row.map { $0.glyph.text }.joined()
    #expect(string.contains(text))
    let x = row.firstIndex { $0.glyph.text == "L" } ?? 0
    #expect(row[x].style.attributes.contains(.bold) == isBold)
    #expect((row[x].style == state.theme.secondary) == isDim)
    store.press(.up, .enter, .down, in: &state)
    #expect(state.saved.link(links[0].id)?.reading?.readAt != nil)
  }

  @Test(
    "a number repeats the next movement, and only that",
    arguments: [
      ("5j", 5), ("30j", 30), ("9jj", 10), ("25jgg", 0), ("7G", 6), ("5zdj", 1), ("200j", 49),
    ])
  mutating func counts(keys: String, cursor: Int) {
    var state = opened(links: Samples.manyLinks(50))
    for key in keys { store.press(.character(key), in: &state) }
    #expect(state.saved.cursor == cursor && state.saved.count == nil)
  }

  @Test("Ctrl-D and Ctrl-U move by half a page")
  mutating func halfPages() {
    var state = opened(links: Samples.manyLinks(50))
    store.press(.control("d"), .control("d"), .control("u"), in: &state)
    #expect(state.saved.cursor == state.saved.visibleRows(in: state.surroundings) / 2)
  }

  @Test("the header tells that a range is open")
  mutating func range() {
    var state = opened()
    store.press(.character("v"), .down, in: &state)
    #expect(render(state).text.contains("range, 2 selected"))
    store.press(.character("v"), in: &state)
    #expect(render(state).text.contains("2 selected") && !render(state).text.contains("range"))
  }

  @Test("the card tells why a page couldn't be loaded")
  mutating func failure() {
    var links = Samples.annotatedLinks
    links[0].isFetched = false
    var state = opened(columns: 149, rows: 40, links: links)
    _ = update(&state, .saved(.backfilled(4, .failed(.httpStatus(503)))))
    #expect(render(state).text.contains("HTTP 503"))
    #expect(render(state).text.contains("Press r to retry."))
  }
}
