import Articles
import Testing

/// Lists of links that belong to the text, and those that don't.
@Suite struct ArticleListTests {
  private static let links = "<ul><li><a href=/x>The sea route</a><li><a href=/y>The ferry</a></ul>"
  private static let markdown =
    "- [The sea route](https://example.org/x)\n- [The ferry](https://example.org/y)"

  @Test(arguments: [
    ("<p>Here are some maps:</p>", "Here are some maps:\n\n\(markdown)"),
    ("<p>Here are some maps.</p>", "Here are some maps."),
    ("<p>Read also about it:</p>", ""), ("", ""),
  ])
  func linksStayIfTheTextSpeaksOfThem(before: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: before + Self.links) == markdown)
  }

  @Test func theWayToThePageIsNoText() throws {
    let way = "<ul><li><a href=/>Home</a><li><a href=/blog>Blog</a><li>The long crossing</ul>"
    let article = try ArticleSamples.article("<main>\(way)\(ArticleSamples.prose)</main>")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test func theHeadingRightAboveTheTextStays() throws {
    let article = try ArticleSamples.article(
      "<article><section><h2>At sea</h2><div>\(ArticleSamples.prose)</div></section></article>")
    #expect(article.markdown == "## At sea\n\n\(ArticleSamples.proseMarkdown)")
  }
}
