import LinkStore
import Testing

@testable import RayletteApp

/// Tags as a person types them.
struct TagTermsTests {
  @Test(
    "what is put on and what is taken off",
    arguments: [
      ("swift -draft", ["swift"], ["draft"]), ("#swift,c++", ["swift", "c++"], []),
      (#"-"Dev Tools" "to  read" x"#, ["to read", "x"], ["Dev Tools"]),
      (#""never closed"#, ["never closed"], []), (#"- # "" ,"#, [], []), ("", [], []),
    ] as [(String, [String], [String])])
  func words(text: String, added: [String], removed: [String]) {
    let words = TagTerms(text)
    #expect(words.added == added && words.removed == removed)
  }

  @Test("a tag with a space is completed so that it is taken as one")
  func completion() {
    var store = StoreDouble(links: Samples.annotatedLinks)
    store.links[0].tags = ["Dev Tools"]
    var state = Samples.state(saved: store.links)
    store.press(
      .character("2"), .character("t"), .character("-"), .character("D"), .tab, in: &state)
    #expect(state.prompt?.text == #"-"Dev Tools" "#)
    store.press(.enter, in: &state)
    #expect(store.links[0].tags.isEmpty)
  }
}
