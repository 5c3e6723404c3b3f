import Articles
import Foundation
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// Articles, or parts of them, that read from right to left.
struct RightToLeftTests {
  private static func text(_ text: String) -> [ArticleInline] { [.text(text)] }

  private static func paragraph(_ text: String) -> ArticleBlock { .paragraph([.text(text)]) }

  /// Lays out an article in 20 columns, and returns its lines below the title.
  private func lines(
    _ blocks: [ArticleBlock], order: TextOrder = .visual, aligns: Bool = true, title: String = "א"
  ) -> [String] {
    var appearance = Appearance(theme: Theme(colors: 0), symbols: .unicode, colors: 0)
    appearance.order = order
    let printed = PrintedArticle(
      Article(title: title, blocks: blocks), facts: "", columns: 20, appearance: appearance,
      isOnScreen: aligns)
    return printed.styledLines(.none, hasLinks: false).dropFirst(2).map { line in
      line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }
  }

  private static let hebrew = "אבג דהו זחט יכל מנס עף."

  private static let blocks: [([ArticleBlock], [String])] = [
    ([paragraph(hebrew)], ["סנמ לכי טחז והד גבא", ".ףע"].map { pad($0) }),
    // Numbers, Latin and punctuation at the ends.
    ([paragraph("(אבג) 12, Ray!")], [pad("!Ray ,12 (גבא)")]),
    ([paragraph("Ray אבג 3.5%?")], [pad("?3.5% גבא Ray")]),
    // In an article from right to left, only long texts in other scripts begin at the left.
    (
      [
        paragraph(hebrew), paragraph("Ray (1)."), paragraph("אבגדהוזחט"),
        paragraph("Two lines of a paragraph"),
      ],
      [
        pad("סנמ לכי טחז והד גבא"), pad(".ףע"), "", pad("Ray (1)."), "", pad("טחזוהדגבא"), "",
        "Two lines of a",
        "paragraph",
      ]
    ),
    // In any other one, the first letter decides.
    (
      [paragraph("An English article for once"), paragraph("\"אבג\" is a word")],
      ["An English article", "for once", "", pad("is a word \"גבא\"")]
    ),
    // Marks of lists.
    (
      [.list(.init(items: [[paragraph("אבג")], [paragraph("Ray")]]))],
      [pad("גבא •"), pad("Ray •")]
    ),
    (
      [.list(.init(start: 9, items: [[paragraph("אבג")], [paragraph("דה 5")]]))],
      [pad("גבא .9 "), pad("5 הד .10")]
    ),
    (
      [
        paragraph("Words in English"),
        .list(.init(items: [[paragraph("Ray")], [paragraph("אבג")]])),
      ],
      ["Words in English", "", "• Ray", pad("גבא •")]
    ),
    // Items of items, and what's too deep for the column.
    (
      [
        .list(
          .init(items: [
            [
              paragraph("אבג"),
              .list(.init(items: [[paragraph("דה"), .list(.init(items: [[paragraph("ו")]]))]])),
            ]
          ]))
      ],
      [pad("גבא •"), pad("הד •  "), pad("ו •    ")]
    ),
    // Quotes and callouts.
    ([.quote([paragraph("אבג"), paragraph("Ray")])], [pad("גבא ▎ "), pad("▎ "), pad("Ray ▎ ")]),
    (
      [.callout(.init(kind: "note", title: text("אב"), blocks: [paragraph("גד")]))],
      [pad("בא ▎ "), pad("דג ▎ ")]
    ),
    // Code and formulas.
    (
      [paragraph("אבג"), .code("x = \"אב\" + \"גד\"", language: "python")],
      [pad("גבא"), "", "  x = \"בא\" + \"דג\""]
    ),
    // Tables.
    (
      [
        .table(
          .init(
            header: [text("אב"), text("ג")],
            rows: [[text("1"), text("דהו")], [text("Ray"), text("")]]
          ))
      ],
      [pad("ג   בא"), pad("────────"), pad("והד    1"), pad("Ray")]
    ),
    // Notes.
    (
      [.footnotes([.init(label: "1", blocks: [paragraph("אבג")])])],
      [pad("גבא [1]")]
    ),
    ([.picture(Self.picture, caption: text("אבג"))], [pad("הד ▣"), pad("גבא")]),
  ]

  private static let picture = ArticlePicture(
    url: URL(filePath: "/a.png"), alternativeText: "דה")

  /// Returns a line that ends at the right edge.
  private static func pad(_ text: String) -> String {
    String(repeating: " ", count: 20 - text.count) + text
  }

  @Test("what reads from right to left begins at the right", arguments: blocks.indices)
  func layout(index: Int) {
    let (blocks, expected) = Self.blocks[index]
    #expect(lines(blocks).map { trimmed($0) } == expected.map { trimmed($0) })
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  @Test("terminals that reorder lines get them as they're read, and a number before its text")
  func logical() {
    let blocks: [ArticleBlock] = [
      Self.paragraph("אבג (12)"), .list(.init(start: 1, items: [[Self.paragraph("דה")]])),
      .quote([Self.paragraph("ו")]),
    ]
    #expect(
      lines(blocks, order: .logical).map(trimmed)
        == [
          Self.pad("אבג (12)"), "", "1.                דה", "", trimmed(Self.pad("ו ▎ ")),
        ])
  }

  @Test("what isn't on a screen begins at the left")
  func unaligned() {
    let blocks: [ArticleBlock] = [
      Self.paragraph("אבג (12)"), .list(.init(items: [[Self.paragraph("דה")]])),
    ]
    #expect(lines(blocks, aligns: false) == ["אבג (12)", "", "• דה"])
    let state = Samples.reading(GridSize(columns: 60, rows: 20), Samples.hebrew).accessible
    #expect(render(state).text.contains("\nעוקב קרניים"))
  }

  @Test(
    "most letters of an article decide on its direction",
    arguments: [
      ("", [], false), ("", [paragraph("אב ג")], true), ("Title", [paragraph("אב")], false),
      ("", [paragraph("Ray אבגד")], true), ("", [paragraph("Rays אבגד")], false),
      ("", [paragraph("ܐܒ Ж")], true),
      ("", [.code("let ray", language: nil), paragraph("א")], true),
      ("", [.quote([.list(.init(items: [[paragraph("אבגדה")]]))]), paragraph("日本")], true),
      ("", [paragraph("12 % …")], false),
    ] as [(String, [ArticleBlock], Bool)])
  func articleDirection(title: String, blocks: [ArticleBlock], isRightToLeft: Bool) {
    let direction = ArticleDirection.of(Article(blocks: blocks), title: title)
    #expect(direction.direction == (isRightToLeft ? .rightToLeft : .leftToRight))
  }

  // MARK: - In the reader

  private func state(
    _ article: Article = Samples.hebrew, columns: Int = 80, order: TextOrder = .visual
  ) -> AppState {
    var appearance = Samples.visual
    appearance.order = order
    return Samples.reading(GridSize(columns: columns, rows: 24), article, appearance: appearance)
  }

  /// The text of the cells in a style, without the tabs, from left to right and row by row.
  private func text(in grid: Grid, _ isShown: (CellStyle) -> Bool) -> String {
    (2..<grid.size.rows - 1).map { y in
      grid.row(y).filter { isShown($0.style) }.map(\.glyph.text).joined()
    }.filter { !$0.isEmpty }.joined(separator: "|")
  }

  @Test("a link is selected where its characters are")
  func link() {
    var state = state()
    let accent = state.surroundings.appearance.theme.accentBlock
    press(.tab, in: &state)
    #expect(text(in: render(state)) { $0 == accent } == "ןרק יהמ")
    press(.tab, in: &state)
    let selected = text(in: render(state)) { $0 == accent }
    #expect(selected.replacing("|", with: " ").contains("(book)"))
    #expect(selected.hasSuffix("ךורא") || selected.contains("ךורא"))
  }

  @Test("the cells of a link, and only those, select it when they're clicked")
  func click() {
    let state = state()
    let grid = render(state)
    let style = state.surroundings.appearance.theme.link
    for y in 0..<grid.size.rows - 1 {
      for x in 0..<grid.size.columns {
        var clicked = state
        _ = update(&clicked, .reader(.clicked(x: x, y: y, count: 1)))
        let isLink =
          grid[x, y].style == style
          || grid[x, y].style == state.surroundings.appearance.theme.noteMark
        #expect((clicked.page?.link != nil) == isLink, "\(x), \(y)")
      }
    }
    let addresses = Set(grid.links.map(\.address))
    #expect(addresses == ["https://rays.example/theory", "https://weekend.example/book"])
  }

  @Test("the letters of links are at their beginning, which is at the right")
  func hints() throws {
    var state = state()
    let before = render(state)
    press(.character("f"), in: &state)
    let grid = render(state)
    let accent = state.surroundings.appearance.theme.accentBlock
    let place = try #require(
      grid.bounds.cells.first {
        $0.y > 1 && grid[$0.x, $0.y].glyph.text == "a" && grid[$0.x, $0.y].style == accent
      })
    #expect(before[place.x, place.y].glyph.text == "מ")
    #expect(before[place.x, place.y].style == state.surroundings.appearance.theme.link)
    #expect(before[place.x + 1, place.y].style != state.surroundings.appearance.theme.link)
  }

  @Test(
    "a match is highlighted where its characters are", arguments: ["קרניים", "1,200", "(book)"])
  func find(word: String) {
    var state = state()
    press(.character("/"), in: &state)
    for character in word { press(.character(character), in: &state) }
    press(.enter, in: &state)
    let match = state.surroundings.appearance.theme.match
    let found = text(in: render(state)) {
      $0.foreground == match.foreground && $0.attributes.contains(.reverse)
    }
    #expect(found == (word.contains("ק") ? String(word.reversed()) : word))
    #expect(state.page?.search?.matches.isEmpty == false)
  }

  @Test("the cursor is at the first character of what's read")
  func cursor() {
    for (article, x) in [(Samples.hebrew, 76), (Samples.arabic, 76), (Samples.text, 3)] {
      let state = state(article)
      let grid = render(state)
      #expect(grid.cursor?.x == x)
      #expect(grid.cursor.map { grid[$0.x, $0.y].glyph != .space } == true)
    }
  }

  @Test("wide tables are scrolled from their first column, at the right")
  func wideTable() {
    let header = (1...8).map { Self.text("אבגדהוזחט \($0)") }
    let table = ArticleBlock.table(.init(header: header, rows: [header, header]))
    var state = state(
      Article(title: "אב", blocks: [Self.paragraph(Self.hebrew), table]), columns: 60)
    func headerRow(_ state: AppState) -> String {
      render(state).text.split(separator: "\n").first { $0.contains("טחז") && $0.contains("…") }
        .map(String.init) ?? ""
    }
    #expect(headerRow(state).hasSuffix("1 טחזוהדגבא"))
    #expect(!headerRow(state).contains("8"))
    for _ in 0..<20 { press(.character(">"), in: &state) }
    #expect(headerRow(state).contains("8 טחזוהדגבא"))
    #expect(!headerRow(state).hasSuffix("1 טחזוהדגבא"))
    for _ in 0..<20 { press(.character("<"), in: &state) }
    #expect(headerRow(state).hasSuffix("1 טחזוהדגבא"))
    type("/", "8", in: &state)
    press(.enter, in: &state)
    #expect(headerRow(state).contains("8 טחזוהדגבא"))
  }

  @Test("moving through the lines and paragraphs is the same in both orders")
  func moving() {
    for key in [Key.character("j"), .character(" "), .character("}"), .character("n"), .tab] {
      var (one, other) = (state(), state(order: .logical))
      press(key, key, in: &one)
      press(key, key, in: &other)
      #expect(one.page?.top == other.page?.top)
      #expect(one.page?.anchor == other.page?.anchor)
      #expect(one.page?.link == other.page?.link)
    }
  }

  @Test("titles and typed text are ordered on every screen")
  func screens() {
    var metadata = Samples.article
    metadata.title = "אבג (12)"
    var state = Samples.ended(.success(metadata))
    #expect(render(state).text.contains("אבג (12)"))
    state.surroundings.appearance = Samples.visual
    #expect(render(state).text.contains("(12) גבא"))
  }

  @Test(
    "long and deep articles are laid out at any width",
    arguments: [
      String(repeating: "אa", count: 30_000), String(repeating: "א a", count: 20_000),
      String(repeating: "\u{5B0}", count: 60_000), String(repeating: "א\u{5B0}", count: 30_000),
      "א" + String(repeating: "[(]) ", count: 12_000),
    ])
  func hostile(text: String) {
    var block = Self.paragraph(text)
    for _ in 0..<24 { block = .quote([.list(.init(start: 99, items: [[block]]))]) }
    let article = Article(title: text, blocks: [block, .code(text, language: "swift")])
    var state = state(article, columns: 60)
    _ = render(state)
    press(.character("G"), in: &state)
    _ = render(state)
    #expect(state.page?.layout?.lines.isEmpty == false)
  }
}

extension GridRect {
  fileprivate var cells: [(x: Int, y: Int)] {
    (y..<maxY).flatMap { y in (x..<maxX).map { ($0, y) } }
  }
}
