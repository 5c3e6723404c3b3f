import Articles
import Foundation
import LinkFetching
import LinkPreview
import TestSupport
import Testing

/// Articles from a server.
@Suite(.takesTurn)
struct ArticleFetchTests {
  private static let prose = """
    <p>The ferry left the harbour at dawn, and nobody on board had slept. The sea was calm, the \
    coffee was thin, and the captain hummed an old song.</p>
    <p>By noon the island came into view, grey at first, then green. Two gulls followed the ship, \
    waited for bread, and gave up at last.</p>
    """

  @Test(
    "files are read by what they are",
    arguments: [
      ("/page", "text/html", "<title>T</title><article>\(Self.prose)", "The ferry left"),
      ("/page", "", "<title>T</title><article>\(Self.prose)", "The ferry left"),
      ("/page", "text/html, text/html", "<title>T</title><article>\(Self.prose)", "The ferry left"),
      ("/page", "html", "<title>T</title><article>\(Self.prose)", "The ferry left"),
      ("/a.md", "text/plain", "# T\n\n- A\n- B", "A\nB"),
      ("/a", "text/markdown", "*A* b", "A b"),
      ("/a.txt", "text/plain", "*A* b", "*A* b"),
      (
        "/feed", "application/rss+xml", "<rss><item><title>A</title><description>b</description>",
        "A"
      ),
      ("/feed", "text/html", "<rss><item><title>A</title><description>b</description>", "A"),
      (
        "/feed", "application/feed+json",
        #"{"version": "https://jsonfeed.org/version/1", "items": [{"content_text": "A"}]}"#, "A"
      ),
    ])
  func kinds(path: String, type: String, text: String, start: String) async throws {
    try await withServer([path: .page(text.utf8, type: type)]) { server in
      let article = try await Article(fetching: server.url(path))
      #expect(article.plainText.hasPrefix(start), "\(article.plainText)")
    }
  }

  @Test(
    "what isn't text is refused, whatever its type",
    arguments: [
      ("text/html", "PK\u{3}\u{4}" + String(repeating: "\0a", count: 90), "application/zip"),
      ("text/plain", "a\0b\0c\0" + String(repeating: "\0a", count: 90), "application/octet-stream"),
      ("text/xml", "<?xml version='1.0'?><urlset/>", "text/xml"),
      ("image/png", "x", "image/png"),
    ])
  func others(type: String, text: String, refused: String) async throws {
    try await withServer(["/": .page(text.utf8, type: type)]) { server in
      await #expect(throws: ArticleError.notFetched(.failed(.notAWebPage(type: refused)))) {
        try await Article(fetching: server.url("/"))
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test("a page that doesn't come, or is gone, is an error")
  func errors() async throws {
    try await withServer(["/gone": .status(410), "/hang": Answer([.hang])]) { server in
      await #expect(throws: ArticleError.notFetched(.failed(.httpStatus(410)))) {
        try await Article(fetching: server.url("/gone"))
      }
      let timeout = LinkMetadataError.timedOut(host: "127.0.0.1", after: .milliseconds(300))
      await #expect(throws: ArticleError.notFetched(timeout)) {
        try await Article(fetching: server.url("/hang"), timeout: .milliseconds(300))
      }
      #expect(server.requests.map(\.path) == ["/gone", "/hang"])
    }
  }

  @Test("reading many large pages at once gives each its article")
  func queued() async throws {
    let filler = String(repeating: "<!-- filler -->", count: 140_000)
    let page = Answer.page("<article>\(Self.prose)</article>\(filler)")
    try await withServer(["/large": page, "/small": .page(Self.prose)]) { server in
      let loader = PageLoader()
      let titles = await withTaskGroup(of: String?.self) { group in
        for path in Array(repeating: ["/large", "/small"], count: 6).joined() {
          group.addTask { try? await loader.article(at: server.url(path)).plainText }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(titles.count == 12)
      #expect(titles.allSatisfy { $0?.hasPrefix("The ferry left") == true })
    }
  }

  @Test("a page that arrives too slowly, or is too large, is an error whatever its size")
  func limits() async throws {
    let megabyte = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    let routes: [String: Answer] = [
      "/slow": .open([.text("<p>"), .send(megabyte), .send(megabyte), .hang]),
      "/endless": .open([.text("<p>"), .endless(megabyte)]),
    ]
    try await withServer(routes) { server in
      let loader = PageLoader(configuration: .init(timeout: .seconds(1)))
      await #expect(
        throws: ArticleError.notFetched(.timedOut(host: "127.0.0.1", after: .seconds(1)))
      ) { try await loader.article(at: server.url("/slow")) }
      await #expect(throws: ArticleError.notFetched(.failed(.tooLarge(limit: 16 << 20)))) {
        try await PageLoader().article(at: server.url("/endless"))
      }
      await server.waitUntilIdle()
    }
  }
}
