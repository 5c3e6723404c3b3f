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

  static let privateAddresses = [
    "http://localhost:4000/post/1", "http://127.0.0.1:3000/post/1", "https://192.168.1.5/post/1",
    "http://10.0.0.7/post/1", "http://[::1]/post/1", "http://[fd00::1]/post/1",
    "http://169.254.1.1/post/1", "http://0.0.0.0:8080/post/1", "http://2130706433/post/1",
    "http://app.localhost/post/1", "http://nas.local/post/1", "http://blog.test/post/1",
    "http://host.docker.internal/post/1", "http://web/post/1", "http://localhost./post/1",
  ]

  // RFC 6761, RFC 6762, RFC 6890
  @Test("a public page isn't on a private host, whatever it says", arguments: privateAddresses)
  func privateCanonical(address: String) throws {
    let page = "https://blog.example/post/1"
    let linked = "<link rel=canonical href='\(address)'>"
    let shared = "<meta property=og:url content='\(address)'>"
    for tags in [linked, shared, linked + shared] {
      let found = try metadata("<title>T</title>\(tags)", at: page)
      #expect(found.canonicalURL?.absoluteString == page)
      #expect(found.syndicationSource == nil)
    }
    let right = "<meta property=og:url content=https://blog.example/right>"
    let found = try metadata(linked + right, at: page)
    #expect(found.canonicalURL?.absoluteString == "https://blog.example/right")
  }

  @Test("a public page has no pictures, icons and feeds on a private host")
  func privateMedia() throws {
    let base = "http://localhost:4000"
    let tags = """
      <meta property=og:image content=\(base)/i.png><meta name=twitter:image content=/real.png>
      <link rel=icon href=\(base)/icon.png sizes=512x512><link rel=icon href=/16.png sizes=16x16>
      <link rel=alternate type=application/rss+xml href=\(base)/feed>
      <meta property=og:video content=\(base)/v.mp4><link rel=manifest href=\(base)/m.json>
      """
    let found = try metadata(tags, at: "https://blog.example/post/1")
    #expect(found.image?.url.absoluteString == "https://blog.example/real.png")
    #expect(found.icon?.url.absoluteString == "https://blog.example/16.png")
    #expect(found.feeds.isEmpty && found.video == nil && found.remoteVideo == nil)
    // A page on the same network may name what it likes.
    let near = try metadata(tags, at: "http://192.168.1.5/post/1")
    #expect(near.image?.url.absoluteString == base + "/i.png")
    #expect(near.icon?.url.absoluteString == base + "/icon.png")
    #expect(near.feeds.count == 1 && near.video != nil)
  }

  @Test("a base address on a private host isn't a public page's")
  func privateBase() throws {
    let found = try metadata(
      "<base href=http://localhost:4000/><link rel=canonical href=/c><meta property=og:image content=i.png>",
      at: "https://blog.example/post/1")
    #expect(found.canonicalURL?.absoluteString == "https://blog.example/c")
    #expect(found.image?.url.absoluteString == "https://blog.example/post/i.png")
  }

  @Test(
    "an address that can't be a picture is skipped",
    arguments: [
      "https://www.daily-news.org/", "https://www.daily-news.org", "/", "/uploads/", "",
      "https://cdn.example/uploads/", "https://www.daily-news.org/a/b", "#", "#top", "?", "b", ".",
      "./", "https://www.daily-news.org/a/b#x", "/other.html", "/other.htm", "/video.mp4", "/x.js",
      "/style.css", "/paper.pdf", "undefined", "null", "NaN", "[object Object]", "false", "none",
      "/undefined", "https://cdn.example/images/null", "https://cdn.example/undefined.jpg",
      "https://undefined/i.png", "https://cdn.example/%5Bobject%20Object%5D",
      "{{ page.image }}", "https://cdn.example/{{ image }}", "/img/${slug}.png", "<%= image %>",
      "https://cdn.example/%7B%7Bimage%7D%7D.png", "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
      "about:blank", "blob:https://www.daily-news.org/1", "javascript:void(0)",
      "file:///C:/i.png", "https://", "http:///",
    ])
  func noPicture(address: String) throws {
    let image = "<meta property=og:image content='\(address)'>"
    let real = "<meta name=twitter:image content=/real.png>"
    #expect(try metadata(image + real).image?.url.path() == "/real.png")
    #expect(try metadata(image).image == nil)
    let json = ld(#"{"@type":"Article","image":"\#(address)"}"#)
    #expect(try metadata(json + real).image?.url.path() == "/real.png")
    let icons = "<link rel=icon href='\(address)' sizes=512x512><link rel=icon href=/16.png>"
    #expect(try metadata(icons).icon?.url.path() == "/16.png")
    let picture = "<article><img src='\(address)' width=800><img src=/real.png></article>"
    #expect(try metadata(picture).image?.url.path() == "/real.png")
  }

  @Test(
    "any other address may be a picture",
    arguments: [
      "/i.png", "/i", "/render?id=7", "https://cdn.example/?id=7", "/image.php", "/photo/1200x630",
      "/undefined-behaviour.png", "/null-island.jpg", "/File:Photo.jpg", "/a/b.png", "/photo.PNG",
    ])
  func picture(address: String) throws {
    let found = try metadata("<meta property=og:image content='\(address)'>")
    #expect(found.image?.url == URL(string: address, relativeTo: found.url)?.absoluteURL)
  }

  @Test(
    "a canonical address that a template left unfilled isn't one",
    arguments: [
      "undefined", "null", "{{ page.url }}", "https://x.example/{{ page.url }}", "${url}",
    ])
  func unfilledCanonical(address: String) throws {
    let found = try metadata("<link rel=canonical href='\(address)'>")
    #expect(found.canonicalURL?.absoluteString == "https://www.daily-news.org/a/b")
    #expect(found.syndicationSource == nil)
    let about = "https://www.daily-news.org/js/undefined"
    let page = "<link rel=canonical href='\(about)'>"
    #expect(try metadata(page, at: about + "?x=1").canonicalURL?.absoluteString == about)
  }

  @Test(
    "a page titled like a wall is an article if it has a text",
    arguments: [
      "Access Denied", "Access denied", "Request blocked", "Robot check", "Captcha",
      "Security Check", "Just a moment", "One more step", "Human verification",
    ])
  func titledLikeWall(title: String) throws {
    let text = "<p>The novel follows a locksmith who loses the keys of a whole town overnight. "
    for element in ["article", "div"] {
      let page =
        "<title>\(title)</title><\(element)>\(String(repeating: text, count: 20))</\(element)>"
      #expect(try metadata(page).title == title)
    }
    // Scripts and styles aren't its text.
    let script = "<script>\(String(repeating: "let x = 1; ", count: 500))</script>"
    #expect(try metadata("<title>\(title)</title>\(script)<p>Please wait.").title == nil)
    let style = "<style>\(String(repeating: "p { color: red } ", count: 500))</style>"
    #expect(try metadata("<title>\(title)</title>\(style)<p>Please wait.").title == nil)
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
