import Articles
import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The kept text below the card of the link at the cursor.
struct PaneTextTests {
  static let article = Article(
    blocks: (1...90).map { .paragraph([.text("Paragraph number \($0).")]) })
  private var store = SampleStore(links: Samples.savedLinks)
  private var state: AppState

  init() {
    store.keep(Self.article, of: 3)
    state = Samples.state(columns: 140, rows: 45, saved: Samples.savedLinks)
  }

  private var screen: String { render(state).text }

  @Test("the text is read when the cursor comes to its link, and shown with its card")
  mutating func shown() {
    store.press(.tab, in: &state)
    #expect(!screen.contains("Paragraph number"))
    store.press(.down, in: &state)
    #expect(screen.contains("Paragraph number 1.") && screen.contains("Paragraph number 2."))
    store.press(.down, in: &state)
    #expect(!screen.contains("Paragraph number"))
    store.press(.up, in: &state)
    #expect(screen.contains("Paragraph number 1."))
  }

  @Test("it stays at its place when it's laid out for another width")
  mutating func resized() {
    store.press(.tab, .down, .control("e"), in: &state)
    for columns in [200, 110, 140] {
      let size = GridSize(columns: columns, rows: 45)
      store.settle(update(&state, .program(.resized(size))), in: &state)
      #expect(!screen.contains("Paragraph number 1.") && screen.contains("Paragraph number 9."))
    }
  }

  @Test("a text that comes late isn't shown with another link, and only the latest is waited for")
  mutating func late() {
    store.press(.tab, in: &state)
    let effects = update(&state, .keyPressed(.down))
    guard case .read(.keptText(let id, 3))? = effects.first(where: { $0.isOfText }) else {
      Issue.record("\(effects)")
      return
    }
    #expect(update(&state, .keyPressed(.down)).contains(.cancel(id)))
    _ = update(&state, .saved(.textRead(id, Self.article)))
    #expect(!screen.contains("Paragraph number"))
  }

  @Test("it goes on where reading stopped, and begins anew once it was read to its end")
  mutating func place() {
    var links = Samples.savedLinks
    let place = ReadingPlace(block: 70, offset: 0, progress: 0.8)
    links[1].reading = ReadingState(place: place)
    store = SampleStore(links: links)
    store.keep(Self.article, of: 3)
    store.press(.tab, .down, in: &state)
    #expect(screen.contains("Paragraph number 71.") && !screen.contains("Paragraph number 1."))
    store.press(.character("m"), in: &state)
    #expect(screen.contains("Paragraph number 1."))
  }

  @Test("C-e and C-y scroll it, and the next link's text begins at its beginning")
  mutating func scrolls() {
    store.keep(Self.article, of: 2)
    store.press(.tab, .down, .control("e"), in: &state)
    #expect(!screen.contains("Paragraph number 1.") && screen.contains("Paragraph number 9."))
    store.press(.control("y"), in: &state)
    #expect(screen.contains("Paragraph number 1."))
    store.press(.control("e"), .down, in: &state)
    #expect(screen.contains("Paragraph number 1."))
    store.press(.down, .control("e"), in: &state)
    #expect(state.notice?.text == "No kept text is shown beside the list.")
  }

  @Test("without a card nothing is read, and a text that can't be read is asked for once")
  mutating func nothing() {
    state = Samples.state(columns: 80, rows: 24, saved: Samples.savedLinks)
    store.press(.tab, in: &state)
    let narrow = update(&state, .keyPressed(.down)).filter { $0.isOfText }
    #expect(narrow.isEmpty)
    let size = GridSize(columns: 140, rows: 45)
    let effects = update(&state, .program(.resized(size)))
    guard case .read(.keptText(let id, _))? = effects.first(where: { $0.isOfText }) else {
      Issue.record("\(effects)")
      return
    }
    let again = update(&state, .saved(.textRead(id, nil))).filter { $0.isOfText }
    #expect(again.isEmpty)
    #expect(!screen.contains("Paragraph number"))
  }
}

extension Effect {
  fileprivate var isOfText: Bool { if case .read(.keptText) = self { true } else { false } }
}
