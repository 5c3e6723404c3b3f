import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The mouse and notes.
struct MouseTests {
  @Test("clicks press tabs, rows and the button; a double click opens; the scroll wheel scrolls")
  func mouse() throws {
    let links = Samples.manyLinks(50)
    var store = SampleStore(links: links)
    var state = Samples.state(saved: links)
    let welcome = WelcomeLayout(state, body: ScreenLayout(state).body)
    let click = MouseEvent.pressed(x: welcome.keys.x + 9, y: welcome.keys.y, count: 1)
    _ = update(&state, .mouse(click)).drawn(in: &state)
    let spin = try #require(state.spin.card)
    let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
    _ = update(&state, .program(.previewLoaded(spin.id, .success(entry))))
    let shown = try #require(state.spin.card)
    let address = SpinLayout(shown, body: ScreenLayout(state).body, state: state).address
    #expect(
      update(&state, .mouse(.pressed(x: address.x, y: address.y, count: 1)))
        == [.system(.open(spin.url))])
    store.settle(update(&state, .mouse(.pressed(x: 19, y: 0, count: 1))), in: &state)
    #expect(state.tab == .saved)
    store.settle(update(&state, .mouse(.pressed(x: 5, y: 9, count: 1))), in: &state)
    #expect(state.saved.cursor == 3)
    let effects = update(&state, .mouse(.pressed(x: 5, y: 9, count: 2)))
    #expect(effects == .opening(links[3], marking: state.lastRequest))
    store.settle(effects, in: &state)
    store.settle(update(&state, .mouse(.scrolled(rows: 3))), in: &state)
    #expect(state.saved.cursor == 6)
    #expect(update(&state, .mouse(.pressed(x: 0, y: 23, count: 1))).isEmpty)
    press(.character("?"), in: &state)
    _ = update(&state, .mouse(.pressed(x: 5, y: 9, count: 1)))
    #expect(state.help == nil)
  }

  @Test("e edits a note in the editor, and the note is saved only if it changed")
  func note() {
    var state = Samples.state(saved: Samples.annotatedLinks)
    var store = SampleStore(links: Samples.annotatedLinks)
    store.press(.tab, .down, in: &state)
    #expect(press(.character("e"), in: &state) == [.system(.editNote(3))])
    #expect(update(&state, .saved(.noteEdited(3, .success(nil)))).isEmpty)
    #expect(
      update(&state, .saved(.noteEdited(3, .success("New")))).changes == [
        .make(.set(.note, [3: "New"]))
      ])
    let failure = EditorFailure.notStarted("vi")
    _ = update(&state, .saved(.noteEdited(3, .failure(failure))))
    #expect(state.notice == .failure(failure.sentence))
  }
}
