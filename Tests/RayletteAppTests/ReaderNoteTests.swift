import Articles
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// Notes in the reader: from their marks to them, and back.
struct ReaderNoteTests {
  private static let size = GridSize(columns: 80, rows: 10)

  @Test("a mark leads to its note, and the note or the way back to the mark")
  func bothWays() {
    for back: Key in [.enter, .character("h"), .backspace] {
      var state = Samples.reading(Self.size, Samples.guide)
      press(.tab, .tab, in: &state)
      #expect(state.page?.selectedLink?.target == .note("b"))
      press(.enter, in: &state)
      #expect(state.page?.selectedLink?.target == .noteMark("b"))
      #expect(render(state).text.contains("It takes a minute."))
      #expect(render(state).text.contains("back to text"))
      press(back, in: &state)
      #expect(state.page?.selectedLink?.target == .note("b"))
      #expect(state.page?.top == 0 && Focus(of: state) == .reader)
    }
  }

  @Test("a note that was moved to leads to its first mark, and the way back leaves the page")
  func note() {
    var state = Samples.reading(Self.size, Samples.guide)
    press(.character("G"), .backTab, .enter, in: &state)
    #expect(state.page?.selectedLink?.target == .note("b"))
    press(.character("h"), in: &state)
    #expect(Focus(of: state) != .reader)
  }

  @Test("the title gives way to what a note says, and to no address")
  func text() {
    var state = Samples.reading(Self.size, Samples.guide)
    press(.tab, in: &state)
    #expect(render(state).text.prefix(80).contains("From the package manager."))
    #expect(SpokenScreen(state).focus == ["Note a: From the package manager."])
    press(.enter, in: &state)
    #expect(SpokenScreen(state).focus == ["Note a. Enter goes back to the text"])
  }

  @Test("commands act on the page while a mark is selected")
  func commands() {
    var state = Samples.reading(Self.size, Samples.guide)
    let address = state.page?.metadata.originalURL
    press(.tab, in: &state)
    let effects = press(.character("o"), in: &state)
    #expect(effects.first == address.map { .system(.open($0)) })
  }

  @Test("a mark without a note, and a note without a mark, say so")
  func lone() {
    let article = Article(
      title: "Lone",
      blocks: [
        .paragraph([.text("Text"), .footnoteReference(label: "1")]),
        .footnotes([.init(label: "2", blocks: [.paragraph([.text("Note")])])]),
      ])
    var state = Samples.reading(Self.size, article)
    press(.tab, .enter, in: &state)
    #expect(state.notice?.text == "This page has no note 1.")
    press(.tab, .enter, in: &state)
    #expect(state.notice?.text == "Nothing in the text refers to note 2.")
  }
}
