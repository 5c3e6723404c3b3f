import Testing

@testable import LinkStore

struct WordListTests {
  @Test(
    "words that contain the given text are found",
    arguments: [
      ("script", ["javascript", "script", "typescript"]),
      ("SCR", ["javascript", "script", "typescript"]),
      ("java", ["javascript"]), ("門チ", ["入門チュートリアル"]), ("café", ["cafe"]), ("x", []), ("", []),
      ("t\nt", []),
    ])
  func contains(part: String, expected: [String]) {
    let list = WordList("cafe\njavascript\nscript\ntypescript\n入門チュートリアル")
    #expect(list.words(containing: part) == expected)
    #expect(WordList("").words(containing: part).isEmpty)
  }
}
