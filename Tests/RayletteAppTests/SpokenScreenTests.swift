import Articles
import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The lines for a screen reader, in accessible mode.
struct SpokenScreenTests {
  private static let size = GridSize(columns: 80, rows: 24)

  @Test("every screen has its lines in Frames/spoken.txt; UPDATE_FRAMES=1 writes them again")
  func screens() throws {
    let texts = FrameTests.screens.map { name, screen in
      let lines = render(screen(Self.size).accessible).text.split(separator: "\n")
      return "\(name)\n" + lines.map { "  \($0)\n" }.joined()
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Frames/spoken.txt")
    if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1" {
      try Data(texts.joined().utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    for text in texts { #expect(expected.contains(text)) }
    #expect(expected == texts.joined())
  }

  @Test(
    "the lines have only ASCII and words, in any state and size", arguments: KeyMapTests.states)
  func sweep(name: String, state: AppState) {
    var state = state.accessible
    for size in [(40, 10), (60, 13), (80, 24), (140, 45)] {
      _ = update(&state, .program(.resized(GridSize(columns: size.0, rows: size.1))))
      for notice: Notice? in [nil, .success("Done."), .failure("No.")] {
        state.notice = notice
        let grid = render(state)
        // Text from pages may contain any character.
        let ours = grid.text.unicodeScalars.filter { !Self.ofPages.contains($0) }
        let drawn = ours.first { !$0.isASCII }
        #expect(drawn == nil, "\(name): \(grid.text)")
        for y in 0..<grid.size.rows {
          #expect(grid.row(y).allSatisfy { $0.style == .plain }, "\(name)")
        }
      }
    }
  }

  private static let ofPages = Set(
    [Samples.japanese.displayTitle, Samples.japanese.summary ?? "", Samples.text.plainText]
      .joined().unicodeScalars)

  @Test("the place is never empty, and an error is said whole", arguments: KeyMapTests.states)
  func report(name: String, state: AppState) {
    var state = state.accessible
    let error = String(repeating: "It broke. ", count: 20)
    for size in [GridSize(columns: 40, rows: 10), Self.size] {
      state.surroundings.size = size
      state.notice = .failure(error + "Try again.")
      let grid = render(state)
      let rows = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(!rows[0].isEmpty, "\(name)")
      #expect(rows[1].hasPrefix("Error: It broke."), "\(name)")
      #expect(grid.text.contains("again."), "\(name)")
    }
  }

  @Test(
    "the cursor is at the beginning of the line at the focus, or where text is typed",
    arguments: KeyMapTests.states)
  func cursor(name: String, state: AppState) throws {
    let state = state.accessible
    let cursor = try #require(render(state).cursor)
    let isTyping =
      state.modals.top?.typedLine != nil
      || [state.palette?.text.text, state.chooser?.text.text].contains { $0?.isEmpty == false }
    #expect((cursor.kind == .insertion) == isTyping, "\(name)")
    if !isTyping {
      #expect(
        cursor == Cursor(x: 0, y: SpokenScreen.rows(in: state.surroundings.size).focus.lowerBound))
    }
  }

  @Test("loading says no seconds, but that half of the time is over, then the result")
  func loading() throws {
    var state = Samples.loading().accessible
    let id = try #require(state.spin.card?.id)
    let screens = [0, 900, 2400, 2500, 4900].map { time in
      _ = update(&state, .spin(.progressed(id, elapsed: .milliseconds(time))))
      return render(state)
    }
    #expect(SpokenScreen(state).focus == ["Loading craftinginterpreters.com"])
    #expect(SpokenScreen(state).report == "Still loading. Gives up after 5 s.")
    #expect(screens[0] == screens[2] && screens[3] == screens[4])
    #expect(screens[2] != screens[3])

    let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    #expect(SpokenScreen(state).report == nil)
    #expect(
      SpokenScreen(state).focus == [
        "Loaded: Crafting Interpreters, craftinginterpreters.com, article, not saved"
      ])
    state.spin.card?.phase = .failed(
      .timedOut(host: "craftinginterpreters.com", after: .seconds(5)))
    #expect(
      SpokenScreen(state).focus == [
        "Metadata fetch timed out. craftinginterpreters.com didn't answer within 5 s."
      ])
  }

  @Test("each step in the Saved tab says one line")
  func saved() {
    let links = Samples.manyLinks(12)
    var state = Samples.state(saved: links).accessible
    var store = SampleStore(links: links)
    func expect(
      _ line: String, after keys: Key..., report: String? = nil,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      for key in keys { store.press(key, in: &state) }
      #expect(SpokenScreen(state).focus == [line], sourceLocation: sourceLocation)
      #expect(SpokenScreen(state).report == report, sourceLocation: sourceLocation)
    }
    expect(
      "0 of 3 links seen. space spins, question mark lists the keys", after: .escape,
      report: "Nothing is loading.")
    expect("Link 0, example.org, 1 of 12", after: .tab)
    expect("Link 2, example.org, 3 of 12", after: .down, .down)
    expect("Link 3, example.org, 4 of 12; 1 selected", after: .space)
    expect("Link 2, example.org, selected, 3 of 12; 1 selected", after: .up)
    expect(
      "Link 2, example.org, selected, 10 of 12; 1 selected", after: .character(","),
      .character("o"), report: "Sorted: oldest first.")
    #expect(SpokenScreen(state).place == "Saved")
    expect("No tags yet; type one.", after: .character("t"))
    #expect(SpokenScreen(state).place == "Tags of 1 link")
    store.press(.escape, .escape, .character("/"), .character("1"), in: &state)
    #expect(SpokenScreen(state).focus.isEmpty)
    #expect(SpokenScreen(state).report == "3 of 12")
    expect("Link 10, example.org, 2 of 3", after: .enter, .down)
    #expect(SpokenScreen(state).place == "Saved, filtered by 1")
    expect(
      "Link 11, example.org, 2 of 2", after: .character("d"),
      report: "Removed 1 link. Press u to undo.")
    expect("Link 10, example.org, 1 of 1", after: .escape, .character("g"), .character("t"))
    #expect(SpokenScreen(state).place == "Trash")
    expect("Link 11, example.org, 1 of 11", after: .escape, .home)
    expect("Copy as Markdown, 2 of 8", after: .character("S"), .down)
    expect("https://example.org/11", after: .escape, .character("O"))
    #expect(SpokenScreen(state).place == "The whole address")
    expect(
      "Link 9, example.org, 2 of 11", after: .escape, .character("c"), .character("c"), .down,
      report: "Checking 11 links. Press esc to stop.")
  }

  @Test("a full stop says the last report again, and the line at the focus")
  func again() throws {
    let links = Samples.manyLinks(3)
    var state = Samples.state(saved: links).accessible
    var store = SampleStore(links: links)
    store.press(.tab, .character("d"), in: &state)
    let removed = try #require(state.notice)
    let before = render(state)
    store.press(.character("."), in: &state)
    #expect(state.notice == removed)
    let after = render(state)
    #expect(after.text == before.text)
    let said = after.spokenLines.filter { after.isSaidAnew($0, after: before) }.map(\.lowerBound)
    #expect(said == [1, SpokenScreen.rows(in: state.surroundings.size).focus.lowerBound])
    // Elsewhere the key only says what it's for.
    var other = Samples.state(saved: links)
    press(.character("."), in: &other)
    #expect(other.notice?.text.contains("accessible mode") == true && other.input.repeats == 0)
  }

  @Test("the same report after another key is said again")
  func sameReport() {
    var state = Samples.state(saved: Samples.manyLinks(3)).accessible
    var store = SampleStore(links: Samples.manyLinks(3))
    store.press(.tab, .up, in: &state)
    let before = render(state)
    store.press(.up, in: &state)
    let after = render(state)
    #expect(after.text == before.text)
    #expect(after.spokenLines.filter { after.isSaidAnew($0, after: before) } == [1..<2])
  }

  // MARK: - Articles

  private static let article = Article(
    title: "A Shell",
    blocks: [
      .heading(level: 2, [.text("Reading a line")]),
      .paragraph([
        .text("A line ends where the user says so. "),
        .link([.text("Pipes")], URL(filePath: "/")), .text(" say what stands in it, and more."),
      ]),
      .list(.init(items: [[.paragraph([.text("words")])], [.paragraph([.text("quotes")])]])),
      .code("fork()\n\nexec()", language: nil, caption: nil),
      .quote([.paragraph([.text("Everything is a file.")])]),
    ])

  @Test("an article is said by passages: headings, paragraphs, items and lines of code")
  func passages() throws {
    var surroundings = Samples.state(columns: 60, rows: 20).accessible.surroundings
    let layout = ArticleLayout(
      Self.article, title: "A Shell", facts: "",
      settings: .init(columns: 30, pictureRows: 0, symbols: .words))
    func said() -> [String] {
      var line: Int? = 0
      var said: [String] = []
      while let start = line {
        said.append(layout.spokenText(of: layout.passage(at: start, in: surroundings)))
        line = layout.passageStart(from: start, step: 1, in: surroundings)
      }
      return said
    }
    let all = [
      "A Shell", "Heading 2: Reading a line",
      "A line ends where the user says so. link: Pipes say what stands in it, and more.",
      "words", "quotes", "fork()", "exec()", "Quote: Everything is a file.",
    ]
    #expect(said() == all)
    // Backwards, each passage is found again from its beginning.
    var line = layout.lines.count
    var backwards: [String] = []
    while let start = layout.passageStart(from: line, step: -1, in: surroundings) {
      backwards.append(layout.spokenText(of: layout.passage(at: start, in: surroundings)))
      line = start
    }
    #expect(backwards == all.reversed())
    // On a low screen, a long paragraph is several passages.
    surroundings.size = GridSize(columns: 40, rows: 10)
    #expect(said().joined(separator: " ") == all.joined(separator: " "))
    surroundings.size.rows = 6
    #expect(said().count > all.count)
  }

  @Test("movements in the reader go from passage to passage, and back")
  func reading() {
    var state = Samples.reading(Self.size, Samples.guide).accessible
    let first = SpokenScreen(state).focus
    press(.down, in: &state)
    let second = SpokenScreen(state).focus
    #expect(first.count == 1 && second.count == 1 && first != second)
    press(.character("}"), .space, .character("{"), .up, .character("k"), in: &state)
    #expect(SpokenScreen(state).focus == first)
    press(.character("G"), .down, in: &state)
    #expect(SpokenScreen(state).report == "This is the end.")
    state = Samples.reading(Self.size).accessible
    press(.character("f"), in: &state)
    #expect(SpokenScreen(state).place == "Links", "Letters at links can't be heard.")
  }

  @Test(
    "keys are said by name",
    arguments: [
      (KeyChord(.character("S")), "capital S"), (KeyChord(.character("g"), .character("h")), "g h"),
      (KeyChord(.character("?")), "question mark"), (KeyChord(.control("p")), "Ctrl P"),
      (KeyChord(.alt("x")), "Alt x"), (KeyChord(.space), "space"),
      (KeyChord(.pageDown), "Page Down"),
    ])
  func keys(chord: KeyChord, label: String) { #expect(chord.spokenLabel == label) }
}

extension AppState {
  /// The same state in accessible mode.
  var accessible: AppState {
    var state = self
    state.surroundings.appearance = Appearance(theme: Theme(colors: 0), symbols: .words, colors: 0)
    state.surroundings.pictures = .none
    state.saved.selection.scroll(
      count: state.saved.ids.count, visibleRows: state.saved.visibleRows(in: state.surroundings))
    return state
  }
}
