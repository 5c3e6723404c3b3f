import Foundation
import Testing

@testable import LinkPreview

@Suite("Page fields")
struct PageFieldTests {
  @Test(
    "the headline shows which part of the title is the title",
    arguments: [
      ("article", "Story | Daily News", "<article><h1>Story</h1></article>", "Story"),
      ("article", "Daily News: Story", "<main><h1>Story</h1></main>", "Story"),
      ("article", "Story | Daily News", "<h1 class=Head-headline>Story</h1>", "Story"),
      ("article", "“Story” – News", "<article><h1>\"Story\"</h1></article>", "\"Story\""),
      ("article", "Story | Daily News", "<h1>Story</h1>", "Story | Daily News"),
      ("article", "Dune: Part Two", "<article><h1>Dune</h1></article>", "Dune: Part Two"),
      ("article", "Anti-Hero", "<article><h1>Anti</h1></article>", "Anti-Hero"),
      (
        "article", "Rubric: Story of it all", "<article><h1>Story of it all</h1></article>",
        "Story of it all"
      ),
      (
        "article", "Episode 12: How Rust Won", "<main><h1>Episode 12</h1></main>",
        "Episode 12: How Rust Won"
      ),
      ("article", "Story: Daily News", "<article><h1>Story</h1></article>", "Story"),
      ("article", "Story telling", "<article><h1>Story</h1></article>", "Story telling"),
      ("website", "Story | Daily News", "<article><h1>Story</h1></article>", "Story | Daily News"),
      ("article", "Story | Daily News", "<h1>Daily News</h1>", "Story | Daily News"),
    ])
  func headline(type: String, written: String, body: String, title: String) throws {
    let page = """
      <head><meta property="og:type" content="\(type)"><meta property="og:title" content='\(written)'>
      <meta property="og:site_name" content="Daily News"></head><body>\(body)</body>
      """
    #expect(try metadata(page).title == title)
  }

  @Test(
    "the names of metas are read in any spelling",
    arguments: [
      "property=og:title", "name=OG:Title", "property='og&#x3A;title'", "property=' og:title x'",
      "property=x name=og:title", "itemprop=og:title",
    ])
  func metaNames(attribute: String) throws {
    for content in ["content='A &amp; B'", "value='A &amp; B'", "content='' value='A &amp; B'"] {
      let page = "<head><meta \(attribute) \(content)><title>C</title></head>"
      #expect(try metadata(page).title == "A & B")
    }
    let both = "<head><meta \(attribute) value=No content=Yes><title>C</title></head>"
    #expect(try metadata(both).title == "Yes")
  }

  @Test("pictures, descriptions and authors may be values too, but redirects may not")
  func values() throws {
    let page = """
      <head><title>T</title><meta name=twitter:image value=/i.png><meta name=author value=Ada>
      <meta name=twitter:description value=D><meta http-equiv=refresh value='0; url=/next'></head>
      """
    let found = try metadata(page)
    #expect(found.image?.url.path() == "/i.png")
    #expect(found.author == "Ada")
    #expect(found.summary == "D")
    let reader = PageReader(transportLabel: nil)
    reader.read(Array(page.utf8))
    reader.finish()
    #expect(reader.page(at: found.url).refreshTarget == nil)
  }

  private static let placeholders = [
    "undefined", "null", "NaN", "[object Object]", " undefined ", "{{ title }}",
    "{{page.title | escape}}", "${title}", "<%= title %>", "&lt;%= title %&gt;", "{% title %}",
    "{{ title }} | Daily News", "Daily News – {{title}}", "{{ site }} - {{ title }}",
    "${post.title}: ${site.name}", "#{title}", "{{{title}}}",
  ]

  @Test("what a template left unfilled isn't a title or a description", arguments: placeholders)
  func placeholder(text: String) throws {
    let content = "content=\"\(text)\""
    let page = """
      <head><title>Story</title><meta property=og:title \(content)><meta name=author \(content)>
      <meta property=og:description \(content)><meta name=description content=Told>
      <meta property=og:site_name \(content)><meta name=application-name content=App></head>
      """
    let found = try metadata(page)
    #expect(found.title == "Story")
    #expect(found.summary == "Told")
    #expect(found.siteName == "App")
    #expect(found.author == nil)
    let first = "<head><title>\(text)</title></head><body><h1>Story</h1>"
    #expect(try metadata(first).title == "Story")
    #expect(try metadata(first.replacing("<h1>Story</h1>", with: "")).title == nil)
  }

  @Test(
    "a title may be about templates and values",
    arguments: [
      "Undefined behaviour", "undefined - JavaScript | MDN", "Null", "The NaN song", "{{",
      "How {{ title }} is escaped in Jinja", "{{ }} – what braces mean", "Using ${HOME} in a shell",
      "What is <%= for?", "[object Object] explained", "null island",
    ])
  func aboutPlaceholders(title: String) throws {
    let escaped = title.replacing("<", with: "&lt;")
    #expect(try metadata("<meta property=og:title content=\"\(escaped)\">").title == title)
  }

  @Test("an entity is found by its identifier, wherever the page describes it")
  func references() throws {
    let page = """
      <head><title>T</title><script type="application/ld+json">
      [{"@type": "Article", "author": {"@id": "#a"}, "publisher": {"@id": "#none"}},
       {"@id": "#a"}, {"x": [{"y": {"@id": "#a", "name": null, "name": "Ada"}}]}]
      </script></head>
      """
    #expect(try metadata(page).author == "Ada")
  }

  @Test(
    "the display title omits the site name that a card shows beside it",
    arguments: [
      ("Bob Dylan - Wikipedia", "Wikipedia", "Bob Dylan"),
      ("The Times | Story", "Times", "Story"), ("Story | daily-news.org", nil, "Story"),
      ("Story - Part 2", "Daily", "Story - Part 2"), ("Wikipedia", "Wikipedia", "Wikipedia"),
      (" | Daily", "Daily", "| Daily"), ("Well-known", "known", "Well-known"),
      ("A Film on Daily News", nil, "A Film"), ("News on Tuesday", nil, "News on Tuesday"),
      ("Daily News on Mars", nil, "Daily News on Mars"),
      // What sites add to the name that their host has.
      ("Story | Daily-News Online", nil, "Story"), ("Story – Daily-News TV", nil, "Story"),
      ("Story | Daily-News Quiz", nil, "Story | Daily-News Quiz"),
    ] as [(String, String?, String)])
  func displayTitle(title: String, site: String?, shown: String) throws {
    let url = try #require(URL(string: "https://www.daily-news.org/"))
    var metadata = LinkMetadata(originalURL: url)
    #expect(metadata.displayTitle == "www.daily-news.org")
    metadata.title = title.trimmingCharacters(in: .whitespaces)
    metadata.siteName = site
    #expect(metadata.displayTitle == shown)
  }

  @Test(
    "a host may spell the name of its site in other letters",
    arguments: [
      ("Story | Süddorf Post", "sueddorf-post.de", "Story"),
      ("Story | Süddorf Post", "www.suddorfpost.de", "Story"),
      ("Story - Global Tree Fund", "gtf.int", "Story"),
      ("Story - Global Tree Fund", "gtx.int", "Story - Global Tree Fund"),
    ])
  func siteInHost(title: String, host: String, shown: String) throws {
    var metadata = LinkMetadata(originalURL: try #require(URL(string: "https://\(host)/story")))
    metadata.title = title
    #expect(metadata.displayTitle == shown)
  }

  @Test(
    "a title element loses what follows the headline",
    arguments: [
      ("Story | Some Site", "<main><h1>Story</h1></main>", "Story"),
      ("Blog of Ada - Story", "<main><h1>Story</h1></main>", "Blog of Ada - Story"),
      ("Daily News - Story", "<main><h1>Story</h1></main>", "Story"),
      ("Story - Daily News", "<h1>Other</h1>", "Story - Daily News"),
      (
        "Story - Daily News", ld(#"{"@type":"Article","datePublished":"2020-01-02"}"#), "Story"
      ),
    ])
  func titleElement(written: String, body: String, title: String) throws {
    let page = "<head><title>\(written)</title></head><body>\(body)</body>"
    #expect(try metadata(page, at: "https://www.daily-news.org/story").title == title)
  }

  @Test(
    "the site name is found",
    arguments: [
      (ld(#"{"@type":"NewsArticle","publisher":{"name":"The Publisher"}}"#), "The Publisher"),
      (ld(#"{"@graph":[{"@type":"WebSite","name":"The Site"},{"@type":"WebPage"}]}"#), "The Site"),
      ("<meta name=application-name content=App><title>T</title>", "App"),
      ("<title>Story | Daily News</title>", "Daily News"),
      ("<title>Story</title>", "daily-news.org"),
      (ld(#"{"@type":"Article","publisher":"https://facebook.com/x"}"#), "daily-news.org"),
    ])
  func siteName(html: String, name: String) throws {
    #expect(try metadata(html).siteName == name)
  }

  @Test(
    "the authors are found",
    arguments: [
      ("<meta name=author content='By Ada L.'>", "Ada L."),
      ("<meta name=author content='Von Miller'>", "Von Miller"),
      ("<meta name=author content='von Ada L.'>", "Ada L."),
      (
        "<meta name=author content='Jane Doe'><meta name=author content='By Jane Doe and John Roe'>",
        "Jane Doe and John Roe"
      ),
      (
        "<meta name=author content='Jane Doe, John Roe'><meta name=author content='john roe'>",
        "Jane Doe, John Roe"
      ),
      ("<meta name=author content=Ada><meta name=author content='Ada B'>", "Ada, Ada B"),
      (
        "<meta property=article:author content='https://facebook.com/x'><meta name=author content=A>",
        "A"
      ),
      ("<meta property=article:author content=262588213843476>", nil),
      (ld(#"{"@type":"Article","author":[{"name":"A"},null,{"name":"B"},{"name":"a"}]}"#), "A, B"),
      (ld(#"{"@graph":[{"@type":"Article","author":{"@id":"/p"}},{"@id":"/p","name":"P"}]}"#), "P"),
      ("<div itemscope itemtype='http://schema.org/Article'><b itemprop=author>M</b></div>", "M"),
      (
        "<div itemscope itemtype='http://schema.org/Article'><i itemprop=author itemscope><b itemprop=name>N</b></i></div>",
        "N"
      ),
      ("<meta name=dc.creator content=D>", "D"), ("<a rel=author href=/x>Linked</a>", "Linked"),
      ("<meta name=twitter:creator content=@t>", nil), ("<p>", nil),
      ("<meta name=twitter:creator content='Ada L.'>", "Ada L."),
      (
        "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ada L.'>",
        "Ada L."
      ),
      (
        "<meta name=twitter:label1 content=Price><meta name=twitter:data1 content='Ten Euros'>", nil
      ),
      ("<meta name=citation_author content='Lovelace, Ada'>", "Ada Lovelace"),
      (ld(#"{"@type":"Article","author":{"@type":"Person","name":", DAILY NEWS"}}"#), nil),
    ] as [(String, String?)])
  func author(html: String, author: String?) throws {
    #expect(try metadata(html).author == author)
  }

  @Test(
    "the authors that a page shows below its heading are found",
    arguments: [
      ("<p class=byline>By <b>Ada Lovelace</b> | 3 May 2020</p>", "Ada Lovelace"),
      ("<div class=post-author>Ada Lovelace, Daily News</div>", "Ada Lovelace"),
      ("<p>By Ada Lovelace</p>", "Ada Lovelace"),
      ("<p>Von Ada Lovelace</p>", "Ada Lovelace"),
      ("<p>Par: Ada de Lovelace</p>", "Ada de Lovelace"),
      ("<p>文：夏目漱石</p>", "夏目漱石"),
      ("<p>By</p><p>Ada Lovelace</p>", "Ada Lovelace"),
      ("<div class=byline>Posted by <a href=/u/ada1>ada1</a> today</div>", "ada1"),
      ("<span>Thread starter</span> <a class=username>ada</a>", "ada"),
      ("<a itemprop=author>ada l</a>", "ada l"),
      ("<p>Bystanders waited</p>", nil), ("<p>By the sea in summer</p>", nil),
      ("<p class=author>Share this article</p>", nil), ("<p class=author>ada@example.com</p>", nil),
      ("<p class=author>3 May 2020</p>", nil), ("<p class=byline>By Daily News</p>", nil),
      ("<footer><p class=author>Ada Lovelace</p></footer>", nil),
      ("<div class=comments><p class=author>Ada Lovelace</p></div>", nil),
      ("<p>\(String(repeating: "Prose. ", count: 300))</p><p>By Ada Lovelace</p>", nil),
    ] as [(String, String?)])
  func shownAuthor(html: String, author: String?) throws {
    let page = """
      <title>The story of the engine</title><meta property=og:site_name content='Daily News'>
      <body><h1>The story of the engine</h1>\(html)<p>The engine.</p></body>
      """
    #expect(try metadata(page).author == author)
  }

  @Test("a site is the author of an article only if nobody else is")
  func siteAsAuthor() throws {
    let head = """
      <title>A story</title><meta property=og:type content=article>
      <meta property=og:site_name content='Ada Lovelace'><meta name=author content='Ada Lovelace'>
      """
    #expect(try metadata(head).author == "Ada Lovelace")
    let other = head + ld(#"{"@type":"Article","author":{"name":"Jane Doe"}}"#)
    #expect(try metadata(other).author == "Jane Doe")
  }

  @Test(
    "dates are parsed in many formats",
    arguments: [
      ("2016-05-24T18:00:03.899-07:00", "2016-05-25T01:00:03Z"),
      ("2016-05-24", "2016-05-24T12:00:00Z"),
      ("20160524T093000+0900", "2016-05-24T00:30:00Z"),
      ("الثلاثاء، 24 مايو 2016 - 12:09 م", "2016-05-24T12:09:00Z"),
      ("20160524", "2016-05-24T12:00:00Z"), ("20160524093000", "2016-05-24T09:30:00Z"),
      ("Tue, 24 May 2016 18:00:00 GMT", "2016-05-24T18:00:00Z"),
      ("May 24, 2016", "2016-05-24T12:00:00Z"),
      ("24. Mai 2016", "2016-05-24T12:00:00Z"), ("24 мая 2016", "2016-05-24T12:00:00Z"),
      ("2016年5月24日 18:00", "2016-05-24T18:00:00Z"),
      ("10:30 AM, May 1, 2024", "2024-05-01T10:30:00Z"),
      ("Wed May 01 10:00:00 EDT 2024", "2024-05-01T14:00:00Z"),
      ("18:05 24.05.2016", "2016-05-24T18:05:00Z"), ("2016:05:24", "2016-05-24T12:00:00Z"),
      ("4 maja 2023", "2023-05-04T12:00:00Z"), ("4 marca 2023", "2023-03-04T12:00:00Z"),
      ("5/24/2016 6:05 pm EST", "2016-05-24T23:05:00Z"),
      ("24/5/2016", "2016-05-24T12:00:00Z"), ("24.05.2016", "2016-05-24T12:00:00Z"),
      ("1464112803", "2016-05-24T18:00:03Z"), ("1464112803000", "2016-05-24T18:00:03Z"),
      ("2016-02-30", nil), ("2016-13-01", nil), ("0001-01-01T00:00:00Z", nil), ("soon", nil),
      ("", nil),
      ("5年6月2016", nil), ("5月6日2016年", nil),
      ("99999999999999999999999999", nil), ("2016-05-24T99:99:99", "2016-05-24T12:00:00Z"),
    ] as [(String, String?)])
  func dates(written: String, date: String?) throws {
    let found = try metadata("<meta property=article:published_time content='\(written)'>")
    #expect(found.published?.formatted(.iso8601) == date)
  }

  @Test(
    "the date comes from the best source",
    arguments: [
      (
        ld(#"{"@type":"BlogPosting","datePublished":"2020-01-02","dateModified":"2021-01-02"}"#),
        "2020-01-02"
      ),
      ("<meta name=parsely-pub-date content=2020-01-02>", "2020-01-02"),
      ("<article><time datetime=2020-01-02>x</time></article>", "2020-01-02"),
      (
        "<time datetime=2019-01-02>y</time><time class=published datetime=2020-01-02>x</time>",
        "2020-01-02"
      ),
      ("<span property='schema:dateCreated' content=2020-01-02></span>", "2020-01-02"),
      ("<meta property=og:updated_time content=2020-01-02>", "2020-01-02"),
      // A plain page dates from its last change, an article from its publication.
      (
        "<meta property=article:modified_time content=2020-01-02>"
          + ld(#"{"@type":"WebPage","datePublished":"2019-01-02"}"#), "2020-01-02"
      ),
      (
        "<meta property=article:modified_time content=2021-01-02>"
          + ld(#"{"@type":"Article","datePublished":"2020-01-02"}"#), "2020-01-02"
      ),
      (
        "<meta property=article:modified_time content=2021-01-02>"
          + "<meta property=article:published_time content=2020-01-02>"
          + ld(#"{"@type":"WebPage","datePublished":"2019-01-02"}"#), "2020-01-02"
      ),
      ("<meta name=description content='The attacks of September 11, 2001'>", nil),
      ("<title>September 11, 2001</title>", nil),
      ("<time datetime=2019-01-02>y</time><time datetime=2020-01-02>x</time>", nil),
    ] as [(String, String?)])
  func dateSources(html: String, day: String?) throws {
    #expect(try metadata(html).published?.formatted(.iso8601).prefix(10) == day.map { $0[...] })
  }

  @Test(
    "the date in the address is used if the page has none",
    arguments: [
      ("https://a.org/2016/05/24/x", true), ("https://a.org/20160524/x", true),
      ("https://a.org/2016/99/1/", false),
    ])
  func dateInAddress(address: String, isFound: Bool) throws {
    #expect((try metadata("<title>T</title>", at: address).published != nil) == isFound)
  }

  @Test(
    "broken JSON-LD is read as far as possible",
    arguments: [
      "{\"@type\":\"Article\",\"headline\":\"H\",}", "{\"@type\":\"Article\",\"headline\":\"H\"",
      "<!-- {\"@type\":\"Article\",\"headline\":\"H\"} -->",
      "//<![CDATA[\n{\"@type\":\"Article\",\"headline\":\"H\"}\n//]]>",
      "{\"@type\":\"Article\",\"x\":\"a\nb\tc\",\"headline\":\"H\"}",
      "{} {\"@type\":\"Article\" \"headline\":\"H\"}",
      "[[{\"@type\":[\"Article\",\"X\"],\"headline\":\"\\u0048\"}]]",
      "{\"@type\":\"Article\",/* c */\"headline\":\"H\" ] }",
    ])
  func brokenJSON(json: String) throws {
    let html = "<script type='application/ld+json'>\(json)</script>"
    #expect(try metadata(html).title == "H")
  }

  @Test("deeply nested JSON-LD doesn't crash")
  func deepJSON() throws {
    for open in ["[", "{\"a\":", "{\"@graph\":["] {
      let json = String(repeating: open, count: 100_000)
      #expect(try metadata(ld(json)).title == "T")
    }
  }

  @Test(
    "among several entities, the one with the page's own address is used",
    arguments: [("https://a.org/1", "One"), ("https://a.org/2", "Two"), ("https://a.org/3", "One")])
  func mainEntity(address: String, title: String) throws {
    let json = """
      [{"@type":"Article","url":"https://a.org/1","headline":"One"},
       {"@type":"Article","mainEntityOfPage":{"@id":"http://a.org/2/"},"headline":"Two"}]
      """
    let html = "<script type='application/ld+json'>\(json)</script>"
    #expect(try metadata(html, at: address).title == title)
  }

  @Test(
    "the language becomes a valid language tag",
    arguments: [
      ("<html lang=de-at>", "de-AT"), ("<meta property=og:locale content=pt_BR>", "pt-BR"),
      ("<html lang='zh-hant'>", "zh-Hant"),
      ("<html lang='{{lang}}'><meta name=language content=fr>", "fr"),
      ("<p>", nil),
    ] as [(String, String?)])
  func language(html: String, language: String?) throws {
    #expect(try metadata(html).language == language)
  }
}
