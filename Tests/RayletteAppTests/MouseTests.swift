import Foundation
import LinkPreview
import LinkStore
import TerminalGrid
import Testing

@testable import RayletteApp

/// The mouse and notes.
struct MouseTests {
  @Test("clicks press tabs, rows and the button; a double click opens; the scroll wheel scrolls")
  func mouse() throws {
    let links = Samples.manyLinks(50)
    var store = StoreDouble(links: links)
    var state = Samples.state(saved: links)
    #expect(
      update(&state, .mouse(.pressed(x: 40, y: 11, count: 1))).contains {
        if case .fetch(.preview) = $0 { true } else { false }
      })
    let layout = SpinLayout(body: ScreenLayout(state).body)
    let cancel = MouseEvent.pressed(x: layout.button.x + 1, y: layout.button.y, count: 1)
    let id = try #require(state.spin?.id)
    #expect(update(&state, .mouse(cancel)) == [.cancel(id)])
    store.settle(update(&state, .mouse(.pressed(x: 19, y: 0, count: 1))), in: &state)
    #expect(state.tab == .saved)
    store.settle(update(&state, .mouse(.pressed(x: 5, y: 9, count: 1))), in: &state)
    #expect(state.saved.cursor == 2)
    #expect(
      update(&state, .mouse(.pressed(x: 5, y: 9, count: 2))) == .opening(links[2]))
    store.settle(update(&state, .mouse(.scrolled(rows: 3))), in: &state)
    #expect(state.saved.cursor == 5)
    #expect(update(&state, .mouse(.pressed(x: 0, y: 23, count: 1))).isEmpty)
    press(.character("?"), in: &state)
    _ = update(&state, .mouse(.pressed(x: 5, y: 9, count: 1)))
    #expect(state.help == nil)
  }

  @Test("e edits a note in the editor, and the note is saved only if it changed")
  func note() {
    var state = Samples.state(saved: Samples.annotatedLinks)
    var store = StoreDouble(links: Samples.annotatedLinks)
    store.press(.tab, .down, in: &state)
    #expect(press(.character("e"), in: &state) == [.system(.editNote(3))])
    #expect(update(&state, .noteEdited(3, .success(nil))).isEmpty)
    #expect(
      update(&state, .noteEdited(3, .success("New"))).changes == [.make(.setNotes([3: "New"]))])
    let failure = EditorFailure.notStarted("vi")
    _ = update(&state, .noteEdited(3, .failure(failure)))
    #expect(state.notice == .failure(failure.sentence))
  }
}
