import Articles
import Foundation
import Testing

/// Articles that are feeds.
@Suite struct ArticleFeedTests {
  private func article(_ feed: String) throws -> Article {
    let url = try #require(URL(string: "https://example.org/blog/feed.xml"))
    return try Article(feed: Data(feed.utf8), url: url)
  }

  /// One entry with the same content in each form.
  static let feeds = [
    """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Ferries</title><language>en</language>
    <item><title>The timetable</title><link>https://example.org/blog/1</link>
    <description>Only a summary</description>
    <content:encoded><![CDATA[<p>See <a href="map.html">the map</a>, R&amp;D.</p><ul><li>One</li>
    </ul>]]></content:encoded></item></channel></rss>
    """,
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Ferries</title>
    <entry><title>The timetable</title><link rel="self" href="x"/><link href="1"/>
    <summary>Only a summary</summary><content type="html">&lt;p>See &lt;a href="map.html">the
    map&lt;/a>, R&amp;amp;D.&lt;/p>&lt;ul>&lt;li>One</content></entry></feed>
    """,
    """
    <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Ferries</a:title>
    <a:entry><a:title>The timetable</a:title><a:link rel="alternate" href="/blog/1"/>
    <a:content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>See
    <h:a href="map.html">the map</h:a>, R&amp;D.</h:p><h:ul><h:li>One</h:li></h:ul></h:div>
    </a:content></a:entry></a:feed>
    """,
    #"""
    {"version": "https://jsonfeed.org/version/1.1", "title": "Ferries", "items": [
      {"id": "1", "url": "https://example.org/blog/1", "title": "The timetable",
       "content_html": "<p>See <a href=\"map.html\">the map</a>, R&amp;D.</p><ul><li>One</li></ul>"}]}
    """#,
    // Not well-formed, without its end, and with only a summary.
    """
    <rss><channel><title>Ferries</title><item><title>The timetable</title>
    <link>https://example.org/blog/1</link><description>&lt;p>See &lt;a href="map.html">the
    map&lt;/a>, R&amp;amp;D.&lt;/p>&lt;ul>&lt;li>One</description>&nbsp;
    """,
  ]

  @Test(arguments: feeds) func entriesAreReadWhole(feed: String) throws {
    let article = try article(feed)
    #expect(article.title == "Ferries")
    #expect(
      article.markdown == """
        ## [The timetable](https://example.org/blog/1)

        See [the map](https://example.org/blog/map.html), R\\&D.

        - One
        """)
  }

  @Test func plainTextStaysText() throws {
    let atom = try article(
      """
      <feed><title>A</title><entry><title type="text">1 &lt; 2</title>
      <content>If a &lt;b> c

      Then d</content></entry><entry><title>Empty</title></entry></feed>
      """)
    #expect(atom.plainText == "1 < 2\n\nIf a <b> c\n\nThen d\n\nEmpty")
    let json = try article(
      #"{"title": "A", "items": [{"content_text": "If a <b> c\n\nThen d"}, {}, 5]}"#)
    #expect(json.plainText == "If a <b> c\n\nThen d")
  }

  @Test(arguments: [
    "", "{", "{}", #"{"items": 5}"#, "<rss>", "<rss><item>",
    "<feed><entry><title>A</title></entry>",
    "<rss><item><link>javascript:x()</link><description> </description></item></rss>",
  ])
  func feedsWithoutContentAreRefused(feed: String) {
    #expect(throws: ArticleError.noArticle) { try article(feed) }
  }

  @Test(arguments: [
    "<item>", "<entry><content type='xhtml'>", "<a:", "<![CDATA[", "&a;", "{\"a\":[",
  ])
  func hostileFeedsAreReadInLinearTime(part: String) {
    let feed = "<feed>" + String(repeating: part, count: 10_000)
    let plain = (try? article(feed))?.plainText ?? ""
    #expect(plain.utf8.count <= 2 * feed.utf8.count)
  }
}
