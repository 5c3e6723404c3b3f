import Foundation
import LinkPreview
import TestSupport
import Testing

/// Articles from a server.
@Suite(.timeLimit(.minutes(5)))
struct ArticleFetchTests {
  @Test(
    "files are read by what they are",
    arguments: [
      ("/page", "text/html", "<title>T</title><article>\(ArticleSamples.prose)", "The ferry left"),
      ("/page", "", "<title>T</title><article>\(ArticleSamples.prose)", "The ferry left"),
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
}
