import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// Fetches of links that lead to files instead of pages.
@Suite(.takesTurn)
struct LinkedFileFetchTests {
  @Test("links to an image, a feed sent as XML and a download have metadata")
  func fetched() async throws {
    let png: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2,
      0x80,
      0, 0, 1, 0xE0, 8, 6, 0, 0, 0, 0, 0, 0, 0,
    ]
    let routes: [String: Answer] = [
      "/picture.png": .page(png, type: "image/png"),
      "/feed": .page(
        "<?xml version='1.0'?><rss><channel><title>F</title></channel></rss>", type: "text/xml"),
      "/latin": .page(
        Array("<rss><channel><title>caf".utf8) + [0xE9] + Array("</title></channel></rss>".utf8),
        type: "text/xml; charset=iso-8859-1"),
      "/report": .page(
        [0x50, 0x4B, 3, 4], type: "application/zip",
        headers: ["Content-Disposition: attachment; filename=x; filename*=UTF-8''na%C3%AFve.zip"]),
    ]
    try await withServer(routes) { server in
      let picture = try await LinkMetadata(fetching: server.url("/picture.png"))
      #expect(picture.title == "picture.png")
      #expect(picture.summary == "PNG image, 640 × 480, 33 bytes")
      #expect(picture.image?.width == 640)
      let feed = try await LinkMetadata(fetching: server.url("/feed"))
      #expect(feed.title == "F")
      #expect(feed.kind == .feed)
      let latin = try await LinkMetadata(fetching: server.url("/latin"))
      #expect(latin.title == "café")
      let report = try await LinkMetadata(fetching: server.url("/report"))
      #expect(report.title == "naïve.zip")
    }
  }
}
