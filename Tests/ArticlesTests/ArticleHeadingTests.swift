import Articles
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
    "<h2><a href='#'>The crossing</a></h2>", "<a href='#'><h2>The crossing</h2></a>",
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

  @Test(
    "a name that's made of the heading says nothing of what the heading and its section are",
    arguments: [
      ("<h2 id=related-work>Related work</h2>", "Related work"),
      ("<h2 id=related-work-2>Related work</h2>", "Related work"),
      ("<h2><span id='Related_work'>Related work</span></h2>", "Related work"),
      ("<h2 id=user-content-sharing>Sharing</h2>", "Sharing"),
      (
        "<div id=comments-on-how-the-ferry-runs><h2>Comments on how the ferry runs</h2>",
        "Comments on how the ferry runs"
      ),
    ])
  func slugs(html: String, heading: String) throws {
    let markdown = try ArticleSamples.markdown(of: "\(html)\(ArticleSamples.prose)</div>")
    #expect(markdown == "## \(heading)\n\n\(ArticleSamples.proseMarkdown)")
  }

  @Test("a name that a designer gives says what an element is", arguments: ["related", "comments"])
  func namesOfBoxes(name: String) throws {
    let html =
      "<div id=\(name)><h2>\(name)</h2><p>I like it, a lot, and so does my old dog.</p></div>"
    let article = try ArticleSamples.article("<div>\(ArticleSamples.prose)\(html)</div>")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test(
    "what an element has, and how it's set, isn't what it is",
    arguments: [
      "has-sidebar", "with-comments", "Padding-bottom--16", "margin-bottom", "chapter h2-related",
    ])
  func qualifiedNames(name: String) throws {
    let html = "<div class='\(name)'><h2>The crossing</h2></div>"
    #expect(
      try ArticleSamples.markdown(of: html + "<p>It rained.</p>").hasPrefix("## The crossing"))
  }

  @Test(
    "a picture in a heading comes after it, unless it's an icon",
    arguments: [
      (
        "<h2>The crossing <a href=/big/a.jpg><img src=/a.jpg></a></h2>",
        "\n\n![](https://example.org/big/a.jpg)"
      ),
      ("<h2><img src=/icon.png> The crossing</h2>", ""),
    ])
  func picturesInHeadings(html: String, picture: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == "## The crossing\(picture)")
  }

  @Test(arguments: ["Monday, May 3, 2004", "3 May 2004"])
  func daysAboveAPostAreNoHeadings(day: String) throws {
    let article = try ArticleSamples.article("<h3>\(day)</h3>\(ArticleSamples.prose)")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }
}
