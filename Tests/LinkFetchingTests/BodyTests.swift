import Foundation
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct BodyTests {
  struct Body: Sendable {
    var start: [UInt8]
    var claims: String? = "text/html"
    var type: String?
  }

  static let bodies = [
    Body(start: Array("%PDF-1.7".utf8), type: "application/pdf"),
    Body(start: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], claims: nil, type: "image/png"),
    Body(start: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], type: "application/x-executable"),
    Body(start: Array("PK\u{3}\u{4}".utf8), claims: "", type: "application/zip"),
    // A disk image begins with 32 KB of zeros.
    Body(start: Array(repeating: 0, count: 64), type: "application/octet-stream"),
    Body(start: Array("abc\0def".utf8), claims: nil, type: "application/octet-stream"),
    Body(start: [], claims: "video/mp4", type: "video/mp4"),
  ]

  @Test(
    "a body that isn't a page is read no further than its start, whatever its Content-Type",
    arguments: bodies)
  func binary(_ body: Body) async throws {
    let type = body.claims.map { ["Content-Type: \($0)"] } ?? []
    let head = Answer.head(200, headers: type + ["Content-Length: 4700000000"])
    let filler = [UInt8](repeating: 0x41, count: 4096)
    let answer = Answer([.send(Array(head.utf8) + body.start), .endless(filler)])
    try await withServer(["*": answer]) { server in
      let cost = FetchStatistics()
      let metadata = try await cost.metadata(for: server.url("/"))
      #expect(metadata.title == "127.0.0.1")
      #expect(metadata.kind != nil)
      #expect(cost.counts.bytesRead < 1 << 20)
      await server.waitUntilIdle()
    }
  }

  @Test(
    "pages are read even if some bytes look binary",
    arguments: [
      ("text/html", Array("<title>x\0y</title>".utf8)),
      ("text/html; charset=utf-16le", Array("<title>xy</title>".utf16.flatMap { [UInt8($0), 0] })),
      ("text/html", [0xFE, 0xFF] + "<title>xy</title>".utf16.flatMap { [0, UInt8($0)] }),
    ] as [(String, [UInt8])])
  func text(type: String, page: [UInt8]) async throws {
    try await withServer(["*": .page(page, type: type)]) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/"))
      #expect(metadata.title == "xy")
    }
  }

  /// `<title>Deflated</title>`, compressed by zlib with fixed Huffman codes.
  private static let deflated: [UInt8] = [
    0xB3, 0x29, 0xC9, 0x2C, 0xC9, 0x49, 0xB5, 0x73, 0x49, 0x4D, 0xCB, 0x49, 0x2C, 0x49, 0x4D, 0xB1,
    0xD1, 0x87, 0xF0, 0x01,
  ]

  @Test(
    "deflate is inflated with a zlib header, a gzip header or neither",
    arguments: [
      [0x78, 0x9C] + deflated + [0x66, 0x9F, 0x08, 0x81], deflated, stored,
      Gzip.stored(Array(titled.utf8)),
    ] as [[UInt8]])
  func deflate(body: [UInt8]) async throws {
    let whole = Answer.page(body, headers: ["Content-Encoding: deflate"])
    let head = Answer.head(
      200, headers: ["Content-Type: text/html", "Content-Encoding: deflate"])
    let bytewise = Answer([.text(head)] + body.map { .send([$0]) })
    try await withServer(["/": whole, "/bytes": bytewise]) { server in
      for path in ["/", "/bytes"] {
        let metadata = try await LinkMetadata(fetching: server.url(path))
        #expect(metadata.title == "Deflated")
      }
    }
  }

  @Test("broken deflate data is reported, with and without a zlib header")
  func brokenDeflate() async throws {
    for body in [[0x78, 0x9C, 0xFF, 0xFF], [0x07, 0xFF, 0xFF]] as [[UInt8]] {
      let answer = Answer.page(body, headers: ["Content-Encoding: deflate"])
      try await withServer(["*": answer]) { server in
        try await withConnections { connections in
          let error = await connections.error(for: server.url("/"))
          #expect(error == .failed(.badCompression(host: "127.0.0.1")))
        }
      }
    }
  }

  private static let titled = "<title>Deflated</title>"
  /// The title in an uncompressed deflate block.
  private static let stored: [UInt8] =
    [1, UInt8(titled.utf8.count), 0, ~UInt8(titled.utf8.count), 0xFF] + Array(titled.utf8)

  @Test("an endless page is read up to the limit, or little further than a complete head")
  func endless() async throws {
    let filler = [UInt8]("<p>no title here</p>".utf8) + [UInt8](repeating: 0x20, count: 65_536)
    let head = Self.fullHead + "</head><body>"
    let routes: [String: Answer] = [
      "/headless": .open([.endless(filler)]),
      "/page": .open([.text(head), .endless(filler)]),
    ]
    try await withServer(routes) { server in
      let headless = FetchStatistics()
      _ = try await headless.metadata(for: server.url("/headless"))
      let cap = PageLoad.pageLimit
      #expect((cap..<cap + (1 << 20)).contains(headless.counts.bytesRead))
      let page = FetchStatistics()
      _ = try await page.metadata(for: server.url("/page"))
      #expect(page.counts.bytesRead < 1 << 20)
      #expect(page.counts.requests == 1)
      await server.waitUntilIdle()
    }
  }

  /// An unclosed head with everything that a card shows.
  private static let fullHead = """
    <head><title>Typical</title><meta property="og:title" content="Typical">
    <meta property="og:type" content="article"><meta property="og:description" content="D">
    <meta property="og:image" content="/i.png"><meta name="author" content="A">
    <meta property="article:published_time" content="2020-01-02">
    """

  @Test("at most a quarter of a typical article is read")
  func article() async throws {
    let head =
      Self.fullHead
      + String(
        repeating: #"<link rel="preload" as="script" href="/x.js">"#, count: 440)
    let body = "</head><body>" + String(repeating: "<p>Much is to be read.</p>\n", count: 6800)
    let page = head + body
    try await withServer(["*": .page(page)]) { server in
      let cost = FetchStatistics()
      _ = try await cost.metadata(for: server.url("/"))
      #expect(cost.counts.bytesRead <= page.utf8.count / 4)
    }
  }

  /// Each chunk is parsed completely when it arrives. The parser must not wait for the end of the
  /// page because a chunk ended inside quotes.
  @Test(arguments: [1, 7, 100, 1_000, 4_096])
  func pieces(length: Int) {
    let element = #"<p class="a b" title='it is "so"'>&amp; <a href="/x">on</a></p>"# + "\n"
    let page = Array(
      (Self.fullHead + "</head><body>" + String(repeating: element, count: 100)).utf8)
    final class Counter: HTMLEvents {
      var count = 0
      func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) { count += 1 }
    }
    let counter = Counter()
    let parser = HTMLParser(events: counter)
    for start in stride(from: 0, to: page.count, by: length) {
      parser.parse(Array(page[start..<min(start + length, page.count)]))
    }
    let count = counter.count
    parser.finish()
    #expect(counter.count == count && count > 200)
  }

  @Test("a compression bomb is read only up to the limit for inflated bodies")
  func bomb() async throws {
    let bomb = Answer.page(
      Gzip.zeros(megabytes: 16), type: "text/html", headers: ["Content-Encoding: gzip"])
    try await withServer(["*": bomb]) { server in
      let cost = FetchStatistics()
      let metadata = try await cost.metadata(for: server.url("/"))
      #expect(metadata.kind == .document)
      #expect(cost.counts.bytesRead <= Connections.inflatedLimit)
      await server.waitUntilIdle()
    }
  }

  @Test("the title is found in a page that inflates far beyond the limit")
  func inflating() async throws {
    let page = Answer.page(
      Gzip.zeros(megabytes: 24, after: Array("<title>Vast</title>".utf8)), type: "text/html",
      headers: ["Content-Encoding: gzip"])
    try await withServer(["*": page]) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/"))
      #expect(metadata.title == "Vast")
    }
  }

  @Test(
    "a response without a page is an error",
    arguments: [
      (Answer.status(204), LinkMetadataError.failed(.emptyPage)),
      (.page([UInt8]()), .failed(.emptyPage)), (.page([UInt8](), type: nil), .failed(.emptyPage)),
      (
        .page(
          [UInt8]([0x1F, 0x8B, 8]) + Array("<title>".utf8), headers: ["Content-Encoding: gzip"]),
        .failed(.badCompression(host: "127.0.0.1"))
      ),
    ])
  func none(answer: Answer, error: LinkMetadataError) async throws {
    try await withServer(["*": answer]) { server in
      await #expect(throws: error) { _ = try await LinkMetadata(fetching: server.url("/")) }
      #expect(server.requests.count == 1)
    }
  }

  @Test("each subresource has a size limit, and so do all of a fetch together")
  func subresources() async throws {
    let routes: [String: Answer] = [
      "/small": .page([UInt8](repeating: 7, count: 400), type: "image/png"),
      "/large": .page([UInt8](repeating: 7, count: 1001), type: "image/png"),
      "/open": .open([.endless([UInt8](repeating: 7, count: 500))], type: "image/png"),
      "/moved": .redirect(to: "/small"), "/gone": .status(404),
    ]
    try await withServer(routes) { server in
      let subresources = SubresourceLoader(
        by: PageLoader(), mayBePrivate: true, language: "en", totalLimit: 2000)
      let (bytes, type, url) = try await subresources.bytes(
        of: server.url("/moved"), accepting: "image/*", limit: 1000)
      #expect(bytes.count == 400 && type.mediaType == "image/png" && url == server.url("/small"))
      #expect(server.requests.first?.header("Accept") == "image/*")
      await #expect(throws: LinkMetadataError.failed(.httpStatus(404))) {
        _ = try await subresources.bytes(of: server.url("/gone"), accepting: "*/*", limit: 1000)
      }
      for path in ["/large", "/open"] {
        await #expect(throws: LinkMetadataError.failed(.tooLarge(limit: 1000))) {
          _ = try await subresources.bytes(of: server.url(path), accepting: "*/*", limit: 1000)
        }
      }
      // 400 and 1,000 bytes are spent. The body that declared its length wasn't read.
      _ = try await subresources.bytes(of: server.url("/small"), accepting: "*/*", limit: 1000)
      await #expect(throws: LinkMetadataError.failed(.tooLarge(limit: 200))) {
        _ = try await subresources.bytes(of: server.url("/small"), accepting: "*/*", limit: 1000)
      }
      await server.waitUntilIdle()
    }
  }
}
