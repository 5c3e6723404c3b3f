import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Everything that a key changes is undone in the order in which it was made.
struct UndoneChangeTests {
  private var store: SampleStore
  private var state: AppState
  private static let earlier = Samples.now - 5 * Samples.day

  init() {
    var links = Samples.savedLinks
    links[1].reading = ReadingState(readAt: Self.earlier)
    store = SampleStore(links: links)
    state = Samples.state(saved: links)
    store.press(.tab, in: &state)
  }

  private mutating func press(_ keys: KeySequence...) {
    for key in keys.flatMap(\.keys) { store.press(key, in: &state) }
  }

  private var readAt: [Date?] { store.links.map(\.reading?.readAt) }
  private var message: String? { state.notice?.text }
  private static let title = Samples.japanese.displayTitle

  @Test("u after marking as read takes back the mark, and not the change before it")
  mutating func order() {
    press("t", "swift", .enter, "m", "jd")
    #expect(store.links[0].tags == ["swift"] && readAt[0] == Samples.now)
    press("u")
    #expect(message == "Undone: removed “Crafting Interpreters”.")
    #expect(state.saved.ids == [4, 3, 2, 1])
    press("u")
    #expect(message == "Undone: marked “\(Self.title)” as read.")
    #expect(readAt[0] == nil && store.links[0].tags == ["swift"])
    press("u")
    #expect(message == "Undone: tagged “\(Self.title)”." && store.links[0].tags.isEmpty)
    press("u")
    #expect(message == "Nothing to undo.")
    press(.control("r"), .control("r"))
    #expect(message == "Redone: marked “\(Self.title)” as read.")
    #expect(readAt[0] == Samples.now && store.links[0].tags == ["swift"])
  }

  @Test("selected links become read if any is unread, and else unread; undo restores each time")
  mutating func bulk() {
    // The cursor is at one that's read.
    press("j*m")
    #expect(readAt == [Samples.now, Self.earlier, Samples.now, Samples.now])
    #expect(message == "Marked 3 links as read. Press u to undo.")
    press("m")
    #expect(readAt == [nil, nil, nil, nil])
    #expect(message == "Marked 4 links as unread. Press u to undo.")
    press("u")
    #expect(readAt == [Samples.now, Self.earlier, Samples.now, Samples.now])
    #expect(message == "Undone: marked 4 links as unread.")
    press("u")
    #expect(readAt == [nil, Self.earlier, nil, nil])
    press(.control("r"), .control("r"))
    #expect(readAt == [nil, nil, nil, nil])
  }

  @Test("M twice in a row marks and takes it back, however late the store answers")
  mutating func twice() {
    let first = update(&state, .keyPressed(.character("m")))
    let second = update(&state, .keyPressed(.character("m")))
    #expect(first.changes == [.mark(.links([4]), isRead: true)] && second.changes.isEmpty)
    store.settle(first + second, in: &state)
    #expect(readAt[0] == nil)
    #expect(message == "Marked 1 link as unread. Press u to undo.")
  }

  @Test("a mark that failed isn't in the history, and one that was made in part can be undone")
  mutating func failures() throws {
    press("t", "swift", .enter)
    store.failure = .full(path: "/x")
    press("m")
    #expect(message?.hasPrefix("Not changed: ") == true && state.saved.undo.canUndo)
    store.failure = nil
    _ = update(&state, .keyPressed(.character("*")))
    let effects = update(&state, .keyPressed(.character("m")))
    #expect(effects.changes == [.mark(.links([4, 3, 2, 1]), isRead: nil)])
    let id = state.lastRequest
    var part = ChangeOutcome(interruption: .stopped)
    let addresses = [store.links[0].address]
    part.reading = ReadingChange(isRead: true, addresses, at: Samples.now)
    _ = update(&state, .changes(.ended(id, .make, .success(part))))
    #expect(message == "Marked 1 link as read, then it ended: it was stopped.")
    #expect(
      run("saved.undo", in: &state) == [.write(.undo(state.lastRequest, of: .request(id)))]
    )
    // It can be requested again.
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .failure(.full(path: "/x")))))
    #expect(message == "Not undone: cannot write /x: the disk is full.")
    #expect(
      run("saved.undo", in: &state) == [.write(.undo(state.lastRequest, of: .request(id)))]
    )
    part = .replayed(
      .marked(isRead: true), reading: ReadingChange(isRead: false, addresses, at: Samples.now))
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .success(part))))
    #expect(message == "Undone: marked 1 link as read.")
    #expect(
      run("saved.undo", in: &state) == [.write(.undo(state.lastRequest, of: .latest))])
  }

  @Test("undo is of the change that the screen offers, and then of the latest of any program")
  mutating func offered() throws {
    press("t", "swift", .enter)
    let tagging = try #require(state.saved.undo.offered)
    // A command has removed a link, which isn't on screen yet.
    store.make(.trash([1], at: Samples.now), .removed, from: .shell, at: Samples.now - 180)
    let undo = run("saved.undo", in: &state)
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(tagging)))])
    store.settle(undo, in: &state)
    #expect(message == "Undone: tagged “\(Self.title)”." && store.links.last?.trashedAt != nil)
    press("u")
    // It isn't known from the screen, so it's asked about, and `esc` leaves it.
    let removed = "removed “build-your-own.org/redis” (3 minutes ago, from the shell)"
    #expect(state.question?.text == "Undo: \(removed)?")
    press(.escape)
    #expect(state.question == nil && store.links.last?.trashedAt != nil)
    press("uy")
    #expect(message == "Undone: \(removed).")
    #expect(store.links.allSatisfy { $0.trashedAt == nil && $0.tags.isEmpty })
    press("u")
    #expect(message == "Nothing to undo.")
    press(.control("r"))
    #expect(message == "Redone: \(removed).")
  }

  @Test("the undo of an earlier change of more than ten links asks, and is of that change")
  mutating func large() {
    let addresses = (1...11).map { URL(string: "https://example.org/\($0)") }.compactMap(\.self)
    store.settle([.write(.saveAddresses(.none.next, addresses))], in: &state)
    state = Samples.state(saved: store.links)
    let tagging = SavedChange.addTags(["swift"], to: store.links.map(\.id))
    store.make(tagging, .tagged, from: .program, at: Samples.now)
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    press(.tab, "u")
    let count = store.links.count
    #expect(state.question?.text == "Undo: tagged \(count) links?")
    store.make(.trash([4], at: Samples.now), .removed, from: .shell, at: Samples.now)
    press(.enter)
    #expect(message == "Undone: tagged \(count) links.")
    #expect(store.links.allSatisfy(\.tags.isEmpty) && store.links.contains { $0.trashedAt != nil })
  }

  @Test("if a command has undone the offered change already, that's said, and nothing undone")
  mutating func undoneElsewhere() {
    press("t", "swift", .enter, "jt", "books", .enter)
    store.undoElsewhere()
    press("u")
    #expect(message == "Nothing to undo: that change was undone already, or never made.")
    #expect(store.links.map(\.tags) == [["swift"], [], [], []])
    press("u")
    #expect(message == "Undone: tagged “\(Self.title)”." && store.links[0].tags.isEmpty)
  }

  @Test("what has changed since stays, and is said")
  mutating func changedSince() {
    press("d")
    let left = ChangeOutcome.replayed(.removed, [], leftCount: 2)
    _ = run("saved.undo", in: &state)
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .success(left))))
    #expect(message == "Not undone: removed 2 links. It was changed elsewhere.")
  }

  @Test("what an earlier session changed is undone, once the log says that there's something")
  mutating func restarted() {
    state = Samples.state(saved: store.links)
    press("u")
    #expect(message == "Nothing to undo.")
    store.make(.addTags(["swift"], to: [4]), .tagged, from: .program, at: Samples.now - 7200)
    press(.tab)
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    press("u")
    #expect(message == "Undone: tagged “\(Self.title)” (2 hours ago).")
  }

  @Test("an undo that's asked for before the mark is written is of the mark")
  mutating func early() throws {
    press("t", "swift", .enter)
    let mark = update(&state, .keyPressed(.character("m")))
    let id = try #require(state.saved.undo.offered)
    let undo = run("saved.undo", in: &state)
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(id)))])
    store.settle(mark + undo, in: &state)
    #expect(readAt[0] == nil && store.links[0].tags == ["swift"])
    #expect(message == "Undone: marked “\(Self.title)” as read.")
  }

  @Test("emptying the trash asks, and can't be undone; u says so before it undoes anything else")
  mutating func emptiesTrash() {
    press("t", "swift", .enter, "jd", "gt", "ce")
    #expect(state.question != nil)
    press(.enter)
    #expect(message == "Deleted 1 link for good.")
    press("u")
    #expect(
      message == "Emptying the trash can't be undone. Press u again to undo the change before.")
    #expect(store.links[0].tags == ["swift"] && store.links.count == 3)
    press("u", "u")
    #expect(store.links[0].tags.isEmpty)
  }

  @Test("clearing the history asks, and can't be undone")
  mutating func clearsHistory() {
    _ = run("history.clear", in: &state)
    _ = run("question.yes", in: &state)
    _ = update(&state, .changes(.historyCleared(state.lastRequest, .success(3))))
    #expect(message == "Forgot 3 links.")
    press("u")
    #expect(message == "Clearing the history can't be undone.")
    press("u")
    #expect(message == "Nothing to undo.")
  }

  @Test(
    "what wasn't deleted or was nothing isn't in the history",
    arguments: [Result<Int, StoreError>.success(0), .failure(.busy(path: "/x"))])
  mutating func nothingDeleted(result: Result<Int, StoreError>) {
    press("t", "swift", .enter)
    _ = run("history.clear", in: &state)
    _ = run("question.yes", in: &state)
    _ = update(&state, .changes(.historyCleared(state.lastRequest, result)))
    press("u")
    #expect(message == "Undone: tagged “\(Self.title)”.")
  }

  private mutating func change(_ request: ChangeRequest, _ kind: ChangeKind) -> [Effect] {
    state.effects { $0.update(\.saved) { $0.change(request, kind, in: &$1) } }
  }

  @Test("what never comes up again is taken back and made again in order with other changes")
  mutating func never() throws {
    spin(&state)
    let entry = NeverAgain(.link("https://a.example/"), title: "A", addedAt: Samples.now)
    store.settle(change(.never(entry), .never(entry.name)), in: &state)
    #expect(store.never == [entry])
    store.settle(change(.never(entry), .never(entry.name)), in: &state)
    #expect(message == "Never comes up again already: A.")
    #expect(state.saved.undo.canUndo)
    store.settle(change(.allow(entry.subject), .allowed(entry.name)), in: &state)
    #expect(store.never.isEmpty)
    press("u")
    #expect(store.never == [entry] && message == "Undone: can come up again: A.")
    press("u")
    #expect(store.never.isEmpty && message == "Undone: never again: A.")
    press(.control("r"), .control("r"))
    #expect(store.never.isEmpty && message == "Redone: can come up again: A.")
  }

  @Test("a page that's saved in the reader is unsaved there, and saved again")
  mutating func reader() throws {
    var state = Samples.reading()
    let link = SavedLink(id: 9, metadata: Samples.article, savedAt: Samples.now)
    _ = RayletteAppTests.press(.character("s"), in: &state)
    let id = state.lastRequest
    _ = update(&state, .changes(.linkSaved(id, .success(.saved(link)))))
    #expect(state.page?.isSaved == true)
    let undo = RayletteAppTests.press(.character("u"), in: &state)
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(id)))])
    let undone = ChangeOutcome.replayed(.saved, [9], trashed: [9])
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .success(undone))))
    #expect(state.page?.isSaved == false && state.page?.saved?.id == 9)
    let redo = RayletteAppTests.press(.control("r"), in: &state)
    #expect(redo == [.write(.redo(state.lastRequest))])
    let redone = ChangeOutcome.replayed(.saved, [9], restored: [9])
    _ = update(&state, .changes(.ended(state.lastRequest, .redo, .success(redone))))
    #expect(state.page?.isSaved == true)
  }
}
