import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

struct SitemapTests {
  private let sitemap = """
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x" xmlns:news="y">
    <url><loc>https://s.example/?a=1&amp;b=2</loc><lastmod>2017-07-14T02:40:00+00:00</lastmod>
    <image:image><image:loc>https://s.example/i.png</image:loc><image:title>no</image:title></image:image></url>
    <url><loc> https://s.example/n
    </loc><news:news><news:publication><news:name>N</news:name></news:publication>
    <news:publication_date>2017-07-14T02:40:00Z</news:publication_date><news:title>A &amp; B</news:title>
    </news:news></url>
    <url><lastmod>2017-07-14</lastmod></url></urlset>
    """

  private var links: [Bookmark] {
    get throws {
      [
        Bookmark(url: try url("https://s.example/?a=1&b=2"), savedAt: date(1_500_000_000)),
        Bookmark(
          url: try url("https://s.example/n"), title: "A & B", savedAt: date(1_500_000_000)),
      ]
    }
  }

  @Test("a sitemap is read, without its images")
  func pages() throws {
    let contents = try contents(of: sitemap)
    #expect(contents.format == .sitemap)
    #expect(contents.bookmarks == (try links))
    #expect(
      contents.problems == [
        BookmarkProblem(line: 9, sentence: "An entry has no address.", kind: .noAddress)
      ])
  }

  @Test("a sitemap index lists its sitemaps")
  func index() throws {
    let contents = try contents(
      of: """
        <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>https://s.example/1.xml.gz</loc><lastmod>2017-07-14</lastmod></sitemap>
        <sitemap><loc>https://s.example/2.xml</loc></sitemap><sitemap></sitemap></sitemapindex>
        """)
    #expect(contents.bookmarks.isEmpty)
    #expect(
      contents.references.map(\.address.text) == [
        "https://s.example/1.xml.gz", "https://s.example/2.xml",
      ])
    #expect(contents.references.allSatisfy { $0.kind == .sitemap })
  }

  @Test("an outline tells which of its entries are feeds")
  func outline() throws {
    let contents = try contents(
      of: """
        <opml version="2.0"><head><title>My feeds</title></head><body><outline text="Swift">
        <outline text="A" xmlUrl="feed://a.example/feed" htmlUrl="https://a.example/" category="x"/>
        <outline text="B" url="https://b.example/"/></outline></body></opml>
        """)
    #expect(contents.title == "My feeds")
    #expect(contents.bookmarks.map(\.address.text) == ["https://a.example/", "https://b.example/"])
    let feed = try #require(contents.references.first)
    #expect(contents.references.count == 1)
    #expect(feed.kind == .feed && feed.address.text == "http://a.example/feed")
    #expect(feed.title == "A" && feed.tags == ["Swift", "x"])
  }

  @Test("a gzip file is inflated, also one of several members")
  func gzip() async throws {
    let half = sitemap.utf8.count / 2
    let parts = [Array(sitemap.utf8.prefix(half)), Array(sitemap.utf8.dropFirst(half))]
    #expect(try await readFile(Gzip.stored(Array(sitemap.utf8))).bookmarks == (try links))
    let members = parts.flatMap(Gzip.stored) + [0, 0, 0]
    #expect(try await readFile(members).bookmarks == (try links))
  }

  @Test("a damaged or enormous gzip file is an error")
  func badGzip() async throws {
    let file = Gzip.stored(Array(sitemap.utf8))
    for bytes in [Array(file.dropLast()), Array(file.prefix(12)), [0x1F, 0x8B, 8, 0, 7]] {
      let error = await #expect(throws: BookmarkFileError.self) { try await readFile(bytes) }
      #expect(error?.description.hasSuffix("is a damaged gzip file, or its end is missing") == true)
    }
    let bomb = Gzip.zeros(megabytes: 80, after: Array("https://a.example/\n".utf8))
    let error = await #expect(throws: BookmarkFileError.self) {
      try await readFile(bomb, format: .safari)
    }
    #expect(
      error?.description.hasSuffix("is larger than 64 MB when it's decompressed") == true)
  }
}
