import Links
import Testing

/// Adding words to a filter, and taking them out.
struct FilterWordTests {
  @Test(
    "a word is added, found again, and taken out without a change of the others",
    arguments: [
      ("", "is:unread", "is:unread"), ("ray", "#c", "ray #c"),
      ("  ray  wheel ", "#c", "ray wheel #c"),
      ("-#c", "#c", "-#c #c"), ("#c*", "#c", "#c* #c"), (#""ray tra"#, "#c", #""ray tra" #c"#),
      (#"#"build s"#, "#c", #"#"build s" #c"#), ("site:a.org", "is:dead", "site:a.org is:dead"),
      ("is:ded", "is:dead", "is:ded is:dead"), ("#", "#c", "# #c"),
      ("é", #"#"build systems""#, #"é #"build systems""#), ("x", "is:dead #c", "x is:dead #c"),
    ])
  func added(text: String, word: String, expected: String) {
    let word = SavedFilter(word)
    #expect(!SavedFilter(text).contains(word))
    let filter = SavedFilter(text).adding(word)
    #expect(filter.text == expected && filter.contains(word))
    let rest = filter.removing(word)
    #expect(!rest.contains(word))
    #expect(rest.adding(word).text == expected)
  }

  @Test(
    "a word is found by its meaning",
    arguments: [
      ("#Swift", "#swift", true), (#"#"swift""#, "#swift", true), ("IS:Dead", "is:dead", true),
      ("-is:dead", "is:dead", false), ("site:A.org", "site:a.org", true),
      ("a.org", "site:a.org", false),
      ("#swift*", "#swift", false), ("#c is:dead", "is:dead #c", true), ("#c", "is:dead #c", false),
      ("x", "", false), ("", "", false),
    ])
  func contains(text: String, word: String, expected: Bool) {
    #expect(SavedFilter(text).contains(SavedFilter(word)) == expected)
  }

  @Test("all spellings of a word are taken out")
  func removed() {
    let filter = SavedFilter(#"ray #C "two words" #"c" -#c #c++"#)
    #expect(filter.removing(SavedFilter("#c")).text == #"ray "two words" -#c #c++"#)
    #expect(SavedFilter("#c").removing(SavedFilter("#C")).isEmpty)
  }
}
