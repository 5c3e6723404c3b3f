import Foundation
import LinkPreview
import Markup
import Testing

@testable import LinkFetching

struct NetworkErrorTests {
  @Test(
    "errors of lower layers become metadata errors",
    arguments: [
      (
        CurlFailure(code: 60, text: "SSL: certificate subject name 'a' does not match target 'b'"),
        .failed(.tls(host: "example.org", reason: "its certificate is for another host"))
      ),
      (
        CurlFailure(code: 60, text: "SSL certificate problem: unable to get issuer"),
        .failed(.tls(host: "example.org", reason: "its certificate isn't trusted"))
      ),
      (
        CurlFailure(code: 35, text: "error:0A00010B:SSL routines::wrong version number"),
        .failed(.tls(host: "example.org", reason: "it doesn't support HTTPS on this port"))
      ),
      (
        CurlFailure(code: 35, text: "handshake failure"),
        .failed(.tls(host: "example.org", reason: "the TLS handshake failed"))
      ),
      (CurlFailure(code: 56, systemError: ECONNRESET), .failed(.connectionClosed("example.org"))),
      (CurlFailure(code: 55, systemError: EPIPE), .failed(.connectionClosed("example.org"))),
      (CurlFailure(code: 52), .failed(.connectionClosed("example.org"))),
      (CurlFailure(code: 18), .failed(.connectionClosed("example.org"))),
      (CurlFailure(code: 7, systemError: ECONNREFUSED), .failed(.connectionRefused("example.org"))),
      (
        CurlFailure(code: 7, systemError: ENETUNREACH),
        .failed(.unreachable(host: "example.org", reason: "Network is unreachable"))
      ),
      (
        CurlFailure(code: 28),
        .failed(.unreachable(host: "example.org", reason: "the connection timed out"))
      ),
      (CurlFailure(code: 8), .failed(.badResponse(host: "example.org"))),
      (MalformedResponse(), .failed(.badResponse(host: "example.org"))),
      (CurlFailure.hostNotFound, .failed(.hostNotFound("example.org"))),
      (CancellationError(), .cancelled), (CurlFailure(code: 3), .notAllowed(.notAWebAddress)),
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
