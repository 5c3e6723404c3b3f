import Articles
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

struct KeyMapTests {
  /// The states of both modes.
  static let allStates: [(String, AppState)] =
    states + states.map { ("accessible \($0)", $1.accessible) }

  static let states: [(String, AppState)] = {
    var saved = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &saved)
    var undo = saved
    store.press(.character("d"), in: &undo)
    var redo = undo
    store.press(.character("u"), in: &redo)
    var marked = saved
    store.press(.space, in: &marked)
    var movedLinks = Samples.annotatedLinks
    movedLinks[0].check = LinkCheck(
      outcome: .moved(to: Samples.article.url), checkedAt: Samples.now)
    var moved = Samples.state(saved: movedLinks)
    var movedStore = SampleStore(links: movedLinks)
    movedStore.press(.tab, in: &moved)
    var withText = Samples.state(columns: 140, rows: 45, saved: Samples.savedLinks)
    var textStore = SampleStore(links: Samples.savedLinks)
    textStore.keep(PaneTextTests.article, of: 4)
    textStore.press(.tab, in: &withText)
    var withTextScrolled = withText
    textStore.press(.control("e"), in: &withTextScrolled)
    var wheel = saved
    wheel.spin.wheels.makeRequest.begin(.none, [1])
    _ = update(&wheel, .wheel(.made(.none, .success(WheelDouble.add(Samples.wheel)))))
    var trash = undo
    store.press(.character("u"), .character("d"), .character("g"), .character("t"), in: &trash)
    var filter = saved
    store.press(.character("/"), .character("r"), .enter, in: &filter)
    var empty = Samples.state()
    var nothing = SampleStore(links: [])
    nothing.press(.tab, in: &empty)
    let offering = Samples.offering(GridSize(columns: 80, rows: 24))
    var offeringOnSaved = offering
    nothing.press(.tab, in: &offeringOnSaved)
    var browsers = offering
    Samples.open(.browsers, in: &browsers)
    var importing = browsers
    press(.enter, in: &importing)
    var help = saved
    help.surroundings.size = GridSize(columns: 40, rows: 10)
    press(.character("?"), in: &help)
    var scrolled = help
    press(.down, in: &scrolled)
    var searched = help
    press(.character("/"), .character("l"), .enter, in: &searched)
    let card = Samples.ended(.success(Samples.article))
    var pictured = card
    pictured.surroundings.pictures = Pictures(depth: .direct)
    _ = update(&pictured, .program(.timePassed(Samples.now)))
    var shareMoved = Samples.sharing(card)
    press(.down, in: &shareMoved)
    var shareWorking = Samples.sharing(Samples.loading())
    press(.character("m"), in: &shareWorking)
    var marked2 = saved
    store.press(.space, .space, in: &marked2)
    var address = Samples.ended(.success(Samples.article))
    press(.character("O"), in: &address)
    var details = Samples.ended(.success(DetailsTests.full), columns: 40, rows: 10)
    press(.character("i"), in: &details)
    var detailsScrolled = details
    press(.down, in: &detailsScrolled)
    var detailsProblems = details
    let problem = PageCheck.Finding(severity: .warning, text: "og:image is missing")
    _ = update(
      &detailsProblems,
      .details(.findingsLoaded(detailsProblems.findingsRequest.id, .success([problem]))))
    var kept = Samples.ended(.success(Samples.article))
    kept.spin.card?.saved = Samples.annotatedLinks[1]
    var question = Samples.ended(.success(Samples.article))
    _ = update(&question, .pasted("https://example.org/pasted"))
    var sidebar = saved
    type("zs", in: &sidebar)
    var sidebarMoved = sidebar
    press(.down, .down, in: &sidebarMoved)
    var wide = saved
    _ = update(&wide, .program(.resized(GridSize(columns: 120, rows: 40))))
    wide.surroundings.ownSearches = [SavedSearch(name: "Broken", filter: "is:dead")]
    var chooser = wide
    type("gf", in: &chooser)
    var tagging = saved
    store.press(.character("t"), in: &tagging)
    press(.character("x"), in: &tagging)
    var trail = Samples.state()
    press(.space, .space, .space, .character("["), in: &trail)
    var palette = saved
    press(.character(":"), in: &palette)
    var paletteMoved = palette
    press(.pageDown, in: &paletteMoved)
    var chooserMoved = saved
    chooserMoved.surroundings.ownSearches = (1...40).map {
      SavedSearch(name: "\($0)", filter: "is:dead")
    }
    type("gf", in: &chooserMoved)
    press(.down, in: &chooserMoved)
    var sorted = saved
    store.press(.character(","), .character("t"), in: &sorted)
    var many = Samples.state(saved: Samples.manyLinks(200))
    var manyStore = SampleStore(links: Samples.manyLinks(200))
    manyStore.press(.tab, .pageDown, .pageDown, .pageDown, in: &many)
    let bookmarks = Samples.sharing(saved)
    var inStep = card
    _ = update(&inStep, .sync(.changed(SyncScreenTests.status())))
    var sync = inStep
    type("gy", in: &sync)
    var syncMoved = sync
    _ = update(&syncMoved, .program(.resized(GridSize(columns: 40, rows: 10))))
    let devices = (1...30).map { SyncStatus.Device(name: "device-\($0)", lastChange: nil) }
    syncMoved.sync.status?.devices = devices
    for _ in 0..<20 { press(.down, in: &syncMoved) }
    var readerLoading = card
    press(.character("l"), in: &readerLoading)
    var readerOfList = saved
    press(.character("l"), in: &readerOfList)
    Samples.answer(.success(LoadedArticle(Samples.guide)), in: &readerOfList)
    var readerOfSecond = readerOfList
    press(.character("J"), in: &readerOfSecond)
    var readerFailed = readerLoading
    Samples.answer(.failure(.noArticle), in: &readerFailed)
    let reader = Samples.reading(GridSize(columns: 60, rows: 16))
    var readerMoved = reader
    press(.character("]"), .character(">"), .down, in: &readerMoved)
    var readerLink = reader
    press(.tab, in: &readerLink)
    var readerMark = Samples.reading(card.surroundings.size, Samples.guide)
    press(.tab, in: &readerMark)
    var readerNote = readerMark
    press(.enter, in: &readerNote)
    var readerFound = readerMoved
    press(.character("/"), .character("e"), .enter, in: &readerFound)
    var readerRead = reader
    readerRead.page?.readAt = Samples.now
    var readerUndo = reader
    readerUndo.saved.undo = UndoState(UndoStatus(canUndo: true))
    var readerRedo = reader
    readerRedo.saved.undo = UndoState(UndoStatus(canRedo: true))
    var hints = reader
    press(.character("f"), in: &hints)
    var contents = reader
    type("gc", in: &contents)
    var linkList = reader
    press(.character("L"), in: &linkList)
    var readerSheet = reader
    press(.character("S"), in: &readerSheet)
    var finding = reader
    press(.character("/"), .character("e"), in: &finding)
    let plain = Samples.reading(
      card.surroundings.size, Articles.Article(blocks: [.paragraph([.text("Only words.")])]))
    return [
      ("reader plain", plain), ("reader undo", readerUndo), ("reader redo", readerRedo),
      ("reader loading", readerLoading), ("reader failed", readerFailed), ("reader", reader),
      ("reader of a list", readerOfList), ("reader of its second link", readerOfSecond),
      ("reader moved", readerMoved), ("reader link", readerLink), ("reader found", readerFound),
      ("reader mark", readerMark), ("reader note", readerNote), ("reader read", readerRead),
      ("contents", contents), ("links", linkList),
      ("reader share", readerSheet),
      ("in step", inStep), ("sync", sync), ("sync moved", syncMoved), ("pictured", pictured),
      ("palette", palette), ("palette moved", paletteMoved), ("chooser moved", chooserMoved),
      ("many", many), ("share saved", bookmarks), ("wide", wide),
      ("sidebar", sidebar), ("sidebar moved", sidebarMoved),
      ("chooser", chooser), ("tagging", tagging), ("trail", trail), ("question", question),
      ("kept", kept), ("details", details), ("details scrolled", detailsScrolled),
      ("details problems", detailsProblems),
      ("details history", DetailsTests.withHistory(GridSize(columns: 100, rows: 30))),
      ("address", address), ("share", Samples.sharing(card, commands: Samples.commands)),
      ("share moved", shareMoved), ("share many", Samples.sharing(marked2)),
      ("share working", shareWorking),
      ("code", Samples.showingCode(card)),
      ("idle", Samples.state()), ("loading", Samples.loading()),
      ("card", Samples.ended(.success(Samples.article))),
      ("error", Samples.ended(.failure(.cancelled))), ("saved", saved), ("undo", undo),
      ("moved", moved), ("text", withText), ("text scrolled", withTextScrolled),
      ("sorted", sorted), ("saved wheel", wheel), ("redo", redo),
      ("marked", marked),
      ("trash", trash), ("filter", filter),
      ("offering", offering), ("offering on Saved", offeringOnSaved), ("browsers", browsers),
      ("importing", importing),
      ("empty", empty), ("help", help), ("help scrolled", scrolled),
      ("help searched", searched),
      ("wheels", Samples.choosing(.wheels, card.surroundings.size)),
      ("narrowing", Samples.choosing(.narrowing, card.surroundings.size)),
      ("history", Samples.choosing(.history, card.surroundings.size)),
      ("never again", Samples.choosing(.never, card.surroundings.size)),
      ("narrowed", Samples.narrowed(card.surroundings.size)),
    ]
  }()

  @Test("no key has two meanings in one state", arguments: states)
  func unambiguous(name: String, state: AppState) {
    let chords = state.surroundings.keyMap.available(in: state).flatMap(\.chords)
    for (index, chord) in chords.enumerated() {
      let other = chords[..<index].first { $0.overlaps(chord) }
      #expect(other == nil, "\(name): \(chord.label)")
    }
  }

  @Test("every key that the footer may name changes something", arguments: states)
  func effective(name: String, state: AppState) {
    for chord in state.surroundings.keyMap.available(in: state).filter({ $0.hint != nil }).flatMap(
      \.chords)
    {
      var after = state
      let effects = type(chord, in: &after)
      #expect(after != state || !effects.isEmpty, "\(name): \(chord.label)")
    }
  }

  /// Every key of every command, with a state in which it's offered and what it changes there.
  @Test(
    "every key of every command changes something in a state where it's offered",
    arguments: KeyMap.standard.flatMap { command in
      command.labels.map { (command.name, $0) }
    })
  func everyKey(name: String, label: String) throws {
    for command in KeyMap.standard where command.name == name && command.labels.contains(label) {
      let chord = try #require(command.chords.first { $0.label == label })
      var isOffered = false
      // The first state will do, because there are many.
      let changes = Self.allStates.contains { _, state in
        guard command.isAvailable(in: state) else { return false }
        isOffered = true
        var (after, expected) = (state, state)
        expected.notice = nil
        expected.saved.isCursorDisplaced = false
        let effects = type(chord, in: &after)
        let bound = state.surroundings.keyMap.command(
          for: chord.second ?? chord.first, after: chord.second.map { _ in chord.first },
          in: state)
        return bound?.name == name && bound?.hint == command.hint
          && (after != expected || !effects.isEmpty)
      }
      #expect(isOffered, "\(name) is never offered")
      #expect(changes, "\(label) does nothing for \(name) in \(command.screens)")
    }
  }

  @Test("names are made of a place and what's done, and have a text")
  func names() {
    for (name, commands) in Dictionary(grouping: KeyMap.standard, by: \.name) {
      #expect(name.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z0-9]+)*/) != nil, "\(name)")
      #expect(commands.contains { !$0.help.isEmpty }, "\(name) has no text")
    }
  }

  @Test("each command is available in some state, so the help lists no dead keys")
  func reachable() {
    for command in KeyMap.standard {
      #expect(Self.allStates.contains { command.isAvailable(in: $0.1) }, "\(command.name)")
    }
  }

  @Test(
    "help opens, and closes with esc, ?, q and enter",
    arguments: [Key.escape, .character("?"), .character("q"), .enter])
  func help(key: Key) {
    var state = Samples.state(columns: 40, rows: 10)
    press(.character("?"), in: &state)
    press(key, in: &state)
    #expect(state.help == nil)
    #expect(state.exitCode == nil)
  }
}

extension Command {
  fileprivate func isAvailable(in state: AppState) -> Bool {
    screens.contains(Focus(of: state)) && isPossible(state)
  }
}
