import Foundation
import NIOHTTPCompression
import Testing

@testable import LinkPreview

struct ErrorSentenceTests {
  @Test(
    "each cause has a message that people can act on",
    arguments: [
      (.failed(.tooLarge(limit: 8 << 20)), "larger than 8 MB"),
      (.failed(.tooLarge(limit: 1000)), "larger than 1000 bytes"),
      (
        .failed(.botWall(host: "example.org")),
        "example.org blocks automated requests. Open it in a browser."
      ),
      (.failed(.emptyPage), "the page is empty"),
      (
        .failed(.badCompression(host: "example.org")),
        "example.org sent a page that can't be decompressed"
      ),
      (
        .failed(.proxy(host: "p", reason: "no answer")), "the proxy p isn't working: no answer"
      ),
      (
        .failed(.badProxySetting(variable: "http_proxy")),
        "http_proxy isn't a valid proxy; use http://host:port or socks5://host:port"
      ),
      (
        .notAllowed(.privateAddress("10.0.0.1")),
        "a public page led to 10.0.0.1, which is this machine or in a private network"
      ),
    ] as [(LinkMetadataError, String)])
  func line(error: LinkMetadataError, line: String) {
    #expect(error.detail == line)
  }

  @Test("external text is stripped of control characters before it's shown")
  func folded() throws {
    let url = try #require(URL(string: "http://example.org/"))
    struct Odd: Error, CustomStringConvertible { let description = "a\u{1B}[31m\n\u{202E}b" }
    #expect(LinkMetadataError(fetching: url, error: Odd()) == .unknown("a[31m b"))
    #expect(ContentType("text/\u{1B}]x\u{7}y").mediaType == "text/]xy")
  }

  @Test("a body that inflates too far is too large, and one that can't be inflated is broken")
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
