import Foundation
import LinkPreview
import LinkStore
import TerminalGrid
import Testing

@testable import RayletteApp

/// The address alone on the screen.
struct OverlayTests {
  @Test("O shows the whole address, row by row, and goes back by the keys people try")
  func address() {
    var metadata = Samples.article
    metadata.url = Samples.bare("https://example.org/" + String(repeating: "x", count: 100)).url
    var state = Samples.ended(.success(metadata), columns: 40, rows: 10)
    let card = render(state)
    for key in [Key.escape, .character("O"), .character("q"), .enter] {
      press(.character("O"), in: &state)
      let rows = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(rows.prefix(3).joined() == metadata.url.absoluteString)
      #expect(rows.dropFirst(3).dropLast().joined() == "")
      #expect(state.isForSelecting)
      press(key, in: &state)
      #expect(render(state) == card)
      #expect(state.exitCode == nil)
    }
  }

  @Test("nothing below the address takes keys or presses")
  func modal() {
    var state = Samples.ended(.success(Samples.article))
    press(.character("O"), in: &state)
    #expect(press(.character("s"), .space, .tab, .character("?"), in: &state).isEmpty)
    #expect(state.isForSelecting && state.tab == .spin && state.helpScroll == nil)
    #expect(update(&state, .mouse(.pressed(x: 12, y: 0, count: 1))).isEmpty)
    #expect(!state.isForSelecting && state.tab == .spin)
  }

  @Test("without a link there is no address")
  func nothing() {
    var state = Samples.state()
    press(.character("O"), in: &state)
    #expect(state.overlay == nil)
  }

  @Test("when no browser opens a page, O is named")
  func hint() {
    var state = Samples.ended(.success(Samples.article))
    _ = update(&state, .browserOpened(.failure(.noBrowser)))
    #expect(
      state.notice?.text == "No browser was found; name one in BROWSER. Press O to see the address."
    )
  }
}
