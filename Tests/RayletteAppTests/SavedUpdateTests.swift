import Foundation
import LinkPreview
import LinkStore
import TerminalGrid
import Testing

@testable import RayletteApp

struct SavedUpdateTests {
  private func saved(_ links: [SavedLink] = Samples.savedLinks, rows: Int = 24) -> AppState {
    var state = Samples.state(rows: rows, saved: links)
    press(.character("2"), in: &state)
    return state
  }

  @Test("1, 2 and tab choose the tab; Saved reads the store anew")
  func tabs() {
    var state = Samples.state()
    #expect(press(.character("2"), in: &state) == [.readSavedLinks])
    #expect(state.tab == .saved)
    #expect(press(.tab, in: &state).isEmpty)
    #expect(state.tab == .spin)
    #expect(press(.tab, in: &state) == [.readSavedLinks])
    press(.character("1"), in: &state)
    #expect(state.tab == .spin)
  }

  @Test("the list changes only when the store has saved")
  func savesOnAnswer() {
    var state = Samples.ended(.success(Samples.article))
    press(.character("s"), in: &state)
    #expect(state.saved.links.isEmpty)
    #expect(state.notice == nil)
    let link = SavedLink(id: 1, metadata: Samples.article, savedAt: Samples.now)
    _ = update(&state, .linkSaved(.success(.saved(link))))
    #expect(state.saved.links == [link])
    #expect(state.notice == .success("Successfully saved!"))
    _ = update(&state, .linkSaved(.success(.alreadySaved(link))))
    #expect(state.saved.links == [link])
    #expect(state.notice == .information("Already saved just now."))
    _ = update(&state, .linkSaved(.failure(.full(path: "/x"))))
    #expect(state.saved.links == [link])
    #expect(state.notice == .failure("Not saved: cannot write /x: the disk is full."))
  }

  @Test("a saved link that learned more takes the place of its older self")
  func replacesOlderSelf() {
    var state = saved()
    var known = Samples.savedLinks[3]
    known.metadata.title = "Redis"
    _ = update(&state, .linkSaved(.success(.saved(known))))
    #expect(state.saved.links == Array(Samples.savedLinks.dropLast()) + [known])
  }

  @Test("a store that can't be written says so at once, and on each try")
  func obstacle() {
    let obstacle = StoreError.readOnly(path: "/x", reason: "Read-only file system")
    var state = Samples.state(saved: Samples.savedLinks, writeObstacle: obstacle)
    #expect(state.notice?.text == "Nothing can be saved: Read-only file system: cannot write /x.")
    _ = update(&state, .spinPressed)
    press(.escape, in: &state)
    #expect(press(.character("s"), in: &state).isEmpty)
    #expect(state.notice?.text == "Not saved: Read-only file system: cannot write /x.")
    press(.tab, in: &state)
    #expect(press(.character("d"), in: &state).isEmpty)
    #expect(state.notice?.text == "Not removed: Read-only file system: cannot write /x.")
  }

  @Test(
    "moving",
    arguments: [
      ([Key.down], 1), ([.character("j"), .character("j"), .character("k")], 1), ([.up], 0),
      ([.character("G")], 49), ([.end, .down], 49), ([.end, .home], 0),
      ([.end, .character("g")], 0),
      ([.pageDown], 5), ([.control("f"), .control("b")], 0), ([.pageUp], 0), ([.end, .pageUp], 44),
    ])
  func moves(keys: [Key], selection: Int) {
    var state = saved(Samples.manyLinks(50))
    for key in keys { press(key, in: &state) }
    #expect(state.saved.selection == selection)
  }

  @Test("the selected row is always on screen", arguments: 10...30)
  func scrolls(rows: Int) {
    var state = saved(Samples.manyLinks(50), rows: rows)
    let walk = Array(repeating: Key.down, count: 60) + [.pageUp, .pageUp] + [.home, .end, .up]
    for key in walk {
      press(key, in: &state)
      let title = "Link \(state.saved.selection)"
      #expect(render(state).text.split(separator: "\n").contains { $0.contains("▌ \(title)  ") })
    }
    _ = update(&state, .resized(Size(columns: 60, rows: 12)))
    #expect(render(state).text.contains("▌ Link \(state.saved.selection)  "))
  }

  @Test("remove, then undo in reverse order")
  func removesAndRestores() {
    var state = saved()
    press(.down, in: &state)
    let second = Samples.savedLinks[1], third = Samples.savedLinks[2]
    #expect(
      press(.character("d"), .character("d"), in: &state) == [.remove(second), .remove(third)])
    #expect(state.saved.links.count == 4, "the list waits for the store")
    _ = update(&state, .linkRemoved(second, failure: nil))
    _ = update(&state, .linkRemoved(third, failure: nil))
    #expect(state.saved.links.map(\.id) == [4, 1])
    #expect(state.saved.selected?.id == 1)

    #expect(press(.character("u"), in: &state) == [.restore(third)])
    _ = update(&state, .linkRestored(third, .success(.saved(third))))
    #expect(state.saved.links.map(\.id) == [4, 2, 1])
    #expect(state.saved.selected == third)
    #expect(press(.character("u"), in: &state) == [.restore(second)])
    _ = update(&state, .linkRestored(second, .success(.saved(second))))
    #expect(state.saved.links == Samples.savedLinks)
    #expect(press(.character("u"), in: &state).isEmpty)
  }

  @Test("what could not be removed stays, what could not be put back can be tried again")
  func failures() {
    var state = saved()
    let first = Samples.savedLinks[0]
    press(.character("d"), in: &state)
    _ = update(&state, .linkRemoved(first, failure: .busy(path: "/x")))
    #expect(state.saved.links == Samples.savedLinks)
    #expect(state.notice?.text == "Not removed: /x is held by another program; try again.")
    #expect(press(.character("d"), in: &state) == [.remove(first)])
    _ = update(&state, .linkRemoved(first, failure: nil))
    press(.character("u"), in: &state)
    _ = update(&state, .linkRestored(first, .failure(.full(path: "/x"))))
    #expect(press(.character("u"), in: &state) == [.restore(first)])
  }

  @Test("removing the last row, and the only one")
  func removesToTheEnd() {
    var state = saved()
    press(.end, in: &state)
    for link in Samples.savedLinks.reversed() {
      #expect(press(.character("d"), in: &state) == [.remove(link)])
      _ = update(&state, .linkRemoved(link, failure: nil))
    }
    #expect(state.saved.selected == nil)
    #expect(press(.character("d"), .enter, .down, .pageUp, in: &state).isEmpty)
  }

  @Test("the selected link stays selected when others come and go")
  func keepsSelection() {
    var state = saved()
    press(.down, .down, in: &state)
    let new = SavedLink(id: 9, metadata: Samples.bare("https://new.example/"), savedAt: Samples.now)
    _ = update(&state, .linkSaved(.success(.saved(new))))
    #expect(state.saved.selected == Samples.savedLinks[2])
    _ = update(&state, .savedLinksRead(.success(Array(Samples.savedLinks.dropFirst()))))
    #expect(state.saved.selected == Samples.savedLinks[2])
  }

  @Test("enter and o open the selected link", arguments: [Key.enter, .character("o")])
  func opens(key: Key) {
    var state = saved()
    press(.down, in: &state)
    #expect(press(key, in: &state) == [.open(Samples.savedLinks[1].url)])
  }
}
