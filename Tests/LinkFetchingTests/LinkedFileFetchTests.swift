import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// Fetches of links that lead to files instead of pages.
@Suite(.takesTurn)
struct LinkedFileFetchTests {
  // Fetch, "extract a MIME type"
  @Test("pages, feeds and pictures are recognized whatever is wrong with their type")
  func oddTypes() async throws {
    let page = "<title>T</title>"
    let feed = "<?xml version='1.0'?><rss><channel><title>F</title></channel></rss>"
    let routes: [String: Answer] = [
      "/twice": .page(page, type: "text/html, text/html"), "/html": .page(page, type: "html"),
      "/last": .page(page, type: "text/plain, text/html"), "/slash": .page(page, type: "text/"),
      "/lines": .page(page.utf8, type: "text/html", headers: ["Content-Type: text/html"]),
      "/unknown": .page(page, type: "unknown/unknown"),
      "/feed": .page(feed, type: "application/rss+xml, application/rss+xml"),
      "/rss": .page(feed, type: "rss"),
      "/picture": .page(Self.png, type: "image/png, image/png"),
      "/png": .page(Self.png, type: "png"),
      "/byte": .page([0x41], type: "application/octet-stream"),
    ]
    try await withServer(routes) { server in
      for path in ["/twice", "/html", "/last", "/slash", "/lines", "/unknown"] {
        #expect(try await LinkMetadata(fetching: server.url(path)).title == "T", "\(path)")
        let file = try await PageLoader().file(
          FileRequest(url: server.url(path), accept: "*/*", limit: 1_000))
        guard case .file(let file) = file else { return }
        #expect(["", "text/html"].contains(file.mediaType), "\(path)")
      }
      for path in ["/feed", "/rss"] {
        let found = try await LinkMetadata(fetching: server.url(path))
        #expect(found.title == "F", "\(path)")
        #expect(found.kind == .feed, "\(path)")
      }
      for path in ["/picture", "/png"] {
        let found = try await LinkMetadata(fetching: server.url(path))
        #expect(found.kind == .image, "\(path)")
        #expect(found.image?.width == 640, "\(path)")
      }
      #expect(try await LinkMetadata(fetching: server.url("/byte")).summary == "File, 1 byte")
    }
  }

  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2,
    0x80, 0, 0, 1, 0xE0, 8, 6, 0, 0, 0, 0, 0, 0, 0,
  ]

  @Test("links to an image, a feed sent as XML and a download have metadata")
  func fetched() async throws {
    let routes: [String: Answer] = [
      "/picture.png": .page(Self.png, type: "image/png"),
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
