import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Filtering, sorting and selecting links.
struct SavedChoiceTests {
  private var store = SampleStore(links: Samples.manyLinks(50))
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  private mutating func press(_ keys: KeySequence...) {
    for key in keys.flatMap(\.keys) { store.press(key, in: &state) }
  }

  @Test("the list filters while typing, and esc restores the previous place")
  mutating func filters() {
    for _ in 0..<30 { store.press(.down, in: &state) }
    let place = (state.saved.cursorID, state.saved.top)
    press("/4")
    #expect(state.saved.ids.count == 11)
    #expect(state.saved.cursor == 0)
    press("7")
    #expect(state.saved.ids.count == 1)
    #expect(render(state).text.contains("1 of 50"))
    store.press(.backspace, .down, in: &state)
    #expect(state.saved.ids.count == 11 && state.saved.cursor == 1)
    press(.escape)
    #expect(state.prompt == nil && state.saved.ids.count == 50)
    #expect((state.saved.cursorID, state.saved.top) == place)
  }

  @Test("enter keeps the filter, and esc in the list clears it")
  mutating func keepsFilter() {
    press("/4", .enter)
    #expect(state.prompt == nil && state.saved.ids.count == 11)
    #expect(render(state).text.contains("best match first  /4  1/11"))
    press("j", .escape)
    #expect(state.saved.ids.count == 50 && state.saved.cursor == 0)
    press("/", .enter)
    #expect(state.saved.scrollPositionBefore == nil)
    press("/zzz")
    #expect(render(state).text.contains("No matches."))
  }

  @Test("in a prompt, keys only edit the text")
  mutating func typing() {
    press("/q?2 1")
    #expect(state.prompt?.text == "q?2 1" && state.exitCode == nil && state.tab == .saved)
    store.press(.control("w"), .home, .delete, .right, .backspace, in: &state)
    #expect(state.prompt?.text == "2 ")
    store.press(.control("u"), .control("k"), .backspace, in: &state)
    #expect(state.prompt == nil)
  }

  @Test("the menu of sort orders sorts")
  mutating func sortMenu() {
    press(",")
    #expect(render(state).text.contains("n newest"))
    press("o")
    #expect(state.saved.query.sort == .oldest && !render(state).text.contains("n newest"))
    press(",o")
    #expect(state.notice?.text == "The list is sorted so already: oldest first.")
    press(",n")
    #expect(state.saved.query.sort == .newest)
  }

  @Test("a command for a key of the config file goes through the sort orders")
  mutating func sorts() {
    state.surroundings.keyMap = KeyMap([
      KeyChange(KeyChord(.character(">")), ["saved.next-sort"])
    ])
    press(">")
    #expect(state.saved.query.sort == .oldest)
    for _ in 2..<SavedSort.choices.count { press(">") }
    #expect(state.saved.query.sort == .random(seed: 1))
    press(">")
    #expect(state.saved.query.sort == .newest)
  }

  @Test("after a sort, the cursor stays on a link that it was moved to, or else at the top")
  mutating func sortedCursor() {
    press(",o")
    #expect(state.saved.cursorID == 1 && state.saved.top == 0)
    press("jj,n")
    #expect(state.saved.cursorID == 3 && state.saved.cursor == 47)
    press(",t,s,l,n")
    #expect(state.saved.cursorID == 3)
    press("gg,o")
    #expect(state.saved.cursor == 0)
  }

  @Test("links that come above the cursor at the top don't count as a move of it")
  mutating func pushedCursor() {
    let metadata = Samples.bare("https://new.example/")
    store.links.append(SavedLink(id: 99, metadata: metadata, savedAt: Samples.now))
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(state.saved.cursor == 1)
    press(",o")
    #expect(state.saved.cursor == 0)
  }

  @Test("a place that the list came back to was chosen, unless it's the top")
  mutating func returnedCursor() {
    press("/4", .escape, ",o")
    #expect(state.saved.cursor == 0)
    press("jj/4", .escape, ",n")
    #expect(state.saved.cursorID == 3)
  }

  @Test("space selects, v selects a range, * selects all, esc deselects")
  mutating func picks() {
    press(.space, "j", .space)
    #expect(state.saved.selectedIDs == [50, 48])
    press("vjj")
    #expect(state.saved.selectedIDs == [50, 48, 47, 46, 45])
    press("kkkk")
    #expect(state.saved.selectedIDs == [50, 49, 48, 47])
    press("v", "jjjj")
    #expect(state.saved.selectedIDs == [50, 49, 48, 47])
    #expect(render(state).text.contains("4 selected"))
    press("*")
    #expect(state.saved.selectedIDs.count == 50)
    press("*")
    #expect(state.saved.selectedIDs.isEmpty)
    press("v", .escape)
    #expect(state.saved.selectedIDs.isEmpty && !state.saved.selection.isRange)
  }

  @Test("the narrowest terminal still shows what the next key acts on")
  mutating func narrow() {
    _ = update(&state, .program(.resized(GridSize(columns: 40, rows: 10))))
    press("/4", .enter, .space)
    #expect(render(state).text.hasPrefix(" raylette   Spin   Saved 50   / ✓1 2/11\n"))
    press(.escape, .escape, "d", "gt")
    #expect(render(state).text.hasPrefix(" raylette   Spin   Saved 49   trash 1/1\n"))
  }

  @Test("selected links that leave the list are deselected")
  mutating func losesPicks() {
    press(.space, .space, .space)
    store.links.removeAll { $0.id == 49 }
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(state.saved.selectedIDs == [50, 48])
  }
}
