import Foundation
import Testing

@testable import LinkPreview

struct ExtractionTests {
  private let url = URL(string: "https://www.example.org/a/page.html?x=1")

  private func metadata(_ html: String) throws -> LinkMetadata {
    LinkMetadata(html: Data(html.utf8), url: try #require(url))
  }

  @Test(
    "the title is found and cleaned up",
    arguments: [
      (
        #"<meta property="og:title" content="OG"><meta name="twitter:title" content="TW"><title>T</title>"#,
        "OG"
      ),
      (#"<title>T</title><meta name="twitter:title" content="TW">"#, "TW"),
      ("<title> T \n\t u </title>", "T u"),
      ("<title>a &amp;amp; b &lt;i&gt;</title>", "a &amp; b <i>"),
      (#"<meta property="og:title" content="  "><title>T</title>"#, "T"),
      (#"<META NAME="OG:TITLE" CONTENT="upper">"#, "upper"),
      ("<svg><title>drawing</title></svg><title>page</title>", "page"),
      ("<title>evil\u{202E}gnp.exe\u{7}\u{1B}[31m</title>", "evilgnp.exe[31m"),
      ("<title>one</title><title>two</title>", "one"),
      ("<title></title><h1>x</h1>", "x"),
      ("<h1><svg><title>logo</title><text>l</text></svg>x</h1>", "x"),
      ("<template><title>no</title><h1>no<b></h1></template><h1>x</h1>", "x"),
      ("<div><template shadowrootmode=open><h1>x</h1></template></div>", "x"),
      ("", nil),
      ("\u{FEFF}<title>after a mark</title>", "after a mark"),
      (#"<meta property=og:title content="&#8203;"><title>Real</title>"#, "Real"),
      ("<title>" + String(repeating: " ", count: 600) + "Hello</title>", "Hello"),
      ("<title>It&#146;s &#128;5&#133;&#129;&#x97;</title>", "It’s €5…—"),
      ("<title>Tom &amp;amp; Jerry</title>", "Tom &amp; Jerry"),
      (
        #"<script type="application/ld+json">{"@type":"Article","headline":"Tom &amp; Jerry &#38; &quot;x&quot; <b"}</script>"#,
        #"Tom & Jerry & "x" <b"#
      ),
      (
        #"<div itemscope itemtype=http://schema.org/Article><i itemprop=headline>a &amp;amp; b</i></div>"#,
        "a &amp; b"
      ),
      (
        "<title>\u{1F3F4}\u{E0067}\u{E0062}\u{E007F} a\u{E0061}\u{E007F}</title>",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F} a"
      ),
      ("<title>null\u{0}byte</title>", "nullbyte"),
      ("<title>unclosed", "unclosed"),
    ] as [(String, String?)])
  func title(html: String, title: String?) throws {
    #expect(try metadata(html).title == title)
  }

  @Test(
    "the summary is found and becomes plain text",
    arguments: [
      (#"<meta name=description content="D"><meta property=og:description content="OG">"#, "OG"),
      (#"<meta name=description content="D">"#, "D"),
      (
        #"<meta name=description content="&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;p&gt;three&lt;br/&gt;four">"#,
        "One & two three four"
      ),
      (
        #"<meta property=og:description content="&lt;p&gt;&lt;/p&gt;"><meta name=description content=D>"#,
        "D"
      ),
      (
        #"<meta name=description content="The &lt;p&gt; HTML element &amp;amp; more">"#,
        "The <p> HTML element &amp; more"
      ),
      (#"<meta name=description content="&lt;code&gt; is code">"#, "<code> is code"),
      (#"<meta name=description content="&lt;p&gt;Cut off &amp;amp; …">"#, "Cut off & …"),
      (#"<meta name=description content="A &lt;a href=/x&gt;link">"#, "A link"),
      (#"<meta name=description content="one&lt;br&gt;two">"#, "one two"),
      (
        #"<meta name=description content="if a &lt; b then Result&lt;T&gt; &amp; c">"#,
        "if a < b then Result<T> & c"
      ),
      (
        #"<meta name=description content="&lt;script&gt;alert(1)&lt;/script&gt;&lt;b&gt;safe&lt;/b&gt;">"#,
        "safe"
      ),
    ])
  func summary(html: String, summary: String) throws {
    #expect(try metadata(html).summary == summary)
  }

  @Test(
    "image addresses become absolute, and only http and https are accepted",
    arguments: [
      (#"<meta property="og:image" content="img.png">"#, "https://www.example.org/a/img.png"),
      (
        #"<meta property="og:image" content="//cdn.example.com/i.png">"#,
        "https://cdn.example.com/i.png"
      ),
      (
        #"<base href="/b/"><meta property="og:image" content="i.png">"#,
        "https://www.example.org/b/i.png"
      ),
      (#"<meta property="og:image" content="/a b.png">"#, "https://www.example.org/a%20b.png"),
      (
        #"<meta property="og:image" content="data:image/png;base64,AAAA"><meta name="twitter:image" content="/t.png">"#,
        "https://www.example.org/t.png"
      ),
      (#"<meta property="og:image" content="javascript:alert(1)">"#, nil),
      (
        #"<meta property="og:image" content="/a"><meta property="og:image:secure_url" content="/s">"#,
        "https://www.example.org/s"
      ),
      (#"<link rel="image_src" href="/l.png">"#, "https://www.example.org/l.png"),
    ] as [(String, String?)])
  func image(html: String, address: String?) throws {
    #expect(try metadata(html).image?.url.absoluteString == address)
  }

  @Test(
    "the best icon is chosen",
    arguments: [
      ("", "https://www.example.org/favicon.ico"),
      (#"<link rel="shortcut icon" href="/s.ico">"#, "https://www.example.org/s.ico"),
      (
        #"<link rel=icon href=/16.png sizes=16x16><link rel=icon href=/96.png sizes=96x96>"#,
        "https://www.example.org/96.png"
      ),
      (
        #"<link rel=icon href=/many.ico sizes="16x16 64X64"><link rel=icon href=/32.png sizes=32x32>"#,
        "https://www.example.org/many.ico"
      ),
      (
        #"<link rel=icon href=/a.svg type=image/svg+xml><link rel=icon href=/b.png>"#,
        "https://www.example.org/b.png"
      ),
      (
        #"<link rel=icon href=/d.png sizes=64x64 media="(prefers-color-scheme: dark)"><link rel=icon href=/l.svg>"#,
        "https://www.example.org/l.svg"
      ),
      (#"<link rel=icon href=/a.svg type=image/svg+xml>"#, "https://www.example.org/a.svg"),
      (
        #"<link rel=icon href=/i.png sizes=32x32><link rel=apple-touch-icon href=/t.png>"#,
        "https://www.example.org/t.png"
      ),
      (
        #"<link rel=icon href="data:image/png;base64,AA"><link rel=icon href=/i.png>"#,
        "https://www.example.org/i.png"
      ),
    ])
  func icon(html: String, address: String) throws {
    #expect(try metadata(html).icon?.url.absoluteString == address)
  }

  @Test("video files and embedded players are distinguished")
  func video() throws {
    let file = try metadata(
      #"<meta property="og:video" content="/v.mp4"><meta property="og:video:type" content="video/mp4"><meta property="og:video:width" content="640">"#
    )
    #expect(file.video?.url.path() == "/v.mp4")
    #expect(file.video?.width == 640)
    #expect(file.remoteVideo == nil)
    let player = try metadata(
      #"<meta property="og:video:url" content="https://youtube.com/embed/x"><meta property="og:video:type" content="text/html">"#
    )
    #expect(player.video == nil)
    #expect(player.remoteVideo?.url.absoluteString == "https://youtube.com/embed/x")
  }

  @Test(
    "a video element is used unless it plays automatically or is in a template",
    arguments: [
      ("<video src=/v></video>", "/v", nil),
      ("<video src=/v type=video/webm></video>", "/v", "video/webm"),
      ("<video autoplay muted loop src=/v.mp4></video>", nil, nil),
      (
        "<video autoplay loop><source src=/b.mp4 type=video/mp4></video><video src=/v.mp4></video>",
        "/v.mp4", nil
      ),
      ("<template><video src=/v.mp4></video></template>", nil, nil),
    ] as [(String, String?, String?)])
  func embeddedVideo(html: String, path: String?, type: String?) throws {
    let found = try metadata(html)
    #expect(found.video?.url.path() == path)
    #expect(found.video?.type == type)
    #expect(found.remoteVideo == nil)
  }

  @Test("the site name and kind are found, and the host is the default site name")
  func siteAndKind() throws {
    let told = try metadata(
      #"<meta property="og:site_name" content="Site"><meta property="og:type" content="video.movie">"#
    )
    #expect(told.siteName == "Site")
    #expect(told.displaySiteName == "Site")
    #expect(told.kind == .video)
    let silent = try metadata("<title>T</title>")
    #expect(silent.siteName == "example.org")
    #expect(silent.displaySiteName == "example.org")
    #expect(silent.kind == nil)
  }

  @Test("meta tags in the body count if the head has no title")
  func bodyTags() throws {
    let found = try metadata(#"<body><div></div><meta property="og:title" content="late"></body>"#)
    #expect(found.title == "late")
  }

  @Test("malformed pages don't crash the parser")
  func nonsense() throws {
    let deep = String(repeating: "<div>", count: 200_000)
    #expect(try metadata(deep + "<meta property=og:title content=x>").title == "x")
    // Pseudorandom bytes, the same in every run.
    let noise = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
    _ = LinkMetadata(html: noise, url: try #require(url))
  }

  @Test("chunk boundaries make no difference")
  func cuts() throws {
    let page = Array(
      """
      <html lang=en><head><title>T</title><style>p > b { color: red }</style><script></script>
      <!-- a > b, <title>no</title> --><script>if (a < b && c > d) { x = "</p>" }</script>
      <script type="application/ld+json">{"@type":"Article","author":"<A>"}</script>
      <meta property="og:title" content='1 > 0 "&amp;" < 2'><style></style>
      <meta name=description content="a &lt;b&gt; \u{1F600} c"></head>
      <body data-x="<body>"><article><h1>H &eacute;</h1><img src=/a.jpg alt="a>b"></article></body>
      """.utf8)
    let url = try #require(url)
    func metadata(_ pieces: [ArraySlice<UInt8>]) -> LinkMetadata {
      let reader = PageReader(transportLabel: "utf-8", readsWhole: true)
      for piece in pieces { reader.read(piece) }
      reader.finish()
      return LinkMetadata(page: reader.page(at: url), originalURL: url)
    }
    let whole = metadata([page[...]])
    #expect(whole.title == #"1 > 0 "&" < 2"#)
    for end in page.indices {
      #expect(metadata([page[..<end], page[end...]]) == whole, "cut at \(end)")
    }
    for length in 1...16 {
      let pieces = stride(from: 0, to: page.count, by: length).map {
        page[$0..<min($0 + length, page.count)]
      }
      #expect(metadata(pieces) == whole, "chunks of \(length)")
    }
  }

  @Test("very long text is truncated")
  func endless() throws {
    let long = String(repeating: "word ", count: 400_000)
    let found = try metadata(
      "<title>\(long)</title><meta name=description content='&lt;b&gt;\(long)'>")
    #expect((490...501).contains(found.title?.unicodeScalars.count ?? 0))
    #expect(found.title?.hasSuffix("…") == true)
    #expect((4_000...5_001).contains(found.summary?.unicodeScalars.count ?? 0))
  }
}
