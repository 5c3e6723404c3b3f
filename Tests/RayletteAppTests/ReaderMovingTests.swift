import Articles
import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Moving, finding and the place in the reader.
struct ReaderMovingTests {
  private static let size = GridSize(columns: 60, rows: 20)

  private static func top(_ state: AppState) -> String {
    let lines = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    // The scrollbar is beside the text.
    let beside = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "│┃"))
    return lines.dropFirst(3).lazy.map { $0.trimmingCharacters(in: beside) }
      .first { !$0.isEmpty } ?? ""
  }

  @Test("lines, pages and ends stay within the text")
  func moves() throws {
    var state = Samples.reading(Self.size)
    let layout = try #require(state.page?.layout)
    let rows = state.reader.screenLayout(in: state.surroundings).rows
    press(.up, .pageUp, .control("u"), in: &state)
    #expect(state.page?.top == 0)
    press(.character("j"), .down, .control("n"), .character("k"), in: &state)
    #expect(state.page?.top == 2)
    press(.home, .space, in: &state)
    #expect(state.page?.top == rows - 2)
    press(.character("G"), in: &state)
    #expect(state.page?.top == layout.lines.count - rows)
    press(.pageDown, .down, in: &state)
    #expect(state.page?.top == layout.lines.count - rows)
    #expect(render(state).text.contains("100 %"))
    press(.home, in: &state)
    #expect(state.page?.top == 0 && render(state).text.contains("0 %"))
  }

  @Test("] and [ go from heading to heading, } and { from paragraph to paragraph")
  func headings() {
    var state = Samples.reading(Self.size)
    press(.character("]"), in: &state)
    #expect(Self.top(state) == "Rays")
    press(.character("}"), in: &state)
    #expect(Self.top(state).hasPrefix("The point at t"))
    press(.character("{"), .character("]"), in: &state)
    #expect(Self.top(state) == "Spheres")
    press(.character("["), in: &state)
    #expect(Self.top(state) == "Rays")
    press(.character("["), in: &state)
    #expect(Self.top(state) == "A ray tracer in an afternoon")
    press(.character("["), in: &state)
    #expect(state.page?.top == 0)
  }

  @Test("links side by side in a table have one hint each")
  func hintsInTables() throws {
    func cell(_ name: String) -> [ArticleInline] {
      [.link([.text("\(name) is a link that takes several lines of its cell")], Self.url(name))]
    }
    let table = ArticleBlock.table(
      .init(header: [[.text("a")], [.text("b")]], rows: [[cell("one"), cell("two")]]))
    var state = Samples.reading(Self.size, Articles.Article(blocks: [table]))
    press(.character("f"), in: &state)
    #expect(state.linkHints?.labels.count == 2)
    press(.character("s"), in: &state)
    #expect(state.page?.selectedLink?.url == Self.url("two"))
    press(.tab, in: &state)
    #expect(state.page?.selectedLink?.url == Self.url("one"))
  }

  @Test("a picture has the room it takes, and one that can't be drawn a line")
  func pictureRoom() throws {
    func picture(_ name: String) -> ArticleBlock {
      .picture(.init(url: Self.url(name), alternativeText: "Rings"), caption: [])
    }
    let article = Articles.Article(
      blocks: [
        picture("a.png"), picture("b.svg"), picture("c.png"),
        .paragraph([.text("The end.")]),
      ])
    var state = Samples.reading(Self.size, article)
    state.surroundings.pictures = Pictures(depth: .direct)
    _ = update(&state, .program(.resized(GridSize(columns: 60, rows: 24))))
    let request = try #require(state.reader.pictureOnScreen(in: state.surroundings))
    #expect(request.url == Self.url("a.png"))
    let before = try #require(state.page?.layout)
    #expect(before.pictures.map(\.picture.url) == [Self.url("a.png"), Self.url("c.png")])
    let drawn = try #require(Picture(symbolArt: Array("xx\nyy\n".utf8), limit: request.size))
    _ = update(&state, .program(.pictureLoaded(request, drawn)))
    #expect(state.page?.layout?.pictures.first?.rows == 2)
    let next = try #require(state.reader.pictureOnScreen(in: state.surroundings))
    #expect(next.url == Self.url("c.png") && next.size == request.size)
    _ = update(&state, .program(.pictureLoaded(next, nil)))
    #expect(state.page?.layout?.pictures.count == 1)
    #expect(state.reader.pictureOnScreen(in: state.surroundings) == nil)
    #expect(render(state).text.components(separatedBy: "Rings").count == 3)
    #expect(render(state).text.contains("The end."))
    // Another width asks for it again.
    press(.character("z"), .character("-"), in: &state)
    #expect(state.reader.pictureOnScreen(in: state.surroundings)?.url == Self.url("a.png"))
  }

  private static func url(_ name: String) -> URL {
    URL(string: "https://rays.example/\(name)") ?? URL(filePath: "/")
  }

  @Test(
    "the contents lead to a heading",
    arguments: [GridSize(columns: 60, rows: 20), GridSize(columns: 80, rows: 24)])
  func contents(size: GridSize) {
    var state = Samples.reading(size)
    press(.character("g"), .character("c"), .down, .enter, in: &state)
    #expect(state.chooser == nil)
    #expect(render(state).text.contains("Spheres"))
    #expect(!render(state).text.contains("one question"))
  }

  @Test("the text at the top stays there when the window or the column changes")
  func relayout() throws {
    var state = Samples.reading(Self.size)
    press(.character("]"), .character("}"), in: &state)
    let anchor = try #require(state.page?.anchor)
    for size in [(140, 20), (44, 12), (200, 20), (60, 20)] {
      _ = update(&state, .program(.resized(GridSize(columns: size.0, rows: size.1))))
      #expect(state.page?.anchor == anchor)
      let page = try #require(state.page)
      let layout = try #require(page.layout)
      let limit = state.reader.scrollLimit(of: page, in: state.surroundings)
      #expect(page.top == min(layout.line(at: anchor), limit))
    }
    press(.character("z"), .character("-"), .character("z"), .character("-"), in: &state)
    #expect(state.page?.anchor == anchor)
    #expect(state.reader.screenLayout(in: state.surroundings).column.columns < 54)
  }

  @Test("the column is as wide as chosen where there's room, and is remembered")
  func width() {
    var state = Samples.reading(GridSize(columns: 200, rows: 40))
    #expect(state.reader.screenLayout(in: state.surroundings).column.columns == 76)
    press(.character("z"), .character("+"), .character("z"), .character("+"), in: &state)
    #expect(state.reader.screenLayout(in: state.surroundings).column.columns == 84)
    var next = Samples.state()
    Session(of: state).resume(in: &next)
    #expect(next.reader.width == 84)
    for _ in 0..<40 { press(.character("z"), .character("+"), in: &state) }
    #expect(state.reader.screenLayout(in: state.surroundings).column.columns == 120)
    for _ in 0..<40 { press(.character("z"), .character("-"), in: &state) }
    #expect(state.reader.screenLayout(in: state.surroundings).column.columns == 40)
    // On a narrow screen, the first press narrows what's seen.
    var narrow = Samples.reading(Self.size)
    press(.character("z"), .character("-"), in: &narrow)
    #expect(narrow.reader.screenLayout(in: narrow.surroundings).column.columns == 50)
  }

  @Test("finding goes to the next match as it's typed, across lines, and esc leads back")
  func find() throws {
    var state = Samples.reading(Self.size)
    let before = state.page?.top
    type("/", "WHICH hardly ever", in: &state)
    let match = try #require(state.page?.search?.matches.first)
    #expect(state.page?.search?.matches.count == 1)
    #expect((state.page?.top ?? 0) <= match.line)
    #expect(render(state).text.contains("1 of 1"))
    press(.escape, in: &state)
    #expect(state.page?.top == before && state.page?.search == nil && state.reader.isOpen)
    type("/", "ray", in: &state)
    press(.enter, in: &state)
    let count = try #require(state.page?.search?.matches.count)
    #expect(count > 3 && state.page?.search?.current == 0)
    press(.character("n"), .character("n"), .character("N"), in: &state)
    #expect(state.page?.search?.current == 1)
    press(.character("N"), .character("N"), in: &state)
    #expect(state.page?.search?.current == count - 1)
    #expect(state.notice?.text == "Continued at the end.")
    type("/", "nowhere at all", in: &state)
    press(.enter, in: &state)
    #expect(state.notice?.text == "No match for nowhere at all.")
  }

  @Test("letters select a link on screen, other keys end that")
  func hints() throws {
    var state = Samples.reading(GridSize(columns: 80, rows: 24))
    press(.character("f"), in: &state)
    #expect(state.linkHints?.labels.count == 3)
    press(.character("S"), in: &state)
    #expect(state.linkHints == nil && state.page?.selectedLink?.text == "one long weekend")
    press(.character("f"), .escape, in: &state)
    #expect(state.linkHints == nil && state.page?.selectedLink?.text == "one long weekend")
    press(.character("f"), .character("q"), in: &state)
    #expect(state.linkHints == nil && state.reader.isOpen)
    press(.escape, .character("L"), .enter, in: &state)
    #expect(state.page?.selectedLink?.text == "what a ray is")
  }

  @Test("more links than letters have labels of two letters, none the beginning of another")
  func labels() throws {
    let hints = try #require(LinkHints(Array(0..<40)))
    #expect(Set(hints.labels.values).count == 40)
    #expect(hints.labels.values.allSatisfy { $0.count == 2 })
    #expect(LinkHints([]) == nil)
  }

  @Test("wide code is scrolled sideways, and only that")
  func sideways() {
    var state = Samples.reading(Self.size)
    // Nothing on the first screen is too wide.
    #expect(press(.character(">"), in: &state).isEmpty)
    #expect(state.page?.sideways == 0)
    press(.character("]"), .character("}"), .character("}"), in: &state)
    #expect(!render(state).text.contains("behind the eye"))
    for _ in 0..<10 { press(.character(">"), in: &state) }
    #expect(render(state).text.contains("behind the eye below zero"))
    #expect(render(state).text.contains("…"))
    #expect(render(state).text.contains(" 9. It hits nothing"))
    for _ in 0..<10 { press(.character("<"), in: &state) }
    #expect(state.page?.sideways == 0)
  }

  /// A table of ten columns and forty rows, with a link in the last cell of each row.
  private static let wideTable: Articles.Article = {
    func row(_ name: String, isLinked: Bool) -> [[ArticleInline]] {
      (1...10).map { column in
        let text = ArticleInline.text("\(name) in column \(column)")
        return isLinked && column == 10 ? [.link([text], url(name))] : [text]
      }
    }
    let table = ArticleBlock.Table(
      header: row("Head", isLinked: false), rows: (1...40).map { row("row\($0)", isLinked: true) })
    return Articles.Article(
      title: "Wide",
      blocks: [
        .paragraph([.text("Before the table.")]), .table(table),
        .code("short", language: nil), .code(String(repeating: "x", count: 70), language: nil),
      ])
  }()

  @Test("a wide table is scrolled sideways as far as it goes, with its header")
  func wideTables() throws {
    var state = Samples.reading(Self.size, Self.wideTable)
    #expect(render(state).text.contains("row1 in column 1 "))
    #expect(!render(state).text.contains("row1 in column 10"))
    for _ in 0..<100 { press(.character(">"), in: &state) }
    let end = render(state).text
    #expect(end.contains("Head in column 10") && end.contains("row1 in column 10"))
    #expect(end.contains("Before the table.") && !end.contains("column 1 "))
    // Short code doesn't go away with it.
    press(.character("G"), in: &state)
    #expect(render(state).text.contains("│ short"))
    let layout = try #require(state.page?.layout)
    #expect(layout.unwrappedBlocks.map { $0.shift(1_000) } == [135, 0, 19])
  }

  @Test("the header of a table stays at the top while its rows pass, and covers nothing for good")
  func tableHeader() throws {
    var state = Samples.reading(Self.size, Self.wideTable)
    var seen: Set<String> = []
    func read() {
      for word in render(state).text.split(whereSeparator: \.isWhitespace) {
        seen.insert(String(word))
      }
    }
    read()
    for _ in 0..<2 {
      press(.space, in: &state)
      read()
      #expect(Self.top(state).hasPrefix("Head in column 1"))
    }
    for _ in 0..<4 {
      press(.space, in: &state)
      read()
    }
    #expect((1...40).allSatisfy { seen.contains("row\($0)") })
  }

  @Test("selecting a link or a match in a wide table scrolls it sideways")
  func revealed() throws {
    var state = Samples.reading(Self.size, Self.wideTable)
    press(.tab, .tab, in: &state)
    #expect(state.page?.selectedLink?.url == Self.url("row2"))
    #expect(render(state).text.contains("row2 in column 10"))
    var found = Samples.reading(Self.size, Self.wideTable)
    press(.character("/"), in: &found)
    for character in "row3 in column 7" { press(.character(character), in: &found) }
    #expect(render(found).text.contains("row3 in column 7"))
    // A click finds the link where it's shown.
    let lines = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    let y = try #require(lines.firstIndex { $0.contains("row1 in column 10") })
    let x = try #require(lines[y].firstRange(of: "row1 in column 10")).lowerBound
    let column = lines[y].distance(from: lines[y].startIndex, to: x)
    _ = update(&state, .reader(.clicked(x: column + 1, y: y, count: 1)))
    #expect(state.page?.selectedLink?.url == Self.url("row1"))
  }

  @Test("the place is stored when it's left, once, and reading goes on there")
  func place() throws {
    var state = Samples.reading(Self.size)
    #expect(press(.character("h"), in: &state).isEmpty)
    state = Samples.reading(Self.size)
    press(.character("]"), .character("]"), in: &state)
    let page = try #require(state.page)
    let place = try #require(state.reader.readingPlace(of: page, in: state.surroundings))
    let stored = Effect.write(.readingPlace(Samples.article.originalURL, place, after: nil))
    #expect(update(&state, .program(.timePassed(Samples.now))) == [stored])
    #expect(update(&state, .program(.timePassed(Samples.now))).isEmpty)
    #expect(press(.character("q"), in: &state).isEmpty)
    for end in [
      Action.program(.interrupted(signal: 15)), .command("app.quit"), .tabClicked(.spin),
    ] {
      var other = Samples.reading(Self.size)
      press(.character("]"), .character("]"), in: &other)
      #expect(update(&other, end).contains(stored), "\(end)")
    }
    let next = Samples.reading(Self.size, reading: ReadingState(place: place))
    #expect(next.page?.top == page.top)
    #expect(next.notice?.text.hasPrefix("Continued at ") == true)
    // In another window, the same text is at the top.
    let wide = Samples.reading(
      GridSize(columns: 120, rows: 20), reading: ReadingState(place: place))
    #expect(Self.top(wide) == "Spheres")
    var end = place
    end.progress = 1
    #expect(Samples.reading(Self.size, reading: ReadingState(place: end)).page?.top == 0)
  }

  @Test("a click selects a link, a double click reads it, and the wheel scrolls")
  func mouse() throws {
    var state = Samples.reading(GridSize(columns: 80, rows: 24))
    let grid = render(state)
    let row = try #require(
      (0..<24).first { y in grid.row(y).map(\.glyph.text).joined().contains("what a ray is") })
    let column = try #require(
      grid.row(row).map(\.glyph.text).joined().firstRange(of: "what a ray").map {
        grid.row(row).map(\.glyph.text).joined().distance(
          from: grid.row(row).map(\.glyph.text).joined().startIndex, to: $0.lowerBound)
      })
    _ = update(&state, .mouse(.pressed(x: column + 3, y: row, count: 1)))
    #expect(state.page?.selectedLink?.text == "what a ray is")
    _ = update(&state, .mouse(.pressed(x: column - 3, y: row, count: 1)))
    #expect(state.page?.link == nil)
    let effects = update(&state, .mouse(.pressed(x: column, y: row, count: 2)))
    #expect(effects.contains { if case .fetch(.article) = $0 { true } else { false } })
    var scrolled = Samples.reading(Self.size)
    _ = update(&scrolled, .mouse(.scrolled(rows: 3)))
    #expect(scrolled.page?.top == 3)
  }
}
