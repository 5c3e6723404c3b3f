import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Clicks on what stands for a key: hints in the footer, the sort order, and the address.
struct ClickTests {
  static let sizes = [
    GridSize(columns: 40, rows: 10), GridSize(columns: 60, rows: 20),
    GridSize(columns: 80, rows: 24),
    GridSize(columns: 140, rows: 45),
  ]

  @Test("a click on a hint does what its key does", arguments: KeyMapTests.states.indices, sizes)
  func hints(place: Int, size: GridSize) {
    // An index, because a tuple's description has the whole state.
    let name = KeyMapTests.states[place].0
    var start = KeyMapTests.states[place].1
    _ = update(&start, .program(.resized(size)))
    let row = Array(render(start).row(size.rows - 1).map(\.glyph.text))
    for hint in ScreenLayout(start).hints(in: start) {
      #expect(row[hint.columns].joined() == "\(hint.label) \(hint.text)", "\(name)")
      var pressed = start
      let effects = type(hint.chord, in: &pressed)
      for x in [hint.columns.lowerBound, hint.columns.upperBound - 1] {
        var clicked = start
        #expect(update(&clicked, click(x, size.rows - 1)) == effects, "\(name) \(hint)")
        #expect(clicked == pressed, "\(name) \(hint)")
      }
    }
  }

  @Test("most states have hints, and each fits", arguments: KeyMapTests.states)
  func fits(name: String, state: AppState) {
    let hints = ScreenLayout(state).hints(in: state)
    #expect(!hints.isEmpty || name == "code", "\(name)")
    #expect(hints.allSatisfy { $0.columns.upperBound <= state.surroundings.size.columns })
  }

  @Test("a click beside the hints does nothing")
  func gaps() {
    let start = Samples.ended(.success(Samples.article))
    let hints = ScreenLayout(start).hints(in: start)
    let gaps = (0..<80).filter { x in !hints.contains { $0.columns.contains(x) } }
    #expect(gaps.count > hints.count)
    for x in gaps {
      var state = start
      #expect(update(&state, click(x, 23)).isEmpty && state == start)
    }
  }

  @Test("no hint can be clicked where a notice or a typed line is in its place")
  func hidden() {
    var low = Samples.state(columns: 40, rows: 10)
    #expect(!ScreenLayout(low).hints(in: low).isEmpty)
    low.notice = .success("Done.")
    #expect(ScreenLayout(low).hints(in: low).isEmpty)
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .character("/"), in: &state)
    let before = state
    #expect(update(&state, click(1, 23)).isEmpty && state == before)
    store.press(.escape, .character("?"), .character("/"), in: &state)
    #expect(ScreenLayout(state).hints(in: state).isEmpty)
  }

  @Test("a click on the sort order in the header changes it", arguments: sizes)
  func sort(size: GridSize) throws {
    var state = Samples.state(
      columns: size.columns, rows: size.rows, saved: Samples.manyLinks(20))
    var store = SampleStore(links: Samples.manyLinks(20))
    store.press(.tab, in: &state)
    let frame = ScreenFrame(state: state, layout: ScreenLayout(state))
    let sortable = (0..<size.columns).filter { frame.command(atX: $0) == "saved.next-sort" }
    let columns = sortable.first.map { $0..<$0 + sortable.count }
    // The smallest terminal has no room for it.
    guard let columns else {
      #expect(size.columns == 40)
      return
    }
    #expect(Array(render(state).row(0))[columns].map(\.glyph.text).joined() == "newest first")
    store.settle(update(&state, click(columns.lowerBound, 0)), in: &state)
    #expect(state.saved.query.sort == .oldest)
    let beside = state
    #expect(update(&state, click(columns.lowerBound - 2, 0)).isEmpty && state == beside)
    press(.character("/"), in: &state)
    #expect(update(&state, click(columns.lowerBound, 0)).isEmpty)
    #expect(state.prompt?.text == "")
  }

  @Test("a click on the address on Spin opens it, like o", arguments: sizes)
  func address(size: GridSize) throws {
    let start = Samples.ended(
      .success(Samples.article), columns: size.columns, rows: size.rows)
    let spin = try #require(start.spin.card)
    let address = SpinLayout(spin, body: ScreenLayout(start).body, state: start).address
    var pressed = start
    let effects = update(&pressed, .keyPressed(.character("o")))
    #expect(!effects.isEmpty)
    var clicked = start
    #expect(update(&clicked, click(address.x, address.y)) == effects && clicked == pressed)
    // The address ends before the end of its row.
    var beside = start
    #expect(update(&beside, click(address.maxX - 1, address.y)).isEmpty && beside == start)
    var shared = Samples.sharing(start)
    #expect(update(&shared, click(address.x, address.y)) != effects)
  }

  private func click(_ x: Int, _ y: Int) -> Action { .mouse(.pressed(x: x, y: y, count: 1)) }
}
