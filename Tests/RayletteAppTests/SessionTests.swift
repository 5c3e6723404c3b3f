import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// What the next start continues with.
struct SessionTests {
  @Test("tab, filter, sort, layout, place and previous filters survive a restart")
  func resumes() throws {
    let links = Samples.manyLinks(50)
    var store = StoreDouble(links: links)
    var state = Samples.state(saved: links)
    store.press(
      .tab, .character(","), .character("o"), .character("z"), .character("d"), .character("/"),
      in: &state)
    for key in "Link 1" { store.press(.character(key), in: &state) }
    store.press(.enter, .down, .down, in: &state)
    let data = try JSONEncoder().encode(Session(of: state))

    var next = Samples.state(saved: links)
    try JSONDecoder().decode(Session.self, from: data).resume(in: &next)
    store.settle(update(&next, .program(.started)), in: &next)
    #expect(next.tab == .saved && next.saved.query == state.saved.query)
    #expect(next.saved.view == state.saved.view)
    #expect(next.saved.cursorID == state.saved.cursorID)
    store.press(.escape, .character("/"), .up, in: &next)
    #expect(next.prompt?.text == "Link 1")
  }

  @Test("a session that was left in the trash continues with the list")
  func trash() {
    var store = StoreDouble(links: Samples.savedLinks)
    var state = Samples.state(saved: store.links)
    store.press(.tab, .down, .character("g"), .character("t"), in: &state)
    var next = Samples.state(saved: store.links)
    Session(of: state).resume(in: &next)
    store.settle(update(&next, .program(.started)), in: &next)
    #expect(!next.saved.query.isTrash && next.saved.cursorID == 3)
  }

  @Test(
    "a damaged or hostile file gives a usable session",
    arguments: [
      "{}", #"{"tab": 7, "sort": "bogus", "offset": -5, "view": {"density": 9}}"#,
      #"{"filter": "a\u001b[2Jb\u202e", "filters": ["x\u0007y", ""]}"#,
      #"{"view": {"paneShare": 9000, "density": 1, "pane": "beside"}}"#,
    ])
  func hostile(json: String) throws {
    let session = try JSONDecoder().decode(Session.self, from: Data(json.utf8))
    var state = Samples.state(columns: 120, rows: 40, saved: Samples.savedLinks)
    session.resume(in: &state)
    var store = StoreDouble(links: Samples.savedLinks)
    store.settle(update(&state, .tabClicked(.saved)), in: &state)
    let text = render(state).text
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    let layout = SavedLayout(state.saved.view, in: state.surroundings)
    #expect(layout.list.columns > 20)
  }
}
