import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Changes to saved links, and undo.
struct SavedChangeTests {
  private var store = SampleStore(links: Samples.savedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  private mutating func press(_ keys: KeySequence...) {
    for key in keys.flatMap(\.keys) { store.press(key, in: &state) }
  }

  @Test("removals are undone in reverse order, and redone")
  mutating func removes() {
    press("jdd")
    #expect(state.saved.ids == [4, 1])
    #expect(state.notice == .information("Removed 1 link. Press u to undo."))
    press("u")
    #expect(state.saved.ids == [4, 2, 1])
    #expect(state.notice == .information("Undone: removed “A game in C++, part 1”."))
    press("u")
    #expect(state.saved.ids == [4, 3, 2, 1])
    press("u")
    #expect(state.saved.ids == [4, 3, 2, 1])
    store.press(.control("r"), in: &state)
    #expect(state.saved.ids == [4, 2, 1])
    #expect(state.notice == .information("Redone: removed “Crafting Interpreters”."))
    press("d")
    #expect(!state.saved.undo.canRedo, "a new change clears the redo history")
  }

  @Test("two quick removals remove two links; the list waits for the store")
  mutating func removesFast() {
    let first = update(&state, .keyPressed(.character("d")))
    let second = update(&state, .keyPressed(.character("d")))
    #expect(
      (first + second).changes == [
        .make(.trash([4], at: Samples.now)), .make(.trash([3], at: Samples.now)),
      ])
    #expect(state.saved.ids.count == 4)
    store.settle(first + second, in: &state)
    #expect(state.saved.ids == [2, 1])
  }

  @Test("a bulk change is one undo step")
  mutating func bulk() {
    press("*d")
    #expect(state.saved.ids.isEmpty && state.saved.selectedIDs.isEmpty)
    #expect(state.notice == .information("Removed 4 links. Press u to undo."))
    press("d", "u")
    #expect(state.saved.ids == [4, 3, 2, 1])
  }

  @Test("failed changes and undos have no effect, and can be retried")
  mutating func failures() {
    store.failure = .busy(path: "/x")
    press("d")
    #expect(state.saved.ids.count == 4 && !state.saved.undo.canUndo)
    #expect(state.notice?.text == "Not changed: /x is locked by another program; try again.")
    store.failure = nil
    press("d")
    store.failure = .full(path: "/x")
    press("u")
    #expect(state.saved.ids.count == 3 && state.saved.undo.canUndo)
    store.failure = nil
    press("u")
    #expect(state.saved.ids.count == 4)
  }

  @Test("the trash shows and restores removed links, and esc returns to the same place in the list")
  mutating func trash() {
    press("jdj", "gt")
    #expect(state.saved.ids == [3] && state.saved.query.isTrash)
    #expect(render(state).text.contains(" now"))
    press("d")
    #expect(state.saved.ids == [3], "links can't be removed from the trash by hand")
    press("s")
    #expect(state.saved.ids.isEmpty)
    #expect(state.notice == .information("Restored 1 link. Press u to undo."))
    press(.escape)
    #expect(state.saved.ids == [4, 3, 2, 1] && state.saved.cursorID == 1)
  }

  @Test("saving can be undone like any other change")
  mutating func savingIsUndone() {
    let id = state.nextRequest()
    state.saved.undo.begin(id, .saved)
    store.settle([.write(.save(id, Samples.bare("https://new.example/")))], in: &state)
    #expect(state.saved.ids == [5, 4, 3, 2, 1])
    press("u")
    #expect(state.saved.ids == [4, 3, 2, 1])
    #expect(state.notice == .information("Undone: saved “new.example”."))
  }
}
