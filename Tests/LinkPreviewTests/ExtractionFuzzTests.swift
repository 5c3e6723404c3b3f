import Foundation
import Markup
import TestSupport
import Testing

@testable import LinkPreview

/// Damaged pages, files, images and headers. Longer runs:
/// `FUZZ_ROUNDS=100000 swift test --filter Fuzz`, and Resources/benchmarks/fuzz.sh.
struct ExtractionFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 600

  private static let tokens = [
    "<", ">", "\"", "'", "</script>", "<meta ", "property=og:title ", "content=", "&#x202E;", "{",
    "}", "[", "\\u", "\\ud800", "null", "1e999", "@type", "javascript:x", "file:///etc/passwd",
    "data:,", "%00", "\u{1B}[31m", "2024-13-40", "P9999999Y", "<base href=//[>",
  ]

  private static let page = """
    <!doctype html><html lang=en><head><meta charset=utf-8><title>T &amp; U</title>
    <base href="/b/"><meta property="og:title" content="A"><meta property="og:image" content="i.png">
    <meta property="og:image:width" content="1200"><meta name=author content="Ann">
    <meta property="article:published_time" content="2024-05-24"><link rel=icon href=i.ico sizes=32x32>
    <link rel=alternate type="application/rss+xml" href=feed><link rel=canonical href="https://a.example/">
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Article",
    "headline":"H","author":[{"name":"B"}],"datePublished":"2024-05-24","timeRequired":"PT5M"}]}</script>
    </head><body itemscope itemtype="https://schema.org/VideoObject"><h1 itemprop=name>N</h1></body></html>
    """

  @Test("metadata of a damaged page is plain, bounded and of the web")
  func pages() throws {
    let url = try #require(URL(webAddress: "https://a.example/x"))
    var mutations = Mutations(of: [Self.page], tokens: Self.tokens)
    for _ in 0..<Self.rounds {
      let bytes = Data(mutations.next())
      let metadata = LinkMetadata(html: bytes, url: url)
      #expect(metadata.sanitized() == metadata)
      let json = try JSONEncoder().encode(metadata)
      #expect(try JSONDecoder().decode(LinkMetadata.self, from: json).title == metadata.title)
      for finding in PageCheck.findings(html: bytes, url: url) {
        #expect(PlainText.folded(finding.text, limit: 10_000) != nil)
      }
    }
  }

  @Test("damaged JSON of oEmbed and manifests changes nothing but what it may")
  func subresources() throws {
    let url = try #require(URL(webAddress: "https://a.example/x"))
    let samples = [
      #"{"type":"video","title":"T","author_name":"A","thumbnail_url":"https://a.example/i.png","width":640}"#,
      #"{"name":"N","icons":[{"src":"i.png","sizes":"192x192","type":"image/png","purpose":"any"}]}"#,
    ]
    var mutations = Mutations(of: samples, tokens: Self.tokens)
    for _ in 0..<Self.rounds {
      let json = Data(mutations.next())
      var metadata = LinkMetadata(originalURL: url)
      OEmbed(json: json)?.complete(&metadata)
      WebManifest(json: json, url: url)?.complete(&metadata)
      metadata = metadata.sanitized()
      #expect(metadata.originalURL == url && metadata.url == url)
      #expect(metadata.icons.allSatisfy { !($0.type ?? "").utf8.contains { $0 < 0x20 } })
    }
  }

  @Test("damaged feeds and PDF files have plain titles, or none")
  func files() throws {
    let url = try #require(URL(webAddress: "https://a.example/x"))
    let samples = [
      "<?xml version=\"1.0\"?><rss><channel><title>T</title><link>https://a.example/</link></channel></rss>",
      "<?xml version=\"1.0\"?><feed><title type=\"html\">&lt;b&gt;T</title><author><name>A</name></author></feed>",
      "%PDF-1.7\n1 0 obj<</Title (A \\(title\\) \\101)/Author <FEFF0041>>>endobj",
      "%PDF-1.4\n<x:xmpmeta><dc:title><rdf:li>A title</rdf:li></dc:title></x:xmpmeta>",
    ]
    var mutations = Mutations(of: samples, tokens: Self.tokens)
    for _ in 0..<Self.rounds {
      let bytes = Data(mutations.next())
      let file = LinkedFile(
        url: url, mediaType: "application/rss+xml", name: nil, length: nil, start: bytes)
      let metadata = file.metadata(originalURL: url)
      #expect(metadata.sanitized() == metadata)
      let title = PDFTitle.title(in: bytes)
      #expect(title.flatMap { PlainText.folded($0) } == title)
    }
  }

  @Test("damaged images have sound sizes, or none")
  func images() {
    let samples = ImageSample.all.map(\.bytes)
    var mutations = Mutations(
      of: samples.map(Array.init), tokens: ["<svg width=1e9", "viewBox='0 0"])
    for _ in 0..<Self.rounds * 3 {
      let bytes = mutations.next()
      if let header = ImageHeader(bytes) {
        #expect((header.width ?? 1) > 0 && (header.height ?? 1) > 0)
      }
      if let image = LinkImage(data: Data(bytes)) {
        #expect(image.width * image.height <= LinkImage.areaLimit)
      }
    }
  }
}
