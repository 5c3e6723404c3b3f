import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// What the next start continues with.
struct SessionTests {
  @Test("tab, sort, layout, place and previous filters survive a restart, but the filter doesn't")
  func resumes() throws {
    let links = Samples.manyLinks(50)
    var store = SampleStore(links: links)
    var state = Samples.state(saved: links)
    store.press(
      .tab, .character(","), .character("o"), .character("z"), .character("d"), .down, .down,
      in: &state)
    let before = state.saved.cursorID
    store.press(.character("/"), in: &state)
    for key in "Link 1" { store.press(.character(key), in: &state) }
    store.press(.enter, .down, .down, in: &state)
    let data = try JSONEncoder().encode(Session(of: state))

    var next = Samples.state(saved: links)
    try JSONDecoder().decode(Session.self, from: data).resume(in: &next)
    store.settle(update(&next, .program(.started)), in: &next)
    #expect(next.tab == .saved && next.saved.query == SavedQuery(sort: .oldest))
    #expect(next.saved.view == state.saved.view)
    #expect(next.saved.cursorID == before)
    store.press(.character("/"), .up, in: &next)
    #expect(next.prompt?.text == "Link 1")
  }

  @Test("a session that was left in the trash continues with the list")
  func trash() {
    var store = SampleStore(links: Samples.savedLinks)
    var state = Samples.state(saved: store.links)
    store.press(.tab, .down, .character("g"), .character("t"), in: &state)
    var next = Samples.state(saved: store.links)
    Session(of: state).resume(in: &next)
    store.settle(update(&next, .program(.started)), in: &next)
    #expect(!next.saved.query.isTrash && next.saved.cursorID == 3)
  }

  private static let strange: [@Sendable (inout Session) -> Void] = [
    { ($0.sort, $0.offset, $0.startCount, $0.readerWidth) = ("bogus", -5, -1, 0) },
    { $0.filterHistory = ["a\u{1B}[2Jb\u{202E}", "x\u{7}y", ""] },
    { ($0.view.paneShare, $0.view.density) = (9_000, .one) },
    { $0.view.paneShare = -9_000 },
  ]

  @Test(
    "what somebody has written into the file gives a usable session", arguments: strange.indices)
  func hostile(index: Int) throws {
    var written = Session()
    Self.strange[index](&written)
    let session = try #require(written.checked)
    #expect(session.readerWidth == ReaderLayout.standardWidth && session.offset == 0)
    var state = Samples.state(columns: 120, rows: 40, saved: Samples.savedLinks)
    session.resume(in: &state)
    var store = SampleStore(links: Samples.savedLinks)
    store.settle(update(&state, .tabClicked(.saved)), in: &state)
    let text = render(state).text
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    let layout = SavedLayout(state.saved.view, in: state.surroundings)
    #expect(layout.list.columns > 20)
  }

  @Test("a session of another version is no session")
  func versions() throws {
    let data = try JSONEncoder().encode(Session())
    let text = String(decoding: data, as: UTF8.self)
    for other in [text.replacing(#""version":1"#, with: #""version":2"#), "{}"] {
      let session = try? JSONDecoder().decode(Session.self, from: Data(other.utf8))
      #expect(other != text && session?.checked == nil)
    }
  }
}
