import Articles
import Foundation
import Testing

/// Articles that are Markdown files.
@Suite struct ArticleMarkdownTests {
  private func article(_ text: String) throws -> Article {
    let url = try #require(URL(string: "https://example.org/docs/README.md"))
    return try Article(markdown: Data(text.utf8), url: url)
  }

  @Test func allOfTheTextIsTheArticle() throws {
    let text = """
      See [the map](map.md), read more, and share.

      ## Ports

      - [Aberdeen](https://example.org/a)
      - Lerwick

      > Mind the gap.

      ```swift
      let ferry = 1
      ```

      ![A ship](https://example.org/ship.jpg)
      """
    let article = try article("# The ferry\n\n" + text)
    #expect(article.title == "The ferry")
    #expect(
      article.markdown
        == text.replacing("(map.md)", with: "(https://example.org/docs/map.md)"))
  }

  @Test(arguments: [
    ("---\ntitle: \"The ferry\"\nauthor: Ada\n---\nIt left.", "The ferry", "Ada", "It left."),
    ("\u{FEFF}---\r\ntitle: A\r\n...\r\n# B\r\nText", "A", nil, "B\n\nText"),
    ("---\nIt left.", nil, nil, "It left."), ("It left.", nil, nil, "It left."),
    ("<h1 align=center>The ferry</h1>\n<script>x()</script>\n\nText", "The ferry", nil, "Text"),
  ])
  func frontMatterIsRead(text: String, title: String?, byline: String?, plain: String) throws {
    let article = try article(text)
    #expect(article.title == title)
    #expect(article.byline == byline)
    #expect(article.plainText == plain)
  }

  @Test(arguments: ["", "---\ntitle: A\n---\n", "# Only a title"])
  func emptyFilesAreRefused(text: String) {
    #expect(throws: ArticleError.noArticle) { try article(text) }
  }

  @Test(
    "containers within containers take no more time than their text",
    arguments: ["+ ", "> ", "1. "])
  func nestedContainers(mark: String) throws {
    let text =
      String(repeating: mark, count: 10_000) + "a" + String(repeating: "\n", count: 20_000) + "end"
    #expect(try article(text).plainText.hasSuffix("end"))
    let indented = (0..<200).map { String(repeating: "  ", count: $0) + mark + "x" }
    let nested = indented.joined(separator: "\n") + String(repeating: "\n", count: 20_000) + "end"
    #expect(try article(nested).plainText.hasSuffix("end"))
  }

  @Test(arguments: ["> ", "- ", "[", "*a ", "---\n", "a: b\n", "<div>", "![](a) "])
  func hostileFilesAreReadInLinearTime(part: String) throws {
    let text = "---\n" + String(repeating: part, count: 10_000) + "\nThe end."
    let plain = (try? article(text))?.plainText ?? ""
    #expect(plain.utf8.count <= 2 * text.utf8.count)
  }
}
