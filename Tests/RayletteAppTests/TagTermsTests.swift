import Links
import Testing

@testable import RayletteApp

/// Tags as the user types them.
struct TagTermsTests {
  @Test(
    "typed terms add and remove tags",
    arguments: [
      ("swift -draft", ["swift"], ["draft"]), ("#swift,c++", ["swift", "c++"], []),
      (#"-"Dev Tools" "to  read" x"#, ["to read", "x"], ["Dev Tools"]),
      (#""never closed"#, ["never closed"], []), (#"- # "" ,"#, [], []), ("", [], []),
    ] as [(String, [String], [String])])
  func words(text: String, added: [String], removed: [String]) {
    let words = TagTerms(text)
    #expect(words.added == added && words.removed == removed)
  }

  @Test("completion quotes a tag that contains a space")
  func completion() {
    var store = StoreDouble(links: Samples.annotatedLinks)
    store.links[0].tags = ["Dev Tools"]
    var state = Samples.state(saved: store.links)
    store.press(
      .tab, .character("t"), .character("-"), .character("D"), .tab, in: &state)
    #expect(state.prompt?.text == #"-"Dev Tools" "#)
    store.press(.enter, in: &state)
    #expect(store.links[0].tags.isEmpty)
  }
}
