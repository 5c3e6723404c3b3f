import Bookmarks
import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import Markup
import TestSupport
import Testing

@testable import Favorites

/// Lists on the web, from a real server.
@Suite(.takesTurn)
struct WheelSourceTests {
  private func contents(
    of url: URL, by loader: SourceLoader = SourceLoader()
  ) async throws -> SourceContents {
    try await WheelSource(url.absoluteString).contents(by: loader)
  }

  private func error(
    from url: URL, by loader: SourceLoader = SourceLoader()
  ) async -> WheelSourceError? {
    await #expect(throws: WheelSourceError.self) { try await contents(of: url, by: loader) }
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    var type: String
    var body: String
    var addresses: [String]
    var name: String

    var testDescription: String { type }
  }

  @Test(
    "a list of any kind is read",
    arguments: [
      Sample(
        type: "text/plain", body: "# mine\nhttps://a.example/x\nhttps://a.example/x#top\n",
        addresses: ["https://a.example/x"], name: "127.0.0.1"),
      Sample(
        type: "text/markdown", body: "# Rays\n- [A](https://a.example/) - about\n- [B](b.md)\n",
        addresses: ["https://a.example/", "HOST/lists/b.md"], name: "Rays"),
      Sample(
        type: "application/rss+xml",
        body: "<rss><channel><title>News</title><item><link>/a</link></item></channel></rss>",
        addresses: ["HOST/a"], name: "News"),
      Sample(
        type: "application/feed+json",
        body: #"{"version":"https://jsonfeed.org/version/1","title":"J","items":[{"url":"a"}]}"#,
        addresses: ["HOST/lists/a"], name: "J"),
      Sample(
        type: "application/xml",
        body: "<urlset><url><loc>https://a.example/</loc></url></urlset>",
        addresses: ["https://a.example/"], name: "127.0.0.1"),
      Sample(
        type: "text/html",
        body:
          "<!DOCTYPE html><title>L</title><nav><a href=/n>n</a></nav><p><a href=https://a.example/>A</a>",
        addresses: ["https://a.example/"], name: "L"),
      Sample(
        type: "text/csv", body: "url,title\nhttps://a.example/,A\n",
        addresses: ["https://a.example/"], name: "127.0.0.1"),
      Sample(
        type: "text/x-opml",
        body: "<opml><body><outline text='A' url='https://a.example/'/></body></opml>",
        addresses: ["https://a.example/"], name: "127.0.0.1"),
    ])
  func kinds(_ sample: Sample) async throws {
    let answer = Answer.page(sample.body.utf8, type: sample.type)
    try await withServer(["/lists/x": answer]) { server in
      let contents = try await contents(of: server.url("/lists/x"))
      let host = server.url("").absoluteString
      #expect(
        contents.links.map(\.address.text)
          == sample.addresses.map { $0.replacing("HOST", with: host) })
      #expect(contents.name == sample.name)
      #expect(contents.problems.isEmpty && !contents.isPartial)
    }
  }

  @Test("redirects are followed, compressed bodies inflated, and charsets respected")
  func transport() async throws {
    let page = "<!DOCTYPE html><a href='a'>caf\u{E9}</a>".unicodeScalars.map { UInt8($0.value) }
    let sitemap = "<urlset><url><loc>https://a.example/</loc></url></urlset>"
    let feed = """
      <?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><item>\
      <title>caf\u{E9}</title><link>https://a.example/</link></item></channel></rss>
      """.unicodeScalars.map { UInt8($0.value) }
    try await withServer([
      "/old": .redirect(to: "/new/page"),
      "/new/page": .page(
        Gzip.stored(page), type: "text/html; charset=iso-8859-1",
        headers: ["Content-Encoding: gzip"]),
      "/sitemap.xml.gz": .page(Gzip.stored(Array(sitemap.utf8)), type: "application/gzip"),
      "/feed": .page(feed, type: "application/rss+xml; charset=iso-8859-1"),
      "/members": .page(
        Gzip.stored(Array(sitemap.utf8.prefix(20)))
          + Gzip.stored(Array(sitemap.utf8.dropFirst(20))),
        type: "application/xml", headers: ["Content-Encoding: gzip"]),
    ]) { server in
      // RFC 7303, section 3
      #expect(try await contents(of: server.url("/feed")).links.map(\.title) == ["café"])
      // RFC 1952, section 2.2
      #expect(
        try await contents(of: server.url("/members")).links.map(\.address.text)
          == ["https://a.example/"])
      let page = try await contents(of: server.url("/old"))
      #expect(page.links.map(\.address.text) == [server.url("/new/a").absoluteString])
      #expect(page.links.map(\.title) == ["café"])
      let sitemap = try await contents(of: server.url("/sitemap.xml.gz"))
      #expect(sitemap.links.map(\.address.text) == ["https://a.example/"])
    }
  }

  @Test("an unchanged list isn't sent again")
  func notModified() async throws {
    let list = Answer { request in
      request.header("If-None-Match") == "\"1\""
        ? .status(304) : .page("https://a.example/\n".utf8, headers: ["ETag: \"1\""])
    }
    try await withServer(["/list": list]) { server in
      let first = try await contents(of: server.url("/list"))
      // As they're stored.
      let encoded = try #require(first.versions?.encoded)
      let versions = SourceVersions(encoded: encoded)
      let source = try WheelSource(server.url("/list").absoluteString)
      guard case .notModified = try await source.load(since: versions) else {
        Issue.record("it was read again")
        return
      }
      guard case .contents = try await source.load(since: nil) else {
        Issue.record("it wasn't read")
        return
      }
      #expect(SourceVersions(encoded: Data("x".utf8)) == nil && SourceVersions(encoded: nil) == nil)
    }
  }

  @Test(
    "what isn't a list is an error that says what it is",
    arguments: [
      (Answer.status(404), "there's nothing at URL (HTTP 404); check the address"),
      (.status(500), "cannot fetch URL: HTTP 500 (server error)"),
      (.page("x", type: "image/png"), "URL is an image, not a list of links"),
      (.page("%PDF-1.7 and so on", type: "text/plain"), "URL is a PDF, not a list of links"),
      (.page("<!DOCTYPE html><p>words"), "URL has no links (read as page)"),
      (
        .page("", type: "text/plain"),
        "URL has no links; put one http or https address on each line"
      ),
      (
        .page("some words", type: "text/plain"),
        "URL has no links; put one http or https address on each line"
      ),
      (.page("nonsense", type: "text/plain"), "URL:1: nonsense is not an http or https address"),
      (.page([0, 1, 2, 3], type: nil), "URL is no text file, not a list of links"),
      (
        .page("<rss><channel>", type: nil),
        "URL is no valid feed file: it ends before the element that began in line 1 does; its end is missing"
      ),
      (.redirect(to: "/x"), "cannot fetch URL: more than 20 redirects"),
    ])
  func errors(answer: Answer, message: String) async throws {
    try await withServer(["/x": answer]) { server in
      let error = await error(from: server.url("/x"))
      let url = server.url("/x").absoluteString
      #expect(error?.description == message.replacing("URL", with: url))
    }
  }

  @Test("a list that hangs is given up")
  func hangs() async throws {
    try await withServer(["/x": .open([.text("https://a.example/\n"), .hang])]) { server in
      let loader = PageLoader(configuration: .init(timeout: .milliseconds(300)))
      let error = await error(from: server.url("/x"), by: SourceLoader(pages: loader))
      #expect(
        error?.description
          == "cannot fetch \(server.url("/x")): 127.0.0.1 didn't answer within 0.3 s; try again later"
      )
    }
  }

  @Test("a list of nearly 50 MB is read, and a longer one refused")
  func large() async throws {
    let comment = "#" + String(repeating: "x", count: 1_022) + "\n"
    let list = Array((String(repeating: comment, count: 49 << 10) + "https://a.example/\n").utf8)
    try await withServer([
      "/large": .page(list, type: "text/plain"),
      "/larger": .page(list + Array(String(repeating: comment, count: 2 << 10).utf8)),
    ]) { server in
      let contents = try await contents(of: server.url("/large"))
      #expect(contents.links.map(\.address.text) == ["https://a.example/"])
      let url = server.url("/larger")
      #expect(
        await error(from: url)?.description
          == "\(url.absoluteString) is larger than 50 MB; save it as a file in smaller parts")
    }
  }

  @Test(
    "only http and https addresses are fetched, and a host that's gone is named",
    arguments: [
      ("ftp://a.example/", "ftp://a.example/ is not an http or https address"),
      (
        "javascript://a.example/%0a1", "javascript://a.example/%0a1 is not an http or https address"
      ),
    ])
  func addresses(text: String, message: String) throws {
    let error = #expect(throws: WheelSourceError.self) { try WheelSource(text) }
    #expect(error?.description == message)
    #expect(error?.exitCode == 2)
  }

  @Test(
    "an address without its scheme is one, unless it's a file or looks like one",
    arguments: [
      ("github.com/a/b", "https://github.com/a/b"), ("example.com", "https://example.com/"),
      ("www.example.museum", "https://www.example.museum/"),
      ("lists.example.zone/rays?x=1", "https://lists.example.zone/rays?x=1"),
      ("list.txt", nil), ("a/b.md", nil), ("conf.d/list", nil), ("./example.com", nil),
      ("main.rs", nil), ("v1.2", nil), ("tutorials", nil),
      ("-x.com", nil), ("a..com", nil), ("user@example.com", nil), ("", nil),
    ] as [(String, String?)])
  func withoutScheme(text: String, address: String?) throws {
    #expect(WheelSource.address(withoutScheme: text)?.absoluteString == address)
    let source = try WheelSource(text.isEmpty ? "x" : text)
    if case .file = source { #expect(address == nil) } else { #expect(address != nil) }
  }

  @Test("what's written is understood as a path, an address or a repository")
  func spellings() throws {
    #expect(try WheelSource("-") == .standardInput)
    #expect(try WheelSource("links.txt") == .file(path: "links.txt"))
    #expect(try WheelSource("/x/../links").location == "/links")
    #expect(try WheelSource("HTTP://A.example").location == "http://a.example/")
    guard case .repository = try WheelSource("https://github.com/a/b") else {
      Issue.record("not a repository")
      return
    }
    #expect(try WheelSource("https://github.com/a/b.git").location == "https://github.com/a/b.git")
  }

  @Test("paths of pipes that earlier versions stored can't be read again either")
  func earlierPaths() {
    for path in ["-", "/dev/stdin", "/dev/fd/63", "/proc/self/fd/12", "/proc/123/fd/4"] {
      #expect(WheelSource.isOnceOnly(path), "\(path)")
    }
    for path in ["/tmp", "/etc/passwd", "/nowhere", "https://a.example/dev/fd/3", "list.txt"] {
      #expect(!WheelSource.isOnceOnly(path), "\(path)")
    }
  }
}
