import Foundation
import LinkPreview
import Testing

@Suite("Page addresses and traits")
struct PageTraitTests {
  @Test("the canonical address, feeds, theme colour and reading time are found")
  func more() throws {
    let found = try metadata(
      """
      <link rel=canonical href=/c><meta name=theme-color content=#000 media='(prefers-color-scheme: dark)'>
      <meta name=theme-color content='rgb(255, 204, 0)'><meta name=twitter:label2 content='Est. reading time'>
      <meta name=twitter:data2 content='4 minutes'>
      <link rel=alternate type=application/rss+xml href=/feed><link rel=alternate type=text/html href=/m>
      """)
    #expect(found.canonicalURL?.absoluteString == "https://www.daily-news.org/c")
    #expect(found.feeds.map(\.absoluteString) == ["https://www.daily-news.org/feed"])
    #expect(found.themeColor?.hex == "#ffcc00")
    #expect(found.readingTime == .seconds(240))
    let bare = try metadata("<title>T</title>", at: "https://a.org/x#y")
    #expect(bare.canonicalURL?.absoluteString == "https://a.org/x")
  }

  @Test(
    "an address on another site is the page's only if the page means itself",
    arguments: [
      ("https://m.a.org/x", "https://www.a.org/x", nil, "https://www.a.org/x"),
      ("https://amp.a.co.uk/x", "https://a.co.uk/y", nil, "https://a.co.uk/y"),
      ("https://a.org/x", "https://b.org/y", nil, "https://a.org/x"),
      ("https://a.org/x", "https://b.org/y", "https://a.org/z", "https://a.org/z"),
      ("https://a.org/x", "https://b.org/y", "https://b.org/y", "https://b.org/y"),
      ("https://a.org/x", "https://b.org/y", "https://c.org/y", "https://a.org/x"),
      // The site moved.
      ("https://a.org/x", "https://b.org/x/", nil, "https://b.org/x/"),
      ("https://a.org/", "https://b.org/", nil, "https://a.org/"),
      ("https://1.2.3.4/x", "https://2.2.3.4/y", nil, "https://1.2.3.4/x"),
    ] as [(String, String, String?, String)])
  func canonical(page: String, linked: String, shared: String?, canonical: String) throws {
    let tag = shared.map { "<meta property=og:url content='\($0)'>" } ?? ""
    let found = try metadata("<link rel=canonical href='\(linked)'>\(tag)", at: page)
    #expect(found.canonicalURL?.absoluteString == canonical)
    // What the page declares isn't lost.
    #expect(found.syndicationSource?.absoluteString == (canonical == linked ? nil : linked))
    let stored = try JSONDecoder().decode(LinkMetadata.self, from: JSONEncoder().encode(found))
    #expect(stored == found)
  }

  @Test(
    "reading times are parsed",
    arguments: [
      ("4 min read", .seconds(240)), ("PT1M30.5S", .seconds(91)), ("1.5 hours", .seconds(5_400)),
      ("1 h 5 min", .seconds(3_900)), ("1:35", .seconds(95)), ("90", .seconds(90)),
      ("1 9223372036854775807 h", nil), ("999999 d", .seconds(86_399_913_600)), ("1 word", nil),
      ("", nil),
    ] as [(String, Duration?)])
  func readingTime(written: String, time: Duration?) throws {
    let html = """
      <meta name=twitter:label1 content='Reading time'><meta name=twitter:data1 content='\(written)'>
      """
    #expect(try metadata(html).readingTime == time)
  }

  @Test(
    "invalid colours are ignored",
    arguments: ["rgb(nan,0,0)", "rgb(1,2)", "rgb(-nan,inf,0)", "#12345", "#ggg", "var(--x)", ""])
  func noColor(css: String) throws {
    #expect(try metadata("<meta name=theme-color content='\(css)'>").themeColor == nil)
  }

  @Test(
    "the best image is chosen",
    arguments: [
      (
        "<meta property=og:image content=/a.png><meta property=og:image:width content=100><meta property=og:image content=/b.png>",
        "/b.png"
      ),
      (ld(#"{"@type":"Article","image":[{"url":"/l.png","width":"1200 px"}]}"#), "/l.png"),
      (
        "<article><img src=/logo.png><img width=40 src=/s.jpg><img data-src=/c.png src=/x.gif></article>",
        "/c.png"
      ),
      ("<img src=/photo.jpg>", "/photo.jpg"), ("<img src=/banner.png>", nil),
      ("<img src=/avatar.jpg>", nil),
    ] as [(String, String?)])
  func image(html: String, path: String?) throws {
    #expect(try metadata(html).image?.url.path() == path)
  }

  @Test(
    "bot walls and consent walls don't count as pages",
    arguments: [
      ("<title>Just a moment...</title>", nil),
      ("<title>Before you continue to Google</title>", nil),
      ("<title>Access Denied</title>", nil), ("<title>Un momento…</title>", nil),
      ("<title>Checking your browser before accessing www.daily-news.org.</title>", nil),
      ("<title>Attention Required! | Cloudflare</title>", nil),
      ("<title>Access denied | www.daily-news.org used Cloudflare to restrict access</title>", nil),
      ("<title>Bevor Sie zu YouTube weitergehen</title>", nil),
      ("<title>Security Check - Daily News</title>", nil),
      (
        "<title>daily-news.org</title><script src='https://ct.captcha-delivery.com/c.js'></script>",
        nil
      ),
      ("<title>Security checklist for admins</title>", "Security checklist for admins"),
      ("<title>Captcha: A short history</title>", "Captcha: A short history"),
      ("<title>One more step towards AGI</title>", "One more step towards AGI"),
      ("<title>Just a moment of your time</title>", "Just a moment of your time"),
      ("<title>Before you continue your learning</title>", "Before you continue your learning"),
      ("<title>Request blocked ports in nginx</title>", "Request blocked ports in nginx"),
      ("<title>Access denied to history: how</title>", "Access denied to history: how"),
      (
        "<title>x</title><meta property=og:title content='Access denied, a novel'>",
        "Access denied, a novel"
      ),
    ] as [(String, String?)])
  func walls(html: String, title: String?) throws {
    #expect(try metadata(html).title == title)
  }
}
