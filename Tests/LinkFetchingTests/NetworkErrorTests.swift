import Markup
import AsyncHTTPClient
import Foundation
import LinkPreview
import NIOCore
import NIOSSL
import Testing

@testable import LinkFetching

struct NetworkErrorTests {
  @Test(
    "errors of lower layers become metadata errors",
    arguments: [
      (
        NIOSSLExtraError.failedToValidateHostname,
        .failed(.tls(host: "example.org", reason: "its certificate is for another host"))
      ),
      (
        NIOSSLError.unableToValidateCertificate,
        .failed(.tls(host: "example.org", reason: "its certificate isn't trusted"))
      ),
      (IOError(errnoCode: ECONNRESET, reason: "read"), .failed(.connectionClosed("example.org"))),
      (
        IOError(errnoCode: ENETUNREACH, reason: "connect"),
        .failed(.unreachable(host: "example.org", reason: "Network is unreachable"))
      ),
      (HTTPClientError.remoteConnectionClosed, .failed(.connectionClosed("example.org"))),
      (ChannelError.ioOnClosedChannel, .failed(.connectionClosed("example.org"))),
      (HTTPClientError.cancelled, .cancelled), (CancellationError(), .cancelled),
      (HTTPClientError.invalidURL, .notAllowed(.notAWebAddress)),
    ] as [(any Error, LinkMetadataError)])
  func meaning(error: any Error, meaning: LinkMetadataError) throws {
    let url = try #require(URL(string: "https://www.example.org/a"))
    #expect(LinkMetadataError(fetching: url, error: error) == meaning)
  }

  @Test("external text is stripped of control characters before it's shown")
  func folded() throws {
    let url = try #require(URL(string: "http://example.org/"))
    struct Odd: Error, CustomStringConvertible { let description = "a\u{1B}[31m\n\u{202E}b" }
    #expect(LinkMetadataError(fetching: url, error: Odd()) == .unknown("a[31m b"))
    #expect(ContentType("text/\u{1B}]x\u{7}y").mediaType.isEmpty)
  }

  @Test("a body that inflates too far is too large, and one that can't be inflated is broken")
  func inflating() throws {
    let url = try #require(URL(string: "http://example.org/"))
    let limit = BodyInflater.Failure.tooLong(limit: 7)
    let meaning = LinkMetadataError(fetching: url, error: limit)
    #expect(meaning == .failed(.tooLarge(limit: 7)))
    let broken = BodyInflater.Failure.badData
    let brokenMeaning = LinkMetadataError(fetching: url, error: broken)
    #expect(brokenMeaning == .failed(.badCompression(host: "example.org")))
  }
}
