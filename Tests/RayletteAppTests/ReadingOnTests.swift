import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Reading the links of a list one after another, without leaving the reader.
struct ReadingOnTests {
  private var store = SampleStore(links: Samples.manyLinks(3))

  /// The reader with the first of the saved links.
  private mutating func reading(columns: Int = 80, rows: Int = 24) -> AppState {
    var state = Samples.state(columns: columns, rows: rows, saved: store.links)
    store.press(.tab, in: &state)
    press(.character("l"), in: &state)
    answer(in: &state)
    return state
  }

  private func answer(in state: inout AppState) {
    Samples.answer(.success(LoadedArticle(Samples.guide)), in: &state)
  }

  @Test(
    "J and K read the next and the previous link, and the cursor of the list goes along",
    arguments: [("J", 1), ("JJ", 2), ("JK", 0), ("JJKJ", 2)])
  mutating func goes(keys: String, index: Int) {
    var state = reading()
    #expect(render(state).text.contains("1 of 3"))
    for key in keys {
      store.press(.character(key), in: &state)
      answer(in: &state)
    }
    #expect(state.page?.saved?.id == store.links[index].id)
    #expect(state.saved.cursor == index)
    #expect(render(state).text.contains("\(index + 1) of 3"))
    #expect(SpokenScreen(state).place == "Reading, example.org, \(index + 1) of 3")
  }

  @Test(
    "the list has an end on each side",
    arguments: [
      ("K", "There's no link before this one."), ("JJJ", "There's no link after this one."),
    ])
  mutating func ends(keys: String, message: String) {
    var state = reading()
    for key in keys { store.press(.character(key), in: &state) }
    #expect(state.notice?.text == message)
  }

  @Test(
    "the end of an article marks it as read and names the next link",
    arguments: [(60, 20), (80, 24), (140, 45), (200, 60)])
  mutating func end(columns: Int, rows: Int) throws {
    store.links[1].metadata.readingTime = .seconds(240)
    var state = reading(columns: columns, rows: rows)
    let effects = press(.character("G"), in: &state)
    #expect(effects.changes == [.mark(.page(store.links[0].url), isRead: true)])
    #expect(render(state).text.contains("J  next: Link 1 (4 min)"))
    state.notice = nil
    #expect(SpokenScreen(state).report == "J, next: Link 1 (4 min)")
    store.settle(effects, in: &state)
    // A link is marked once, so that undoing it lasts.
    state.reader.page?.readAt = nil
    #expect(press(.character("G"), in: &state).changes.isEmpty)
  }

  @Test("a link that no longer matches the filter keeps its place")
  mutating func filtered() throws {
    var state = reading()
    store.press(.character("J"), in: &state)
    let first = store.links.removeFirst()
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(state.saved.ids.count == 2)
    store.press(.character("K"), in: &state)
    #expect(state.page?.saved?.id == first.id)
    store.press(.character("J"), .character("J"), in: &state)
    #expect(state.page?.saved?.id == store.links[1].id)
  }

  @Test(
    "d moves the link to the trash and reads the next one; after the last one, the list is back")
  mutating func removes() {
    var state = reading()
    let links = store.links
    store.press(.character("d"), in: &state)
    #expect(state.page?.saved?.id == links[1].id && state.saved.ids.count == 2)
    #expect(state.notice?.text == "Removed 1 link. Press u to undo.")
    answer(in: &state)
    store.press(.character("d"), .character("d"), in: &state)
    #expect(!state.reader.isOpen && state.saved.ids.isEmpty)
  }

  @Test("e edits the note of the link in the reader, and x is for cards of Spin")
  mutating func others() {
    var state = reading()
    #expect(press(.character("e"), in: &state) == [.system(.editNote(store.links[0].id))])
    press(.character("x"), in: &state)
    #expect(state.notice?.text == "That's for cards of Spin.")
  }

  @Test("from Spin, J reads the next card, and K the one before")
  func cards() {
    // The only link of this wheel comes up again.
    var state = Samples.ended(.success(Samples.article))
    press(.character("l"), in: &state)
    press(.character("K"), in: &state)
    #expect(state.notice?.text == "There's no link before this one.")
    press(.character("J"), in: &state)
    #expect(state.reader.isOpen && state.spin.trail.index == 1)
    press(.character("K"), in: &state)
    #expect(state.reader.isOpen && state.spin.trail.index == 0)
    press(.character("e"), in: &state)
    #expect(state.notice?.text == "This link isn't saved.")
  }
}
