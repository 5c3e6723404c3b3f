import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// What lies on top gets the input.
struct ModalTests {
  @Test("O shows the whole address over several rows, and esc, O, q and enter close it")
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
      #expect(state.modals.isForSelecting)
      press(key, in: &state)
      #expect(render(state) == card)
      #expect(state.exitCode == nil)
    }
  }

  @Test("keys and clicks don't reach the screen below the address")
  func modal() {
    var state = Samples.ended(.success(Samples.article))
    press(.character("O"), in: &state)
    #expect(press(.character("s"), .space, .tab, .character("?"), in: &state).isEmpty)
    #expect(state.modals.isForSelecting && state.tab == .spin && state.help == nil)
    #expect(update(&state, .mouse(.pressed(x: 12, y: 0, count: 1))).isEmpty)
    #expect(!state.modals.isForSelecting && state.tab == .spin)
  }

  @Test("keys answer a question that comes up while a link is picked by letters")
  func questionAboveHints() throws {
    var state = Samples.reading(GridSize(columns: 80, rows: 24))
    press(.character("f"), in: &state)
    #expect(state.linkHints != nil)
    _ = update(&state, .pasted("https://example.org/pasted"))
    press(.character("n"), in: &state)
    #expect(state.modals.isEmpty && state.page?.link == nil)
  }

  @Test("a closed modal's requests are cancelled once, whatever closed it")
  func abandoned() {
    var state = Samples.ended(.success(Samples.article))
    press(.character("i"), in: &state)
    let id = state.findingsRequest.id
    #expect(update(&state, .pasted("https://example.org/")) == [.cancel(id)])
    #expect(press(.character("n"), in: &state).isEmpty)
  }

  @Test("without a link, O does nothing")
  func nothing() {
    var state = Samples.state()
    press(.character("O"), in: &state)
    #expect(state.overlay == nil)
  }

  @Test("when no browser is found, the message suggests O")
  func hint() {
    var state = Samples.ended(.success(Samples.article))
    _ = update(&state, .share(.browserOpened(.failure(.noBrowser))))
    #expect(
      state.notice?.text == "No browser was found; name one in BROWSER. Press O to see the address."
    )
  }
}
