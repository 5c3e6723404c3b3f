import Foundation
import NIOHTTPCompression
import Testing

@testable import LinkPreview

struct ErrorSentenceTests {
  @Test(
    "each cause has a line a person can act on",
    arguments: [
      (.failed(.tooLarge(limit: 8 << 20)), "larger than 8 MB"),
      (.failed(.tooLarge(limit: 1000)), "larger than 1000 bytes"),
      (
        .failed(.botWall(host: "example.org")),
        "example.org checks for bots here; open the link in a browser"
      ),
      (.failed(.emptyPage), "the page is empty"),
      (
        .failed(.badCompression(host: "example.org")),
        "example.org sent a page whose compression is broken"
      ),
      (
        .failed(.proxy(host: "p", reason: "no answer")), "the proxy p does not serve: no answer"
      ),
      (
        .failed(.badProxySetting(variable: "http_proxy")),
        "http_proxy names no proxy; it takes http://host:port or socks5://host:port"
      ),
      (
        .notAllowed(.privateAddress("10.0.0.1")),
        "a public page led to 10.0.0.1, which is this machine or in a private network"
      ),
    ] as [(LinkMetadataError, String)])
  func line(error: LinkMetadataError, line: String) {
    #expect(error.detail == line)
  }

  @Test("what comes from outside is folded before it is told")
  func folded() throws {
    let url = try #require(URL(string: "http://example.org/"))
    struct Odd: Error, CustomStringConvertible { let description = "a\u{1B}[31m\n\u{202E}b" }
    #expect(LinkMetadataError(fetching: url, error: Odd()) == .unknown("a[31m b"))
    #expect(ContentType("text/\u{1B}]x\u{7}y").mediaType == "text/]xy")
  }

  @Test("a body that inflates beyond the limit is too large, one that does not inflate is bad")
  func inflating() throws {
    let url = try #require(URL(string: "http://example.org/"))
    let limit = NIOHTTPDecompression.DecompressionError.limit
    let meaning = LinkMetadataError(fetching: url, error: limit)
    #expect(meaning == .failed(.tooLarge(limit: Connections.inflatedLimit)))
    let broken = NIOHTTPDecompression.DecompressionError.inflationError(-3)
    let brokenMeaning = LinkMetadataError(fetching: url, error: broken)
    #expect(brokenMeaning == .failed(.badCompression(host: "example.org")))
  }
}
