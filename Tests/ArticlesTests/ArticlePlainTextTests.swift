import Articles
import Foundation
import Testing

/// Articles that are plain text.
@Suite struct ArticlePlainTextTests {
  private static let wrapped = """
    The ferry left at nine, an hour late, because nobody could find the
    captain. When he came, he said nothing, and went to the bridge.
    """

  @Test(arguments: [
    // Prose that was wrapped, and lines that weren't.
    (wrapped, [ArticleBlock.paragraph([.text(wrapped.replacing("\n", with: " "))])]),
    ("One\nTwo\n", [.paragraph([.text("One"), .lineBreak, .text("Two")])]),
    (
      "   It was night.\r\n\r\nAll slept.",
      [
        .code("   It was night.", language: nil), .paragraph([.text("All slept.")]),
      ]
    ),
    (
      "  It was night, and the sea was as black as the sky above the\nship. All slept.",
      [
        .paragraph([
          .text("It was night, and the sea was as black as the sky above the ship. All slept.")
        ])
      ]
    ),
    // Code, tables and drawings.
    (
      "Run it:\n\n    make\n\n    make install\n\nDone.",
      [
        .paragraph([.text("Run it:")]), .code("    make\n\n    make install", language: nil),
        .paragraph([.text("Done.")]),
      ]
    ),
    ("Port     Time\nLerwick  9:00", [.code("Port     Time\nLerwick  9:00", language: nil)]),
    ("A\u{1B}[31m\u{202E}\nB", [.paragraph([.text("A[31m"), .lineBreak, .text("B")])]),
  ])
  func linesStayWhereTheyMatter(text: String, blocks: [ArticleBlock]) throws {
    #expect(try Article(text: Data(text.utf8)).blocks == blocks)
  }

  @Test func wrappedTextHasOnlyParagraphs() throws {
    let article = try Article(text: Data("A\n  b\n\n   C".utf8), isWrapped: true)
    #expect(article.blocks == [.paragraph([.text("A b")]), .paragraph([.text("C")])])
  }

  @Test(arguments: ["", " \n\t\r\n", "\u{202E}"])
  func emptyFilesAreRefused(text: String) {
    #expect(throws: ArticleError.noArticle) { try Article(text: Data(text.utf8)) }
  }
}
