import Foundation
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
        .failed(.unusableLibrary(version: nil)),
        "libcurl, which fetches pages, is missing; install the package libcurl4"
      ),
      (
        .failed(.unusableLibrary(version: "7.64.0")),
        "libcurl 7.64.0 is too old to fetch pages; install version 7.85 or later of libcurl4"
      ),
      (
        .notAllowed(.privateAddress("10.0.0.1")),
        "a public page led to 10.0.0.1, which is this machine or in a private network"
      ),
    ] as [(LinkMetadataError, String)])
  func line(error: LinkMetadataError, line: String) {
    #expect(error.detail == line)
  }
}
