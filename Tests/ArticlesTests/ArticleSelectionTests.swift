import Articles
import Foundation
import Testing

/// What belongs to an article, and what's beside it.
@Suite struct ArticleSelectionTests {
  static let menu = """
    <nav><a href=/a>Home</a> <a href=/b>Islands</a></nav>
    <div class=sidebar><p>Our shop sells maps, ropes, and lamps. Come by, we're open.</p></div>
    """

  /// More prose than the article has.
  static let teasers = [1, 2, 3].map { page in
    "<div><div><a href=/\(page)>The night of the long ferry</a></div>\(ArticleSamples.prose)</div>"
  }.joined()

  @Test(arguments: [
    // Around the article.
    "\(menu)<article>\(ArticleSamples.prose)</article><footer>© 2024, a site.</footer>",
    "<div class=cookie-banner><p>We use cookies, and so on. Accept them, or not.</p></div>"
      + "<main>\(ArticleSamples.prose)</main>",
    "<div id=content>\(ArticleSamples.prose)<div class=comments><p>First! I like it, a lot, "
      + "and so does my dog.</p></div></div>",
    "<div>\(ArticleSamples.prose)<ul><li><a href=/1>Another story</a><li><a href=/2>One more</a>"
      + "</ul></div>",
    "<div>\(ArticleSamples.prose)<p hidden>Hidden, but long enough to be a sentence here.</p></div>",
    // In it, told by their words.
    "<article>\(ArticleSamples.prose)<p>Read also: <a href=/3>The last ferry of the year</a></p>"
      + "</article>",
    "<article>\(ArticleSamples.prose)<p>Lesen Sie auch: <a href=/3>Die letzte Fähre</a></p></article>",
    "<article>\(ArticleSamples.prose)<p>Foto: Erika Mustermann</p></article>",
    "<article>\(ArticleSamples.prose)<p>© 2024 The Daily Ferry</p></article>",
    "<article>\(ArticleSamples.prose)<h3>Weitere Artikel</h3><p>12.03.2024</p></article>",
    "<article>\(ArticleSamples.prose)<p>Abonnieren Sie unseren Newsletter</p></article>",
    "<article>\(ArticleSamples.prose)<p>Schlagworte: Fähre, Insel</p></article>",
    "<article>\(ArticleSamples.prose)<p>em/dpa</p></article>",
    "<article>\(ArticleSamples.prose)<p>&nbsp;Read also: <a href=/3>The last ferry of the year</a></p>"
      + "</article>",
    "<article>\(ArticleSamples.prose)<div><h3>Recommended for you</h3><div>\(teasers)</div></div></article>",
    "<article>\(ArticleSamples.prose)<p><b>Top stories</b></p><div>\(teasers)</div></article>",
    // Without end tags, and cut off.
    "<body><div><article>\(ArticleSamples.prose)",
    "\(menu)<article><h1>x</h1>\(ArticleSamples.prose.replacing("</p>", with: ""))",
    // Marked, within a page of other prose.
    "<form action=/><div class=entry-content>\(ArticleSamples.prose)</div></form>",
  ])
  func onlyTheArticleIsKept(html: String) throws {
    let article = try ArticleSamples.article(
      "<title>x</title>" + html)
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test("a section about related work stays")
  func relatedWork() throws {
    let section = """
      <h2 id=related-work>Related work</h2><p><a href=/1>Ferries of the north</a> has maps, tables, and prices.</p>\
      <p><a href=/2>Ferries of the south</a> has none, and is short.</p>
      """
    #expect(try ArticleSamples.markdown(of: section).hasPrefix("## Related work\n\n[Ferries"))
  }

  static let links =
    "<ul><li><a href=/1>Gulls of the north</a></li><li><a href=/2>Tides</a></li></ul>"
  static let linksMarkdown = """
    - [Gulls of the north](https://example.org/1)
    - [Tides](https://example.org/2)
    """

  @Test(
    "a list of links is a section of the article if its heading is like those of others",
    arguments: [
      ("<h2 id=see-also>See also</h2>", true), ("<h2>See also</h2>", false),
      ("<div><h2 id=See_also>See also</h2></div>", true),
      (
        "<h2><span id=See_also>See also</span> <a href='/w?action=edit'>edit</a></h2>", true
      ),
      ("<h3 id=see-also>See also</h3>", false), ("<h2 id=box>See also</h2>", false),
    ])
  func sectionLists(heading: String, isKept: Bool) throws {
    let sections = ["Ferries", "Harbours", "Islands"].map {
      "<h2 id=\($0.lowercased())>\($0)</h2>\(ArticleSamples.prose)"
    }
    let article = try ArticleSamples.article(
      "<article>\(sections.joined())\(heading)\(Self.links)</article>")
    #expect(article.markdown.hasSuffix(Self.linksMarkdown) == isKept)
    #expect(article.markdown.contains("## See also") == isKept)
  }

  @Test(
    "links that the text speaks of stay",
    arguments: [
      ("<ul><li>These have landed by now:\(links)</li>\(links)\(links)</ul>", true),
      ("<ul><li>More:\(links)</li>\(links)\(links)</ul>", false),
      ("<p>(<a href=/1>Artist: Erika Mustermann</a>)</p>", true),
      ("<p><a href=/1>Artist: Erika Mustermann</a></p>", false),
    ])
  func linksOfTheText(html: String, isKept: Bool) throws {
    #expect(try ArticleSamples.markdown(of: html).contains("](https://example.org/1)") == isKept)
  }

  @Test("a line at the end that has code is of the article")
  func codeAtTheEnd() throws {
    let html = "<article>\(ArticleSamples.prose)<p>Aliases: <code>hint</code></p></article>"
    #expect(try ArticleSamples.article(html).markdown.hasSuffix("Aliases: `hint`"))
  }

  @Test("a heading that's a link is that of a section among others that aren't")
  func linkedHeadings() throws {
    let sections = ["Ferries", "Harbours", "Islands", "<a href=/1>Lighthouses of the north</a>"].map
    {
      "<h2>\($0)</h2>\(ArticleSamples.prose)"
    }
    let markdown = try ArticleSamples.article("<article>\(sections.joined())</article>").markdown
    #expect(markdown.contains("## [Lighthouses of the north](https://example.org/1)"))
  }

  @Test(arguments: [
    "<h1>The ferry</h1><p class=lead>A night at sea, a day on land.</p>",
    "<h1>The ferry</h1><div class=intro>A night at sea, a day on land, and then home.</div>",
    "<header><h1>The ferry</h1><p>A night at sea, and a day on land, and then a long way home by night "
      + "for all of them.</p></header>",
  ])
  func introductionsAreKept(html: String) throws {
    let article = try ArticleSamples.article(
      "<title>The ferry</title><body>\(html)<div class=article-body>"
        + "\(ArticleSamples.prose)\(ArticleSamples.prose)</div>")
    #expect(article.plainText.hasPrefix("A night at sea"))
    #expect(article.plainText.hasSuffix("gave up at last."))
  }

  @Test("a list of teasers after the text isn't part of it, however long it is")
  func teasersAfterText() throws {
    let article = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)\(Self.teaserList)</article>")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test("a list of teasers without a text of its own is the article")
  func teasersAreText() throws {
    let article = try ArticleSamples.article(
      "<article><p>This is what happened at sea today, in short, by the hour.</p>"
        + "\(Self.teaserList)</article>")
    #expect(article.plainText.contains("Nobody had expected 4"))
  }

  private static let teaserList =
    "<ul>"
    + (1...4).map {
      "<li><h3><a href=/\($0)>What the harbour does at \($0) o'clock</a></h3><div>Nobody had expected "
        + "\($0) ships, three of them without lights, and a whale in the bay.</div></li>"
    }.joined() + "</ul>"

  @Test("a section's heading with the words of the title doesn't begin the article")
  func titleInSection() throws {
    let start = "Before you go, look at the sky, at the flags and at the captain's face."
    let article = try ArticleSamples.article(
      "<title>How to board a ferry early - a guide</title><article><p>\(start)</p>"
        + "<h2>How to board a ferry early</h2>\(ArticleSamples.prose)</article>")
    #expect(article.plainText.hasPrefix(start))
  }

  @Test(
    "labels in boxes of their own aren't text",
    arguments: [
      ("<div class=x><center>Advert</center></div>", false),
      ("<div><div>Close</div></div>", false),
      // One that stands where the paragraphs do, ends as a sentence does or heads a list.
      ("<div>Our view</div>", true),
      ("<div><div>The ship came.</div></div>", true),
      ("<div><div>You need:</div></div>", true),
      // In the box of what it heads, and items.
      (
        "<section><div><div>Step 1</div></div><p>Tie the rope to the pier, and wait for us.</p></section>",
        true
      ),
      ("<ul><li>A rope</li></ul>", true),
    ])
  func labels(html: String, isKept: Bool) throws {
    let text = try ArticleSamples.markdown(of: html)
    #expect(!text.isEmpty == isKept)
  }

  @Test(
    "short paragraphs at the end stay where the others stand",
    arguments: [
      ("<p>Good luck to you all</p><p>Your Anna</p>", "\n\nGood luck to you all\n\nYour Anna"),
      ("<div>em/dpa</div>", ""), ("<p><a href=/x>See more</a></p>", ""), ("<h3>More</h3>", ""),
    ])
  func shortEnd(html: String, markdown: String) throws {
    let article = try ArticleSamples.article(
      "<title>x</title><article>\(ArticleSamples.prose)\(html)</article>")
    #expect(article.markdown == ArticleSamples.proseMarkdown + markdown)
  }

  @Test("a page's heading may have its section before the title")
  func titleAfterSection() throws {
    let article = try ArticleSamples.article(
      "<title>The ferry that left the harbour</title><article>"
        + "<h1>Travel: The ferry that left the harbour</h1>\(ArticleSamples.prose)</article>")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test(
    "the title is the page's heading where the site's name stands beside that",
    arguments: [
      ("Boarding - Sea Help", "<h1>Boarding</h1>", "Boarding"),
      ("Boarding | Sea Help", "<h1><a href=#x>Boarding</a></h1>", "Boarding"),
      ("Boarding - Sea Help", "<div class=page-header><h1>Boarding</h1></div>", "Boarding"),
      ("Boarding early - Sea Help", "<h1>Boarding Early</h1>", "Boarding Early"),
      // Another heading, one of a section, and a part of a word.
      ("Boarding - Sea Help", "<h1>Leaving</h1>", "Boarding - Sea Help"),
      ("Boarding - Sea Help", "<h2>Boarding</h2>", "Boarding - Sea Help"),
      ("Boarding-house Rules", "<h1>Boarding</h1>", "Boarding-house Rules"),
    ])
  func cleanTitle(title: String, heading: String, expected: String) throws {
    let article = try ArticleSamples.article(
      "<title>\(title)</title><div>\(heading)\(ArticleSamples.prose)</div>")
    #expect(article.title == expected)
    if expected == "Boarding" { #expect(article.markdown == ArticleSamples.proseMarkdown) }
  }

  @Test func theTitleIsNotRepeated() throws {
    let article = try ArticleSamples.article(
      "<title>The ferry</title><article><h1>The Ferry</h1>\(ArticleSamples.prose)</article>")
    #expect(article.title == "The ferry")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test func metadataIsThatOfThePage() throws {
    let article = try ArticleSamples.article(
      """
      <html lang=en-GB><title>The ferry</title><meta name=author content="Ada Lovelace">
      <meta property=article:published_time content=2024-03-12T08:00:00Z>
      <article>\(ArticleSamples.prose)</article>
      """)
    #expect(article.byline == "Ada Lovelace")
    #expect(article.language == "en-GB")
    #expect(article.published == Date(timeIntervalSince1970: 1_710_230_400))
    #expect(article.wordCount == 53)
  }

  @Test func textForMachinesIsUsedIfThereIsNoOther() throws {
    let sentence = "The sea was calm, the coffee was thin, and the captain hummed an old song. "
    let body = String(repeating: sentence, count: 5)
    let article = try ArticleSamples.article(
      """
      <title>The ferry</title><script type=application/ld+json>
      {"@type": "NewsArticle", "articleBody": "\(body)\\nThe end, at last."}</script><div id=app></div>
      """)
    #expect(article.plainText.hasSuffix("old song.\n\nThe end, at last."))
  }

  @Test(
    arguments: [
      ("", .noArticle),
      ("<title>App</title><div id=root></div><script>start()</script>", .needsScripts),
      ("<title>Map</title><p><img src=/map.png></p>", .onlyPictures),
      ("<ul><li><a href=/1>One story</a><li><a href=/2>Another story</a></ul>", .noArticle),
      (
        "<h1>Sign in</h1><form><p>Please sign in to read on, it's free.</p><input type=password></form>",
        .noArticle
      ),
    ] as [(String, ArticleError)])
  func pagesWithoutAnArticleAreRefused(html: String, reason: ArticleError) {
    #expect(throws: reason) { try ArticleSamples.article(html) }
  }

  @Test func botWallsAreRefused() {
    #expect(throws: ArticleError.botWall(host: "example.org")) {
      try ArticleSamples.article("<title>Just a moment...</title><p>Checking, please wait.</p>")
    }
  }
}
