import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Everything that a key changes is undone in the order in which it was made.
struct UndoneChangeTests {
  private var store: StoreDouble
  private var state: AppState
  private static let earlier = Samples.now - 5 * Samples.day

  init() {
    var links = Samples.savedLinks
    links[1].reading = ReadingState(readAt: Self.earlier)
    store = StoreDouble(links: links)
    state = Samples.state(saved: links)
    store.press(.character("2"), in: &state)
  }

  private mutating func press(_ keys: KeySequence...) {
    for key in keys.flatMap(\.keys) { store.press(key, in: &state) }
  }

  private var readAt: [Date?] { store.links.map(\.reading?.readAt) }
  private var message: String? { state.notice?.text }

  @Test("u after marking as read takes back the mark, and not the change before it")
  mutating func order() {
    press("t", "swift", .enter, "M", "jd")
    #expect(store.links[0].tags == ["swift"] && readAt[0] == Samples.now)
    press("u")
    #expect(message == "Undone: removed 1 link." && state.saved.ids == [4, 3, 2, 1])
    press("u")
    #expect(message == "Undone: marked 1 link as read.")
    #expect(readAt[0] == nil && store.links[0].tags == ["swift"])
    press("u")
    #expect(message == "Undone: tagged 1 link." && store.links[0].tags.isEmpty)
    press("u")
    #expect(message == "Nothing to undo.")
    press(.control("r"), .control("r"))
    #expect(message == "Redone: marked 1 link as read.")
    #expect(readAt[0] == Samples.now && store.links[0].tags == ["swift"])
  }

  @Test("selected links become read if any is unread, and else unread; undo restores each time")
  mutating func bulk() {
    // The cursor is at one that's read.
    press("j*M")
    #expect(readAt == [Samples.now, Self.earlier, Samples.now, Samples.now])
    #expect(message == "Marked 3 links as read. Press u to undo.")
    press("M")
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
    let first = update(&state, .keyPressed(.character("M")))
    let second = update(&state, .keyPressed(.character("M")))
    #expect(first.changes == [.mark(.links([4]), isRead: true)] && second.changes.isEmpty)
    store.settle(first + second, in: &state)
    #expect(readAt[0] == nil)
    #expect(message == "Marked 1 link as unread. Press u to undo.")
  }

  @Test("a mark that failed isn't in the history, and one that was made in part can be undone")
  mutating func failures() throws {
    press("t", "swift", .enter)
    store.failure = .full(path: "/x")
    press("M")
    #expect(message?.hasPrefix("Not changed: ") == true && state.saved.history.undo.count == 1)
    store.failure = nil
    _ = update(&state, .keyPressed(.character("*")))
    let effects = update(&state, .keyPressed(.character("M")))
    #expect(effects.changes == [.mark(.links([4, 3, 2, 1]), isRead: nil)])
    let id = state.lastRequest
    var part = ChangeOutcome(interruption: .stopped)
    let addresses = [store.links[0].address]
    part.reading = ReadingChange(isRead: true, addresses, at: Samples.now)
    _ = update(&state, .changed(id, .make, .success(part)))
    #expect(message == "Marked 1 link as read, then it ended: it was stopped.")
    #expect(update(&state, .undoPressed) == [.write(.change(id, .undo))])
    part.reading = ReadingChange(isRead: false, addresses, at: Samples.now)
    _ = update(&state, .changed(id, .undo, .success(part)))
    #expect(state.saved.history.undo.last?.id == id, "the rest can still be undone")
    #expect(state.saved.history.redo.last?.id == id)
  }

  @Test("an undo that's asked for before the mark is written is of the mark")
  mutating func early() {
    press("t", "swift", .enter)
    let mark = update(&state, .keyPressed(.character("M")))
    let id = state.saved.history.undo.last?.id
    let undo = update(&state, .undoPressed)
    #expect(undo == id.map { [.write(.change($0, .undo))] })
    store.settle(mark + undo, in: &state)
    #expect(readAt[0] == nil && store.links[0].tags == ["swift"])
    #expect(message == "Undone: marked 1 link as read.")
  }

  @Test("emptying the trash asks, and can't be undone; u says so before it undoes anything else")
  mutating func emptiesTrash() {
    press("t", "swift", .enter, "jdD", "X")
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
    store.settle(update(&state, .clearHistoryPressed), in: &state)
    press(.enter)
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
    _ = update(&state, .clearHistoryPressed)
    _ = update(&state, .questionAnswered)
    _ = update(&state, .historyCleared(state.lastRequest, result))
    press("u")
    #expect(message == "Undone: tagged 1 link.")
  }

  @Test("what never comes up again is taken back and made again in order with other changes")
  mutating func never() throws {
    spin(&state)
    let entry = NeverAgain(.link("https://a.example/"), title: "A", addedAt: Samples.now)
    store.settle(state.change(.never(entry), .never(entry.name)), in: &state)
    #expect(store.never == [entry])
    store.settle(state.change(.never(entry), .never(entry.name)), in: &state)
    #expect(message == "Never comes up again already: A.")
    #expect(state.saved.history.undo.count == 1)
    store.settle(state.change(.allow(entry.subject), .allowed(entry.name)), in: &state)
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
    _ = update(&state, .linkSaved(id, .success(.saved(link))))
    #expect(state.page?.isSaved == true)
    #expect(
      RayletteAppTests.press(.character("u"), in: &state) == [.write(.change(id, .undo))])
    _ = update(&state, .changed(id, .undo, .success(ChangeOutcome(changed: [9]))))
    #expect(state.page?.isSaved == false && state.page?.saved?.id == 9)
    #expect(
      RayletteAppTests.press(.control("r"), in: &state) == [.write(.change(id, .redo))])
    _ = update(
      &state,
      .changed(id, .redo, .success(ChangeOutcome(changed: [9], isRestoration: true))))
    #expect(state.page?.isSaved == true)
  }
}
