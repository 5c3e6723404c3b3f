import Links
import Testing

struct FuzzyMatchTests {
  /// The text with the matching parts in brackets, or nil if it doesn't match.
  private func marked(_ word: String, _ text: String) -> String? {
    FuzzyMatch(of: word, in: text).map { match in
      match.ranges.reversed().reduce(into: text) { text, range in
        text.replaceSubrange(range, with: "[\(text[range])]")
      }
    }
  }

  @Test(
    "beginnings of words and letters side by side match best",
    arguments: [
      ("crint", "Crafting Interpreters", "[Cr]afting [Int]erpreters"),
      ("rwh", "Real World Haskell", "[R]eal [W]orld [H]askell"),
      ("intepreter", "Crafting Interpreters", "Crafting [Inte]r[preter]s"),
      ("swft", "A swim, then Swift", "A swim, then [Sw]i[ft]"),
      ("CAFE", "Un c\u{E0}f\u{E9}", "Un [c\u{E0}f\u{E9}]"),
      // Letters with a mark of their own are one character.
      ("ae", "a\u{301}\u{323}e", "[a\u{301}\u{323}e]"),
      (
        "\u{420}\u{412}", "\u{440}\u{430}\u{437} \u{432}\u{432}",
        "[\u{440}]\u{430}\u{437} [\u{432}]\u{432}"
      ),
      ("ab", "a\u{1F600}b", "[a]\u{1F600}[b]"),
    ])
  func matches(word: String, text: String, expected: String) {
    #expect(marked(word, text) == expected)
  }

  @Test(
    "letters that aren't there, in another order or far apart don't match",
    arguments: [
      ("crna", "Crafting Interpreters"), ("tfiws", "Swift"), ("zz", "Jazz band zoo"), ("", "Swift"),
      ("s", "Swift"), ("?!", "Swift"), ("swift", ""),
      ("drum", "A dictionary of terms in the theory of computation, for museums"),
      (String(repeating: "a", count: 41), String(repeating: "a", count: 200)),
    ])
  func others(word: String, text: String) {
    #expect(marked(word, text) == (word == "zz" ? "Ja[zz] band zoo" : nil))
  }

  @Test("better matches have higher scores")
  func scores() throws {
    let texts = ["Swift", "A swift", "Sewing, fast", "Slow wifi, at first"]
    let scores = texts.compactMap { FuzzyMatch(of: "swft", in: $0)?.score }
    #expect(scores.count > 2 && scores == scores.sorted(by: >))
  }
}
