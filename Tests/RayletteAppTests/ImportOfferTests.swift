import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The offer to import bookmarks at the first start, the list of browsers, and the import.
struct ImportOfferTests {
  private let size = GridSize(columns: 80, rows: 24)

  /// Chooses an entry of the list of browsers.
  private func importing(_ moves: Key...) -> (state: AppState, effects: [Effect]) {
    var state = Samples.offering(size)
    Samples.open(.browsers, in: &state)
    for key in moves { press(key, in: &state) }
    let effects = update(&state, .keyPressed(.enter))
    return (state, effects)
  }

  @Test("at the start, browsers are looked for only if nothing is saved and links can be saved")
  func looking() {
    func effects(_ state: AppState) -> [Effect] {
      var state = state
      return update(&state, .program(.started))
    }
    func looks(_ state: AppState) -> Bool {
      effects(state).contains { if case .read(.browsers) = $0 { true } else { false } }
    }
    func follows(_ state: AppState) -> Bool {
      effects(state).contains { if case .write(.importNewBookmarks) = $0 { true } else { false } }
    }
    let (new, used) = (Samples.state(), Samples.state(saved: Samples.savedLinks))
    let broken = Samples.state(writeError: .full(path: "/x"))
    #expect([new, used, broken].map(looks) == [true, false, false])
    #expect([new, used, broken].map(follows) == [true, true, false])
  }

  @Test(
    "the offer names the browsers",
    arguments: [
      ([.firefox], "Firefox has bookmarks. Press i to import."),
      ([.firefox, .chromium], "Firefox and Chromium have bookmarks. Press i to import."),
      ([.chrome, .brave, .edge], "Chrome, Brave and Edge have bookmarks. Press i to import."),
    ] as [([WebBrowser], String)])
  func text(browsers: [WebBrowser], text: String) {
    var state = Samples.offering(size, browsers)
    #expect(render(state).text.contains(text))
    #expect(SpokenScreen(state).focus.first?.hasSuffix(text) == true)
    var store = SampleStore(links: [])
    store.press(.tab, in: &state)
    #expect(render(state).text.contains(text))
    #expect(render(Samples.offering(size, [])).text.contains("have bookmarks") == false)
  }

  @Test("the offer stands on the first screen from 60 x 20 on, whatever browsers there are")
  func room() {
    for (columns, rows) in [(60, 20), (80, 24), (140, 45), (200, 60)] {
      let state = Samples.offering(GridSize(columns: columns, rows: rows), WebBrowser.allCases)
      let text = render(state).text
      #expect(text.contains("Press i to import.") || text.contains("import."), "\(columns)")
      #expect(text.contains("Firefox, Chromium") && text.contains("all keys"), "\(columns)")
    }
  }

  @Test("a click on the offer opens the list, and so does i, which reads only then")
  func opening() throws {
    let state = Samples.offering(size)
    let layout = WelcomeLayout(state, body: ScreenLayout(state).body)
    let offer = try #require(layout.offer)
    for action in [
      Action.keyPressed(.character("i")), .mouse(.pressed(x: offer.x + 1, y: offer.y, count: 1)),
    ] {
      var opened = state
      let effects = update(&opened, action)
      #expect(
        effects.contains {
          if case .read(.choices(_, .browsers)) = $0 { true } else { false }
        })
      #expect(opened.modals.chooser?.purpose == .browsers)
      // Esc stops the reading.
      let id = opened.chooserRequest.id
      #expect(update(&opened, .keyPressed(.escape)).contains(.cancel(id)))
      #expect(opened.modals.isEmpty)
    }
  }

  @Test("once a card is on screen, i shows its details, and nothing is offered")
  func details() {
    var state = Samples.ended(.success(Samples.article))
    _ = update(&state, .saved(.browsersFound([.firefox])))
    #expect(!state.offersImport && state.saved.importableBrowsers == [.firefox])
    press(.character("i"), in: &state)
    #expect(state.modals.details != nil && state.modals.chooser == nil)
  }

  @Test("the list counts the bookmarks, with all of them first; one browser stands alone")
  func list() {
    var state = Samples.offering(size)
    Samples.open(.browsers, in: &state)
    let text = render(state).text
    for line in [
      "all of them", "1,326 bookmarks", "1,240 bookmarks", "86 bookmarks", "edge/Default",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    let entries = ChoiceEntries(
      wheel: state.spin.wheel, savedCount: 0, surroundings: state.surroundings
    ).entries(of: .browsers([BrowserBookmarks(browser: .firefox, count: 1)]))
    #expect(entries.map(\.label) == ["Firefox"] && entries.map(\.details) == [["1 bookmark"]])
  }

  @Test("enter imports what's chosen, with progress; then u undoes it as one change")
  func importing() {
    let (all, effects) = importing()
    #expect(effects == [.write(.importBookmarks(all.lastRequest, [.firefox, .chromium]))])
    var (state, one) = importing(.down)
    let id = state.lastRequest
    #expect(one == [.write(.importBookmarks(id, [.firefox]))])
    _ = update(&state, .saved(.jobProgressed(id, done: 500)))
    #expect(render(state).text.contains("Importing 500 of 1,240. Press esc to stop."))
    // Nothing is offered twice.
    #expect(!state.offersImport)
    let imported = ImportedBookmarks(added: 1236, skipped: 4)
    let reload = update(&state, .changes(.bookmarksImported(id, .success(imported))))
    #expect(
      reload.contains { if case .read(.list) = $0 { true } else { false } })
    #expect(
      state.notice?.text
        == "Imported 1,236 links, skipped 4 that aren't web links. Press u to undo.")
    #expect(state.saved.job == nil)
    one = update(&state, .keyPressed(.character("u")))
    #expect(one == [.write(.undo(state.lastRequest, of: .request(id)))])
  }

  @Test("esc stops an import, after which nothing has changed", arguments: [true, false])
  func stopping(isOnSpin: Bool) {
    var (state, _) = importing()
    let id = state.lastRequest
    var store = SampleStore(links: [])
    if !isOnSpin { store.press(.tab, in: &state) }
    #expect(update(&state, .keyPressed(.escape)) == [.cancel(id)])
    _ = update(&state, .changes(.bookmarksImported(id, .failure(.stopped))))
    #expect(state.notice?.text == "Stopped; nothing was imported.")
    #expect(state.saved.job == nil && !state.saved.undo.canUndo)
    #expect(state.saved.importableBrowsers == [.firefox, .chromium])
  }

  @Test("a failed import says why, also after the program has ended")
  func failing() {
    var (state, _) = importing()
    let action = Action.changes(
      .bookmarksImported(state.lastRequest, .failure(.failed("/x keeps changing"))))
    _ = update(&state, action)
    #expect(state.notice == .failure("Not imported: /x keeps changing."))
    #expect(action.unwrittenMessage == "the bookmarks were not imported: /x keeps changing")
  }

  @Test("a browser without bookmarks, or one that can't be read, isn't imported")
  func nothing() {
    for moves in [3, 4] {
      var state = Samples.offering(size)
      Samples.open(.browsers, in: &state)
      for _ in 0..<moves { press(.down, in: &state) }
      #expect(update(&state, .keyPressed(.enter)).isEmpty)
      #expect(state.notice?.text == "There are no bookmarks to import.")
    }
  }

  @Test("new bookmarks of browsers that are followed are told, and u undoes them")
  func following() {
    var state = Samples.state(saved: Samples.savedLinks)
    _ = update(&state, .program(.started))
    let id = state.lastRequest
    let imports = [
      FollowedImport(browser: .firefox, added: 3), FollowedImport(browser: .edge, added: 1),
    ]
    let effects = update(&state, .changes(.newBookmarksImported(id, imports)))
    #expect(state.notice?.text == "3 new bookmarks from Firefox, 1 from Edge. Press u to undo.")
    #expect(effects.contains { if case .read(.list) = $0 { true } else { false } })
    let undo = update(&state, .keyPressed(.character("u")))
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(id)))])
  }

  @Test("u belongs to what was asked for while new bookmarks were imported")
  func followingMeanwhile() throws {
    var state = Samples.state(saved: Samples.savedLinks)
    _ = update(&state, .program(.started))
    let id = state.lastRequest
    state.tab = .saved
    let removals = update(&state, .keyPressed(.character("d"))).compactMap { effect in
      if case .write(.change(let id, _, _)) = effect { id } else { nil }
    }
    let removal = try #require(removals.first)
    let imports = [FollowedImport(browser: .firefox, added: 3)]
    _ = update(&state, .changes(.newBookmarksImported(id, imports)))
    #expect(state.notice?.text == "3 new bookmarks from Firefox.")
    let undo = update(&state, .keyPressed(.character("u")))
    #expect(undo.contains(.write(.undo(state.lastRequest, of: .request(removal)))))
  }

  @Test("a followed browser that can't be read is told, and nothing can be undone")
  func unreadable() {
    var state = Samples.state(saved: Samples.savedLinks)
    let failed = FollowedImport(browser: .firefox, added: 0, problem: "/x keeps changing")
    _ = update(&state, .changes(.newBookmarksImported(.none.next, [failed])))
    #expect(
      state.notice == .failure("New bookmarks of Firefox weren't read: /x keeps changing."))
    #expect(!state.saved.undo.canUndo)
  }

  @Test("a profile that can't be read is told beside what was imported from the others")
  func partlyUnreadable() {
    var state = Samples.state(saved: Samples.savedLinks)
    let imported = FollowedImport(browser: .firefox, added: 3, problem: "/x keeps changing")
    _ = update(&state, .program(.started))
    let id = state.lastRequest
    _ = update(&state, .changes(.newBookmarksImported(id, [imported])))
    #expect(
      state.notice?.text
        == "3 new bookmarks from Firefox; /x keeps changing. Press u to undo.")
    #expect(
      ImportedBookmarks(added: 2, skipped: 1, problem: "/x keeps changing").message
        == "Imported 2 links, skipped 1 that isn't a web link; /x keeps changing")
    #expect(BrowserBookmarks(browser: .firefox, count: 0).hasCount)
    #expect(BrowserBookmarks(browser: .firefox, count: 1, problem: "x").hasCount)
    #expect(!BrowserBookmarks(browser: .firefox, count: 0, problem: "x").hasCount)
  }
}
