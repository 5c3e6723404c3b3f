import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Backfill: fetches the pages of imported links when they come on screen.
struct BackfillUpdateTests {
  private var store: SampleStore
  private var state: AppState

  init() {
    var links = Samples.savedLinks
    for index in links.indices { links[index].isFetched = index == 0 }
    store = SampleStore(links: links)
    state = Samples.state(saved: links)
  }

  @Test("unfetched pages on screen are requested once, and cancelled when the tab is left")
  mutating func asked() {
    let effects = store.press(.tab, in: &state)
    let id = state.saved.backfill.request.id
    #expect(effects == [.fetch(.backfill(id, [3, 2, 1]))])
    #expect(store.press(.down, .down, in: &state).isEmpty)
    #expect(store.press(.character("x"), in: &state).isEmpty)
    #expect(store.press(.alt("1"), in: &state) == [.cancel(id)])
  }

  @Test("failed pages aren't requested again, and fetched ones appear on screen")
  mutating func answered() {
    store.press(.tab, in: &state)
    let left = store.settle(
      update(&state, .saved(.backfilled(3, .failed(.hostNotFound("example.org"))))), in: &state)
    #expect(left.isEmpty && state.saved.backfill.request.subject == [2, 1])
    var link = store.links[3]
    link.metadata.title = "Fetched at last"
    link.isFetched = true
    store.links[3] = link
    let id = link.id
    let last = store.settle(update(&state, .saved(.backfilled(id, nil))), in: &state)
    #expect(last.isEmpty && state.saved.backfill.request.subject == [2])
    #expect(render(state).text.contains("Fetched at last"))
  }

  @Test("pages of links in the trash aren't requested")
  mutating func trash() {
    for index in store.links.indices { store.links[index].trashedAt = Samples.now }
    store.press(.tab, .character("g"), .character("t"), in: &state)
    #expect(state.saved.ids.count == 4 && state.saved.backfill.request.subject == nil)
  }
}
