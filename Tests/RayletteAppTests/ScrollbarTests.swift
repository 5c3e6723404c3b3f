import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Where lists and texts are that don't fit the screen.
struct ScrollbarTests {
  @Test(
    "the thumb is as long as the part on screen, and at an end only at an end of the list",
    arguments: [
      (100, 10, 0, 0..<2), (100, 10, 1, 1..<3), (100, 10, 45, 9..<11), (100, 10, 89, 17..<19),
      (100, 10, 90, 18..<20), (100, 10, 500, 18..<20), (20_000, 10, 0, 0..<1),
      (20_000, 10, 1, 1..<2), (20_000, 10, 19_990, 19..<20), (11, 10, 0, 0..<18),
      (11, 10, 1, 2..<20), (21, 20, 0, 0..<19), (21, 20, 1, 1..<20), (10, 10, 0, nil),
      (3, 10, 0, nil), (0, 0, 0, nil), (5, 0, 0, nil),
    ] as [(Int, Int, Int, Range<Int>?)])
  func thumb(count: Int, visible: Int, top: Int, expected: Range<Int>?) {
    #expect(Scrollbar(count: count, visible: visible, top: top).thumb(rows: 20) == expected)
  }

  @Test("a bar of any height has its thumb inside", arguments: 0...12)
  func inside(rows: Int) {
    for count in [1, 2, 7, 1000] {
      for visible in 0...8 {
        for top in 0...count {
          let thumb = Scrollbar(count: count, visible: visible, top: top).thumb(rows: rows)
          if let thumb { #expect((0...rows).contains(thumb.upperBound) && !thumb.isEmpty) }
        }
      }
    }
  }

  /// Screens that have more than fits, with the rest of the keys that show their end.
  private static let screens: [(String, AppState)] = {
    let size = GridSize(columns: 60, rows: 16)
    let links = Samples.manyLinks(50)
    var saved = Samples.state(columns: 60, rows: 16, saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, in: &saved)
    var details = Samples.ended(.success(DetailsTests.full), columns: 60, rows: 16)
    press(.character("i"), in: &details)
    var help = saved
    press(.character("?"), in: &help)
    var chooser = saved
    chooser.surroundings.ownSearches = (1...40).map {
      SavedSearch(name: "\($0)", filter: "is:dead")
    }
    type("gf", in: &chooser)
    var palette = saved
    press(.character(":"), in: &palette)
    var sync = saved
    var status = SyncScreenTests.status()
    status.devices = (1...40).map { .init(name: "device-\($0)", lastChange: nil) }
    _ = update(&sync, .sync(.changed(status)))
    type("gy", in: &sync)
    return [
      ("sync", sync), ("saved", saved), ("details", details), ("help", help), ("chooser", chooser),
      ("palette", palette), ("reader", Samples.reading(size)),
    ]
  }()

  @Test("what's longer than the screen has a bar, and a mark that moves", arguments: screens)
  func drawn(name: String, state: AppState) throws {
    func thumb(_ state: AppState) -> [Int] {
      let grid = render(state)
      return (0..<grid.size.rows).filter { y in
        grid.row(y).suffix(8).contains { $0.glyph.text == "┃" }
      }
    }
    let first = thumb(state)
    try #require(!first.isEmpty, "\(name)")
    var moved = state
    for _ in 0..<40 { press(.pageDown, in: &moved) }
    #expect(thumb(moved) != first, "\(name)")
    _ = update(&moved, .program(.resized(GridSize(columns: 300, rows: 500))))
    #expect(thumb(moved).isEmpty, "\(name)")
  }

  @Test(
    "long texts and lists say how far they are",
    arguments: [
      ("details", "line 1 of "), ("sync", "line 1 of 44"), ("help", "line 1 of "),
      ("chooser", " 1 of 40 ─╮"),
      ("saved", "  1/50"),
    ])
  func position(name: String, text: String) throws {
    let state = try #require(Self.screens.first { $0.0 == name }).1
    #expect(render(state).text.contains(text))
  }

  @Test("the row at the cursor is seen on any ground, and a selected one too")
  func highlight() throws {
    var state = try #require(Self.screens.first { $0.0 == "saved" }).1
    press(.space, .up, in: &state)
    let y = 2
    func styles() -> (row: CellStyle, mark: CellStyle) {
      let grid = render(state)
      return (grid[30, y].style, grid[2, y].style)
    }
    let theme = state.surroundings.appearance.theme
    #expect(styles().row.foreground == theme.accent.foreground)
    #expect(styles().row.attributes.contains(.bold))
    #expect(styles().mark == theme.accentBlock)
    press(.down, in: &state)
    #expect(styles().row.foreground != theme.accent.foreground)
    #expect(styles().mark == theme.accentBlock)
    press(.up, in: &state)
    state.surroundings.appearance.theme = Theme(colors: 0)
    #expect(styles().row.attributes.contains(.reverse))
    state.surroundings.appearance.theme = Theme(colors: 256, choice: .dark)
    #expect(styles().row.background == state.surroundings.appearance.theme.selectionBackground)
  }
}
