import Bookmarks
import Foundation
import Markup
import Testing

struct FeedTests {
  private func feed(_ text: String, base: String? = nil) throws -> BookmarkReader.Contents {
    let contents = try contents(of: text, options: .init(base: base.flatMap { URL(string: $0) }))
    #expect(contents.format == .feed)
    return contents
  }

  @Test("RSS 2.0 is read, and other elements of the same name are not")
  func rss() throws {
    let feed = try feed(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="x">
      <channel><title>Stellar &amp;amp; Sons</title><link>https://stars.example/</link>
      <atom:link href="https://stars.example/feed" rel="self"/>
      <image><title>Logo</title><link>https://logo.example/</link></image>
      <item><title><![CDATA[Rays &amp; <b>light</b>]]></title><media:title>no</media:title>
      <link>https://stars.example/a?x=1&amp;y=2</link><guid isPermaLink="false">7</guid>
      <pubDate>Fri, 14 Jul 2017 02:40:00 GMT</pubDate>
      <category>optics</category><category><![CDATA[C & C++]]></category>
      <description>&lt;p&gt;A &lt;i&gt;ray&lt;/i&gt;.&lt;/p&gt;&lt;p&gt;More.&lt;/p&gt;</description></item>
      <item><title>The &lt;p&gt; element</title><guid>https://stars.example/b</guid>
      <atom:link rel="self" href="https://no.example/"/></item>
      <item><title>nothing</title><guid isPermaLink="false">https://stars.example/c</guid></item>
      </channel></rss>
      """)
    #expect(feed.title == "Stellar & Sons")
    #expect(
      feed.bookmarks == [
        Bookmark(
          url: try url("https://stars.example/a?x=1&y=2"), title: "Rays & light",
          summary: "A ray. More.", tags: ["optics", "C & C++"], savedAt: date(1_500_000_000)),
        Bookmark(url: try url("https://stars.example/b"), title: "The <p> element"),
      ])
    #expect(
      feed.problems == [
        BookmarkProblem(line: 13, sentence: "An entry has no address.", kind: .noAddress)
      ])
  }

  @Test("Atom is read as its types say, with the bases of its elements")
  func atom() throws {
    let feed = try feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/">
      <title type="html">My &lt;em&gt;Blog&lt;/em&gt;</title><id>urn:1</id><link rel="self" href="f"/>
      <entry xml:base="2024/"><source><title>Other</title><link href="https://other.example/"/></source>
      <title type="html">&amp;lt;T&amp;gt; &lt;b&gt;x&lt;/b&gt;</title>
      <link rel="enclosure" href="x.mp3"/><link type="application/json" href="one.json"/>
      <link rel="alternate" type="text/html" href="one"/><id>urn:2</id>
      <updated>2020-01-01T00:00:00Z</updated><published>2017-07-14T02:40:00Z</published>
      <category term="t1" label="Topic One"/><category term="t2"/><summary>a &lt; b &amp;amp;</summary>
      </entry>
      <entry><title type="xhtml"><div>Less <em>i</em>s <b>more</b></div></title>
      <id>https://a.example/two</id><updated>2017-07-14T02:40:00Z</updated>
      <content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry>
      </feed>
      """, base: "https://a.example/feed.xml")
    #expect(feed.title == "My Blog")
    #expect(
      feed.bookmarks == [
        Bookmark(
          url: try url("https://a.example/blog/2024/one"), title: "<T> x", summary: "a < b &amp;",
          tags: ["Topic One", "t2"], savedAt: date(1_500_000_000)),
        Bookmark(
          url: try url("https://a.example/two"), title: "Less is more", summary: "Long",
          savedAt: date(1_500_000_000)),
      ])
  }

  @Test("RSS 1.0 is read, with its subjects and dates")
  func rdf() throws {
    let feed = try feed(
      """
      <rdf:RDF xmlns:rdf="x" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="https://r.example/"><title>R</title>
      <items><rdf:Seq><rdf:li rdf:resource="https://r.example/1"/></rdf:Seq></items></channel>
      <image><title>no</title></image>
      <item rdf:about="https://r.example/1"><title>One</title><dc:subject>s</dc:subject>
      <dc:date>2017-07-14T02:40:00Z</dc:date></item></rdf:RDF>
      """)
    #expect(feed.title == "R")
    #expect(
      feed.bookmarks == [
        Bookmark(
          url: try url("https://r.example/1"), title: "One", tags: ["s"],
          savedAt: date(1_500_000_000))
      ])
  }

  @Test("JSON Feed is read")
  func json() throws {
    let feed = try feed(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "J", "home_page_url": "https://j.example/",
       "items": [
        {"id": "1", "url": "/one", "title": "One", "content_html": "<p>Hi &amp; lo.</p>",
         "date_published": "2017-07-14T02:40:00Z", "tags": ["a", "b"]},
        {"id": "https://j.example/2", "content_text": "Only text"},
        {"id": "3", "external_url": "https://x.example/"}, {"id": "4"}]}
      """)
    #expect(feed.title == "J")
    #expect(
      feed.bookmarks == [
        Bookmark(
          url: try url("https://j.example/one"), title: "One", summary: "Hi & lo.",
          tags: ["a", "b"], savedAt: date(1_500_000_000)),
        Bookmark(url: try url("https://j.example/2"), summary: "Only text"),
        Bookmark(url: try url("https://x.example/")),
      ])
    #expect(feed.problems.count == 1)
  }

  @Test(
    "relative addresses are relative to the element's base, the feed or the site",
    arguments: [
      ("", "https://f.example/feed/all", "https://f.example/x"),
      ("", nil, "https://site.example/x"),
      (" xml:base='https://b.example/'", "https://f.example/", "https://b.example/x"),
    ] as [(String, String?, String)])
  func bases(attribute: String, base: String?, address: String) throws {
    let feed = try feed(
      "<rss\(attribute)><channel><link>https://site.example/a/</link><item><link>/x</link></item></channel></rss>",
      base: base)
    #expect(feed.bookmarks.map(\.address.text) == [address])
  }

  @Test("the original address of a proxied feed comes first")
  func original() throws {
    let feed = try feed(
      "<rss><channel><item><link>https://proxy.example/</link><feedburner:origLink>https://a.example/</feedburner:origLink></item></channel></rss>"
    )
    #expect(feed.bookmarks.map(\.address.text) == ["https://a.example/"])
  }

  @Test("feeds with HTML's entities are read, and those that are cut off aren't")
  func damaged() throws {
    let item = "<item><title>caf&eacute;</title><link>https://a.example/</link></item>"
    #expect(try feed("<rss><channel>\(item)</channel></rss>").bookmarks.map(\.title) == ["café"])
    #expect(throws: BookmarkFileError.self) { try feed("<rss><channel>\(item)") }
    #expect(throws: BookmarkFileError.self) {
      try feed("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":")
    }
  }

  @Test(
    "a summary is the first sentences of a text",
    arguments: [
      (String(repeating: "Four words a sentence. ", count: 20), 13 * 23 - 1, "sentence."),
      (String(repeating: "word ", count: 100), 300, "word…"),
      (String(repeating: "字", count: 150) + "。" + String(repeating: "字", count: 200), 151, "字。"),
    ])
  func excerpt(text: String, count: Int, end: String) throws {
    let feed = try feed(
      "<rss><channel><item><link>https://a.example/</link><description>\(text)</description></item></channel></rss>"
    )
    let summary = try #require(feed.bookmarks.first?.summary)
    #expect(summary.count == count)
    #expect(summary.hasSuffix(end))
  }
}
