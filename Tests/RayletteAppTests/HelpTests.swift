import Links
import TerminalGrid
import Testing

@testable import RayletteApp

struct HelpTests {
  static let sizes = [
    GridSize(columns: 40, rows: 10), GridSize(columns: 60, rows: 20),
    GridSize(columns: 80, rows: 24),
    GridSize(columns: 140, rows: 45), GridSize(columns: 200, rows: 60),
  ]

  private func opened(on tab: AppState.Tab = .spin, _ size: GridSize = sizes[2]) -> AppState {
    var state = Samples.state(columns: size.columns, rows: size.rows, saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    if tab == .saved { store.press(.tab, in: &state) }
    type("?", in: &state)
    return state
  }

  private func layout(_ state: AppState) throws -> HelpLayout {
    HelpLayout(try #require(state.help), in: state.surroundings)
  }

  @Test("screens match the recorded frames", arguments: FrameTests.sizes, [false, true])
  func frame(size: GridSize, isSearching: Bool) throws {
    var state = opened(on: .saved, size)
    if isSearching { type("/", "sel", in: &state) }
    let name = "\(isSearching ? "help-search" : "help-on-saved")-\(size.columns)x\(size.rows)"
    try FrameTests.expect(state, toLookAs: name)
  }

  @Test("it begins with the keys of a day, and has a section for each purpose")
  func begins() {
    let headings = HelpSection.all(on: .saved, KeyMap()).map(\.heading)
    #expect(
      headings == [
        "Every day", "Move", "Select", "Change", "Find", "Filter", "View", "Share", "Wheels",
        "Devices", "Help",
      ])
    let day = HelpSection.all(on: .spin, KeyMap()).first?.entries.map(\.label)
    #expect(day == ["space", "enter", "l", "s", "t", "/", "u", ":", "q"])
    #expect(HelpSection.all(on: .reader, KeyMap()).first?.entries.count == 7)
  }

  @Test("every word of every text is readable by scrolling", arguments: sizes)
  func whole(size: GridSize) throws {
    for tab in [AppState.Tab.spin, .saved] {
      var state = opened(on: tab, size)
      var seen = ""
      for _ in 0..<100 {
        seen += render(state).text
        let before = state.help
        press(.pageDown, in: &state)
        if state.help == before { break }
      }
      #expect(!seen.contains("…"))
      for section in HelpSection.all(on: tab == .spin ? .spin : .saved, KeyMap()) {
        #expect(seen.contains(section.heading))
        for entry in section.entries {
          #expect(seen.contains(entry.label))
          for word in entry.text.split(separator: " ") { #expect(seen.contains(word)) }
        }
      }
    }
  }

  @Test(
    "large terminals show everything at once, in columns",
    arguments: [(GridSize(columns: 140, rows: 45), 3), (GridSize(columns: 200, rows: 60), 3)])
  func large(size: GridSize, columns: Int) throws {
    let layout = try layout(opened(on: .saved, size))
    #expect(layout.columns.count == columns && layout.columns.allSatisfy { !$0.isEmpty })
    #expect(layout.columns.last?.upperBound == layout.lines.lines.count)
    #expect(layout.scrollLimit == 0)
  }

  @Test("no entry is broken between columns", arguments: sizes)
  func breaks(size: GridSize) throws {
    var state = opened(on: .saved, size)
    for _ in 0..<100 {
      let layout = try layout(state)
      for column in layout.columns.dropFirst() where !column.isEmpty {
        if case .entry("", _, _) = layout.lines.lines[column.lowerBound] {
          Issue.record("\(column.lowerBound)")
        }
      }
      press(.down, in: &state)
    }
  }

  @Test("keys scroll by lines, pages and half pages, and stop at both ends")
  func scroll() throws {
    var state = opened(on: .saved, GridSize(columns: 60, rows: 20))
    let limit = try layout(state).scrollLimit
    func backwards(_ scroll: Int, _ step: (HelpLayout) -> Int) throws -> Int {
      max(0, scroll - step(try layout(state)))
    }
    func expect(_ scroll: Int, after keys: Key...) {
      for key in keys { _ = update(&state, .keyPressed(key)) }
      #expect(state.help?.scroll == scroll, "\(keys)")
    }
    expect(0, after: .up, .pageUp, .control("u"), .home)
    expect(1, after: .character("j"))
    expect(3, after: .down, .down)
    expect(2, after: .character("k"))
    expect(0, after: .home)
    // Of 15 rows, a page leaves one in sight.
    expect(14, after: .space)
    // Going back, a page may be shorter, because entries aren't broken.
    expect(try backwards(14) { max(1, $0.visibleRows - 1) }, after: .pageUp)
    let half = state.help?.scroll ?? 0
    press(.control("d"), in: &state)
    #expect((5...8).contains((state.help?.scroll ?? 0) - half))
    press(.control("u"), in: &state)
    expect(limit, after: .character("G"))
    expect(limit, after: .down, .pageDown, .control("f"), .control("d"))
    expect(limit - 1, after: .up)
    _ = update(&state, .program(.resized(GridSize(columns: 200, rows: 60))))
    #expect(state.help?.scroll == 0)
  }

  @Test("pages skip no line", arguments: sizes)
  func pages(size: GridSize) throws {
    var state = opened(on: .saved, size)
    for _ in 0..<50 {
      let before = try layout(state)
      press(.space, in: &state)
      let after = try layout(state)
      let first = try #require(after.columns.first).lowerBound
      #expect(first <= before.columns.last?.upperBound ?? 0)
      if first == before.columns.first?.lowerBound { break }
    }
    #expect(state.help?.scroll == (try layout(state)).scrollLimit)
  }

  @Test("a search lists only keys whose label or text has all words, and highlights them")
  func search() throws {
    var state = opened(on: .saved)
    type(.down, .down, "/", in: &state)
    let all = try layout(state).entryCount
    type("UND", in: &state)
    let labels = try layout(state).lines.lines.compactMap { line in
      if case .entry(let label, let text, _) = line { "\(label) \(text)" } else { nil }
    }
    #expect(labels == ["u undo the last change", "^R redo what was undone"])
    #expect(render(state).text.contains("2 of \(all)"))
    let grid = render(state)
    let theme = state.surroundings.appearance.theme
    let highlighted = (0..<24).flatMap { grid.row($0) }
      .filter { $0.style == theme.match }.map(\.glyph.text).joined()
    #expect(highlighted == "undund")
    type(" wh", in: &state)
    #expect(try layout(state).matchCount == 1)
    type("x", in: &state)
    #expect(render(state).text.contains("No matches."))
  }

  @Test(
    "esc clears the search, where the help was before, and then closes it",
    arguments: [true, false])
  func escape(isTyping: Bool) {
    var state = opened(on: .saved)
    type(.down, .down, "/", "tag", in: &state)
    if !isTyping { press(.enter, in: &state) }
    #expect(state.help?.scroll == 0)
    press(.escape, in: &state)
    #expect(state.help?.scroll == 2 && state.help?.searchText == "")
    press(.escape, in: &state)
    #expect(state.help == nil && state.tab == .saved && state.prompt == nil)
  }

  @Test("keys edit the search while it's typed, and scroll after enter")
  func typing() {
    var state = opened()
    type("/", "sq?j", .backspace, .control("u"), "e", in: &state)
    _ = update(&state, .pasted("n\nx"))
    #expect(state.help?.searchText == "en" && state.exitCode == nil)
    type(.down, .enter, .character("k"), in: &state)
    #expect(state.help?.searchText == "en" && state.help?.isTyping == false)
    // A search goes on from the previous one; without a text it ends.
    type("/", .control("u"), .enter, in: &state)
    #expect(state.help == HelpState(of: .spin))
    type("/", .backspace, "q", in: &state)
    #expect(state.help == nil)
  }

  @Test("a screen reader says the keys that do something now, a line each, and pages of them")
  func accessible() throws {
    var state = Samples.state(saved: Samples.savedLinks).accessible
    type("?", in: &state)
    #expect(SpokenScreen(state).place.hasPrefix("Keys"))
    let keys = SpokenScreen(state).focus
    #expect(keys.contains("space, spin the wheel"))
    #expect(!keys.contains { $0.hasPrefix("s,") }, "There's nothing to save.")
    press(.down, in: &state)
    #expect(SpokenScreen(state).focus != keys)
    type("/", "topic", in: &state)
    #expect(SpokenScreen(state).report == "1 of 12")
    #expect(
      SpokenScreen(state).focus == ["Every day", "slash, spin only one topic, language or host"])
    type("x", in: &state)
    #expect(SpokenScreen(state).focus == ["No matches."])
  }
}
