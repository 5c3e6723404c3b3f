import LinkPreview
import Testing

/// Headings with what generators put into them and around them.
@Suite struct ArticleHeadingTests {
  @Test(arguments: [
    "<h2 id=a><a href='#a'>The crossing</a></h2>",
    "<h2 id=a>The crossing<a class=headerlink href='#a'>¶</a></h2>",
    "<h2 id=a><a class=anchor href='#a'>§</a> The crossing</h2>",
    "<h2 id=a>The crossing <a href='/blog/ferry#a'>🔗</a></h2>",
    "<h2 id=a>The crossing<a href='#a'>&#8203;</a></h2>",
    "<h2 id=a>The crossing<a href='#a'><span class=sr-only>Link to this heading</span></a></h2>",
    "<h2 id=a>The crossing<a href='#a'>Copy link</a></h2>",
    "<div><h2 id=a>The crossing</h2><a href='#a'>Section titled “The crossing”</a></div>",
    "<div><h2>The crossing</h2><a class=anchor href='#a'>#</a></div>",
    "<a href='#a'><div><h2 id=a>The crossing</h2></div></a>",
    "<div role=heading aria-level=2>The crossing</div>",
  ])
  func permalinksAreNoText(html: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == "## The crossing")
  }

  @Test(arguments: [
    (
      "<h2>The <a href='/sea'>crossing</a></h2>", "## The [crossing](https://example.org/sea)"
    ),
    ("<h2>C# <a href='#n'>12</a></h2>", "## C# 12"),
    ("<p>Go to <a href='#a'>#</a>.</p>", "Go to [#](https://example.org/blog/ferry#a)."),
    (
      "<b><blockquote>The crossing took six hours, sir.</blockquote></b>",
      "> **The crossing took six hours, sir.**"
    ),
  ])
  func otherLinksStay(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }

  @Test(arguments: ["Monday, May 3, 2004", "3 May 2004"])
  func daysAboveAPostAreNoHeadings(day: String) throws {
    let article = try ArticleSamples.article("<h3>\(day)</h3>\(ArticleSamples.prose)")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }
}
