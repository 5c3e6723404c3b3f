import Articles
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Screens in accessible mode, for screen readers.
struct AccessibleTests {
  private static let size = Size(columns: 80, rows: 24)

  static let frames = [
    "idle", "loading", "card-saved", "card-cjk", "error-timed-out", "share", "share-many", "code",
    "address", "saved", "saved-empty", "saved-filter", "saved-marked", "saved-tags", "help",
    "reader", "reader-middle", "reader-end", "reader-link", "reader-find", "reader-contents",
    "reader-loading", "reader-failed",
  ]

  @Test("accessible screens are plain text in reading order", arguments: frames)
  func frame(name: String) throws {
    let screen = try #require(FrameTests.screens.first { $0.0 == name })
    try FrameTests.expect(
      screen.1(Self.size).accessible, toLookAs: "accessible-\(name)-80x24")
  }

  @Test(
    "accessible screens contain only ASCII, in any state and size", arguments: KeyMapTests.states)
  func sweep(name: String, state: AppState) {
    var state = state.accessible
    for size in [(40, 10), (60, 13), (80, 24), (140, 45)] {
      _ = update(&state, .program(.resized(Size(columns: size.0, rows: size.1))))
      for notice: Notice? in [nil, .success("Done."), .failure("No.")] {
        state.notice = notice
        // Text from pages may contain any character.
        let text = render(state).text
        let ours = text.unicodeScalars.filter { !Self.ofPages.contains($0) }
        let drawn = ours.first { !$0.isASCII }
        #expect(drawn == nil, "\(name): \(text)")
      }
    }
  }

  private static let ofPages = Set(
    [Samples.japanese.displayTitle, Samples.japanese.summary ?? "", Samples.text.plainText]
      .joined().unicodeScalars)

  @Test(
    "the status line above the footer is never empty, and shows errors",
    arguments: KeyMapTests.states)
  func line(name: String, state: AppState) {
    var state = state.accessible
    state.size = Self.size
    // An ASCII QR code takes one row per module, so it needs a tall screen.
    if name == "code" { state.size.rows = 45 }
    state.notice = nil
    let rows = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(!rows[state.size.rows - 2].isEmpty, "\(name)")
    state.notice = .failure("It broke.")
    let failed = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(failed[state.size.rows - 2] == "   Error: It broke.")
  }

  @Test("the cursor is on a cell that isn't blank", arguments: KeyMapTests.states)
  func cursor(name: String, state: AppState) throws {
    for state in [state, state.accessible] {
      let grid = render(state)
      let cursor = try #require(grid.cursor)
      if state.chooser != nil || state.palette != nil {
        #expect(cursor.kind == .insertion)
        continue
      }
      #expect(cursor.kind == .focus)
      #expect(grid[cursor.x, cursor.y] != .blank, "\(name)")
    }
  }

  @Test("the cursor follows the list, the share sheet and typed text")
  func cursorMoves() throws {
    let links = Samples.savedLinks
    var state = Samples.state(saved: links).accessible
    var store = StoreDouble(links: links)
    store.press(.tab, in: &state)
    #expect(cursorText(state, 8) == "日本語の")
    store.press(.down, in: &state)
    #expect(cursorText(state, 8) == "Crafting")
    store.press(.character("S"), in: &state)
    #expect(cursorText(state, 11) == "y   Copy th")
    store.press(.down, in: &state)
    #expect(cursorText(state, 11) == "m   Copy as")
    store.press(.escape, .character("/"), .character("日"), .character("b"), .left, in: &state)
    let typing = Cursor(x: 4, y: 23, kind: .insertion)
    #expect(render(state).cursor == typing)
    #expect(cursorText(state, 2) == "b ")
    // The standard appearance also uses the terminal's cursor for text input.
    state.appearance = .standard
    #expect(render(state).cursor == typing)
  }

  private func cursorText(_ state: AppState, _ columns: Int) -> String? {
    let grid = render(state)
    guard let cursor = grid.cursor else { return nil }
    return grid.row(cursor.y).dropFirst(cursor.x).prefix(columns).map(\.glyph.text).joined()
  }

  @Test("loading shows whole seconds in one row, then the result")
  func loading() throws {
    var state = Samples.loading().accessible
    let id = try #require(state.spin.card?.id)
    let screens = [0, 900, 1000, 1900].map { time in
      _ = update(&state, .spin(.progressed(id, elapsed: .milliseconds(time))))
      return render(state)
    }
    #expect(status(screens[0]) == "Loading craftinginterpreters.com, 0 s (gives up after 5 s)")
    #expect(screens[0] == screens[1] && screens[2] == screens[3])
    let changed = zip(rows(screens[1]), rows(screens[2])).filter { $0 != $1 }
    #expect(changed.count == 1)

    // An earlier notice doesn't hide the result.
    state.notice = .success("Copied the address.")
    let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    #expect(status(render(state)) == "Loaded: Crafting Interpreters")
    state.spin.card?.phase = .failed(
      .timedOut(host: "craftinginterpreters.com", after: .seconds(5)))
    #expect(
      status(render(state))
        == "Metadata fetch timed out: craftinginterpreters.com didn't answer within 5 s")
  }

  @Test("the status line describes each step in the Saved tab")
  func saved() {
    let links = Samples.manyLinks(12)
    var state = Samples.state(saved: links).accessible
    var store = StoreDouble(links: links)
    func expect(_ line: String, after keys: Key...) {
      for key in keys { store.press(key, in: &state) }
      #expect(status(render(state)) == line)
    }
    expect("Spin: 0 of 3 links seen")
    expect("Saved: Link 0, 1 of 12", after: .tab)
    expect("Saved: Link 2, 3 of 12", after: .down, .down)
    expect("Saved: Link 3, 4 of 12; 1 selected", after: .space)
    expect("Saved: Link 2, 3 of 12, selected; 1 selected", after: .up)
    expect("Sorted: oldest first.", after: .character(","), .character("o"))
    expect("Saved: Link 2, 10 of 12, selected; 1 selected", after: .character("x"))
    expect("Tags of 1 link: no matches", after: .character("t"))
    expect(
      "Filter: 3 of 12 links; Link 1, 1 of 3", after: .escape, .escape, .character("/"),
      .character("1"))
    expect("Filtered: Link 10, 2 of 3", after: .enter, .down)
    expect("Removed 1 link. Press u to undo.", after: .character("d"))
    expect("Trash: Link 10, 1 of 1", after: .escape, .character("g"), .character("t"))
    expect("Saved: Link 11, 1 of 11", after: .escape, .home)
    expect(
      "Saved: Link 9, 2 of 11. Checking 0 of 11. Press esc to stop.", after: .character("c"),
      .character("c"), .down)
    expect(
      "Help, line 1 of \(HelpLayout(HelpState(of: Focus(belowModalsOf: state)), in: state.surroundings).lines.lines.count)",
      after: .character("?"))
    expect("Share: Copy as Markdown, 2 of 8", after: .escape, .character("S"), .down)
    expect("The whole address", after: .escape, .character("O"))
  }

  @Test("a long title is cut to leave room for its position in the list")
  func narrow() {
    var links = Samples.savedLinks
    links[0].metadata.title = String(repeating: "long ", count: 20)
    var state = Samples.state(columns: 40, rows: 10, saved: links).accessible
    var store = StoreDouble(links: links)
    store.press(.tab, in: &state)
    #expect(status(render(state)) == "Saved: long long long lo..., 1 of 4")
  }

  private func rows(_ grid: Grid) -> [Substring] {
    grid.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func status(_ grid: Grid) -> String {
    String(rows(grid)[grid.size.rows - 2].drop { $0 == " " })
  }
}

extension AppState {
  /// The same state in accessible mode.
  var accessible: AppState {
    var state = self
    state.appearance = Appearance(theme: Theme(colors: 256), symbols: .words, colors: 256)
    state.pictures = .none
    state.saved.selection.scroll(
      count: state.saved.ids.count, visibleRows: state.saved.visibleRows(in: state.surroundings))
    return state
  }
}
