import Markup
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import Testing

@testable import LinkPreview

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
}
