import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

struct SavedUpdateTests {
  private func saved(_ links: [SavedLink] = Samples.savedLinks, rows: Int = 24) -> AppState {
    var state = Samples.state(rows: rows, saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    return state
  }

  @Test("M-1, M-2 and tab switch tabs, and Saved reloads its list")
  func tabs() {
    var state = Samples.state()
    var store = SampleStore(links: [])
    let effects = press(.alt("2"), in: &state)
    #expect(effects.listed == [SavedQuery()])
    store.settle(effects, in: &state)
    #expect(state.tab == .saved)
    #expect(press(.tab, in: &state).isEmpty)
    #expect(state.tab == .spin)
    #expect(press(.tab, in: &state).listed == [SavedQuery()])
    store.settle(
      state.effects { $0.update(\.saved) { $0.list(SavedQuery(), in: &$1) } }, in: &state)
    press(.alt("1"), in: &state)
    #expect(state.tab == .spin)
  }

  @Test("a link is reported as saved only after the store has saved it")
  func savesOnAnswer() {
    var state = Samples.ended(.success(Samples.article))
    let id = state.lastRequest.next
    #expect(press(.character("s"), in: &state) == [.write(.save(id, Samples.article))])
    #expect(state.notice == nil && state.spin.card?.isSaved == false)
    let link = SavedLink(id: 1, metadata: Samples.article, savedAt: Samples.now)
    #expect(
      update(&state, .changes(.linkSaved(id, .success(.saved(link))))).listed == [SavedQuery()])
    #expect(state.notice == .information("Saved. Press u to undo."))
    #expect(state.spin.card?.isSaved == true)
    _ = update(&state, .changes(.linkSaved(id, .failure(.full(path: "/x")))))
    #expect(state.notice == .failure("Not saved: cannot write /x: the disk is full."))
  }

  @Test("saving a link from the trash restores it, and can be undone")
  func restored() {
    var state = Samples.ended(.success(Samples.article))
    let link = SavedLink(id: 7, metadata: Samples.article, savedAt: Samples.now)
    let id = state.lastRequest.next
    press(.character("s"), in: &state)
    _ = update(&state, .changes(.linkSaved(id, .success(.restored(link)))))
    #expect(state.notice == .success("Restored from the trash."))
    #expect(state.spin.card?.isSaved == true)
    #expect(state.saved.undo.offered == id)
  }

  @Test(
    "a replaced database is reported and listed, and clears the undo history",
    arguments: [StoreError.recreated(path: "/x"), .replaced(path: "/x")])
  func otherFile(error: StoreError) {
    var state = Samples.ended(.success(Samples.article))
    let link = SavedLink(id: 7, metadata: Samples.article, savedAt: Samples.now)
    let id = state.lastRequest.next
    press(.character("s"), in: &state)
    _ = update(&state, .changes(.linkSaved(id, .success(.saved(link)))))
    #expect(state.saved.undo.canUndo)
    #expect(update(&state, .program(.storeFailed(error))).listed == [SavedQuery()])
    #expect(state.notice == .failure("\(error)."))
    #expect(!state.saved.undo.canUndo)
  }

  @Test("Saved starts at its newest link, however many were saved before it's first shown")
  func firstVisit() {
    var links = Array(Samples.manyLinks(30).dropFirst(7))
    var state = Samples.state(saved: links)
    for link in Samples.manyLinks(30).prefix(7).reversed() {
      links.insert(link, at: 0)
      var store = SampleStore(links: links)
      store.settle(update(&state, .changes(.linkSaved(.none, .success(.saved(link))))), in: &state)
    }
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    #expect(state.saved.cursor == 0 && state.saved.top == 0)
    store.press(.character("j"), .alt("1"), .alt("2"), in: &state)
    #expect(state.saved.cursor == 1)
  }

  @Test("saving a link again says so, and puts the cursor on it when Saved is shown next")
  func known() {
    var state = Samples.ended(.success(Samples.article))
    let links = Samples.manyLinks(50)
    var store = SampleStore(links: links)
    store.settle(
      update(&state, .changes(.linkSaved(.none, .success(.alreadySaved(links[30]))))), in: &state)
    #expect(state.notice == .information("Already saved 1 day ago."))
    store.press(.tab, in: &state)
    #expect(state.saved.cursorID == links[30].id)
    #expect(render(state).text.contains("▌   E  ● Link 30"))
  }

  @Test("a store that can't be written is reported at once, and on each try")
  func obstacle() {
    let obstacle = StoreError.readOnly(path: "/x", reason: "Read-only file system")
    var state = Samples.state(saved: Samples.savedLinks, writeError: obstacle)
    #expect(state.notice?.text == "Nothing can be saved: Read-only file system: cannot write /x.")
    spin(&state)
    if let id = state.spin.card?.id {
      _ = update(&state, .program(.previewLoaded(id, .failure(.failed(.httpStatus(404))))))
    }
    #expect(press(.character("s"), in: &state).isEmpty)
    #expect(state.notice?.text == "Not saved: Read-only file system: cannot write /x.")
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    for key in ["d", "t"] as [Character] {
      #expect(press(.character(key), in: &state).isEmpty)
      #expect(state.notice?.text == "Not changed: Read-only file system: cannot write /x.")
      #expect(state.prompt == nil)
    }
  }

  @Test(
    "keys move the cursor",
    arguments: [
      ([Key.down], 1), ([.character("j"), .character("j"), .character("k")], 1), ([.up], 0),
      ([.character("G")], 49), ([.end, .down], 49), ([.end, .home], 0),
      ([.end, .home], 0),
      ([.pageDown], 8), ([.control("f"), .control("b")], 0), ([.pageUp], 0), ([.end, .pageUp], 41),
    ])
  func moves(keys: [Key], selection: Int) {
    var state = saved(Samples.manyLinks(50))
    for key in keys { press(key, in: &state) }
    #expect(state.saved.cursor == selection)
  }

  @Test("the link at the cursor is always on screen and loaded", arguments: [10, 11, 16, 23, 30])
  func scrolls(rows: Int) {
    let links = Samples.manyLinks(500)
    var state = saved(links, rows: rows)
    var store = SampleStore(links: links)
    let walk =
      Array(repeating: Key.down, count: 60) + [.pageUp, .pageUp, .home, .end, .up, .pageUp]
    for key in walk {
      store.press(key, in: &state)
      let title = "Link \(state.saved.cursor)"
      #expect(
        render(state).text.split(separator: "\n").contains { $0.contains("▌   E  ● \(title)  ") })
    }
    store.settle(update(&state, .program(.resized(GridSize(columns: 60, rows: 12)))), in: &state)
    #expect(render(state).text.contains("▌   E  ● Link \(state.saved.cursor)  "))
  }

  @Test("only links near the screen are kept in memory")
  func window() {
    let links = Samples.manyLinks(5000)
    var state = saved(links)
    var store = SampleStore(links: links)
    for _ in 0..<200 { store.press(.pageDown, in: &state) }
    #expect(state.saved.cursor == 1600)
    let held = links.filter { state.saved.link($0.id) != nil }.count
    #expect((10...300).contains(held))
  }

  @Test("the cursor stays on its link when others come and go")
  func keepsSelection() {
    var state = saved()
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.down, .down, in: &state)
    let new = SavedLink(id: 9, metadata: Samples.bare("https://new.example/"), savedAt: Samples.now)
    store.links.append(new)
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(state.saved.ids.first == 9)
    #expect(state.saved.linkAtCursor == Samples.savedLinks[2])
    store.links.removeAll { $0.id == 4 }
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(state.saved.linkAtCursor == Samples.savedLinks[2])
  }

  @Test("enter and o open the link at the cursor", arguments: [Key.enter, .character("o")])
  func opens(key: Key) {
    var state = saved()
    press(.down, in: &state)
    let effects = press(key, in: &state)
    #expect(effects == .opening(Samples.savedLinks[1], marking: state.lastRequest))
  }

  @Test("a late answer to an earlier listing is dropped, whether it succeeds or fails")
  func lateListing() {
    var state = saved()
    _ = update(&state, .program(.storeChanged))
    let earlier = state.saved.listing.request.id
    let effects = update(&state, .program(.storeChanged))
    let latest = state.saved.listing.request.id
    #expect(earlier < latest && effects.contains(.cancel(earlier)))
    _ = update(&state, .saved(.listed(earlier, .success(SavedListing(ids: [], total: 0)))))
    #expect(state.saved.ids.count == 4 && state.saved.total == 4)
    _ = update(&state, .saved(.listed(earlier, .failure(.busy(path: "/x")))))
    #expect(state.notice == nil)
    _ = update(&state, .saved(.listed(latest, .success(SavedListing(ids: [3], total: 1)))))
    #expect(state.saved.ids == [3] && state.saved.total == 1)
    // An answer comes once.
    _ = update(&state, .saved(.listed(latest, .success(SavedListing(ids: [], total: 0)))))
    #expect(state.saved.ids == [3])
  }

  @Test("a listing that fails is reported")
  func failedListing() {
    var state = saved()
    _ = update(&state, .program(.storeChanged))
    let id = state.saved.listing.request.id
    _ = update(&state, .saved(.listed(id, .failure(.busy(path: "/x")))))
    #expect(state.notice?.text == "/x is locked by another program; try again.")
  }
}
