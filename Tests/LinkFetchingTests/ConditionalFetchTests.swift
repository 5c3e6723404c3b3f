import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct ConditionalFetchTests {
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  private static func page(
    _ title: String, tag: String, _ html: String = ""
  ) -> Answer {
    .page(
      "<title>\(title)</title>\(html)".utf8, headers: ["ETag: \(tag)", "Last-Modified: \(date)"])
  }

  /// A page with an entity tag. A request that has the tag already gets `notModified`.
  private static func versioned(
    _ title: String, tag: String = "\"v1\"", notModified: Answer = .status(304)
  ) -> Answer {
    Answer { request in
      request.header("If-None-Match") == tag ? notModified : page(title, tag: tag)
    }
  }

  private func fetch(
    _ url: URL, since validators: PageValidators? = nil
  ) async throws -> FetchResult {
    let loader = PageLoader(configuration: .init(retriesAsKnownCrawler: true))
    return try await loader.fetch(LinkMetadataRequest(url: url), since: validators)
  }

  /// Returns the title and validators of a result with metadata.
  private func parts(_ answer: FetchResult) throws -> (String?, PageValidators?) {
    guard case .metadata(let metadata, let validators) = answer else {
      throw NotModified()
    }
    return (metadata.title, validators)
  }

  private struct NotModified: Error {}

  @Test("an unchanged page is not sent again")
  func notModified() async throws {
    try await withServer(["/page": Self.versioned("One", tag: "W/\"v1\"")]) { server in
      let url = server.url("/page#part")
      let (title, validators) = try parts(try await fetch(url))
      #expect(title == "One")
      #expect(
        validators
          == PageValidators(
            url: server.url("/page"), entityTag: "W/\"v1\"", lastModified: Self.date))
      let again = try await fetch(url, since: validators)
      #expect(again == .notModified)
      let request = try #require(server.requests.last)
      #expect(request.header("If-None-Match") == "W/\"v1\"")
      #expect(request.header("If-Modified-Since") == Self.date)
      #expect(server.requests.count == 2)
    }
  }

  @Test("a 304 has no body, even if its headers announce one")
  func bodylessHead() async throws {
    let odd = Answer.text(
      Answer.head(
        304,
        headers: ["Content-Length: 9000", "Content-Encoding: gzip", "Content-Type: text/html"]))
    try await withServer(["*": Self.versioned("One", notModified: odd)]) { server in
      let (_, validators) = try parts(try await fetch(server.url("/")))
      let again = try await fetch(server.url("/"), since: validators)
      #expect(again == .notModified)
    }
  }

  @Test("a changed page comes with new validators")
  func modified() async throws {
    try await withServer(["*": Self.versioned("Two", tag: "\"v2\"")]) { server in
      let old = PageValidators(url: server.url("/"), entityTag: "\"v1\"")
      let (title, validators) = try parts(try await fetch(server.url("/"), since: old))
      #expect(title == "Two")
      #expect(validators?.entityTag == "\"v2\"")
      #expect(server.requests.first?.header("If-None-Match") == "\"v1\"")
      #expect(server.requests.first?.header("If-Modified-Since") == nil)
    }
  }

  @Test("validators are sent only to the address they came from")
  func redirects() async throws {
    let routes: [String: Answer] = [
      "/a": .redirect(to: "/b"), "/b": Self.versioned("B"), "/moved": .redirect(to: "/c"),
      "/c": Self.versioned("C"), "/refresh": .page("<meta http-equiv=refresh content=0;url=/b>"),
    ]
    try await withServer(routes) { server in
      let (_, validators) = try parts(try await fetch(server.url("/a")))
      #expect(validators?.url == server.url("/b"))
      for path in ["/a", "/refresh"] {
        let again = try await fetch(server.url(path), since: validators)
        #expect(again == .notModified)
      }
      let (title, _) = try parts(try await fetch(server.url("/moved"), since: validators))
      #expect(title == "C")
      let asked = server.requests.filter { $0.header("If-None-Match") != nil }
      #expect(asked.map(\.path) == ["/b", "/b"])
    }
  }

  @Test("a 304 response to a request without validators is an error")
  func uncalledFor() async throws {
    try await withServer(["*": .status(304)]) { server in
      let url = server.url("/")
      let other = PageValidators(url: server.url("/other"), entityTag: "\"v1\"")
      await #expect(throws: LinkMetadataError.failed(.httpStatus(304))) {
        try await LinkMetadata(fetching: url)
      }
      await #expect(throws: LinkMetadataError.failed(.httpStatus(304))) {
        try await fetch(url, since: other)
      }
    }
  }

  @Test("an incomplete page has no validators, so the next fetch is a full one")
  func incomplete() async throws {
    let oEmbed =
      "<link rel=alternate type=application/json+oembed href=/oembed><title>One</title>"
    let routes: [String: Answer] = [
      "/cut": .text(
        "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\nETag: \"v1\"\r\n\r\n<title>One</title><me"),
      "/fails": Self.page("One", tag: "\"v1\"", oEmbed), "/oembed": .status(503),
      "/part": .text(
        "HTTP/1.1 206 Partial\r\nContent-Length: 18\r\nETag: \"v1\"\r\n\r\n<title>One</title>"),
      "/whole": Self.page("One", tag: "\"v1\""),
    ]
    try await withServer(routes) { server in
      for path in ["/cut", "/fails", "/part", "/whole"] {
        let (title, validators) = try parts(try await fetch(server.url(path)))
        #expect(title == "One")
        #expect((validators != nil) == (path == "/whole"), "\(path)")
      }
    }
  }

  @Test("a page that only crawlers get is revalidated as a crawler")
  func crawlers() async throws {
    let wall = Answer { request in
      guard request.header("User-Agent")?.contains("Twitterbot") == true else {
        return .page("<p>App")
      }
      return request.header("If-None-Match") == "\"v1\""
        ? .status(304) : Self.page("One", tag: "\"v1\"")
    }
    try await withServer(["*": wall]) { server in
      let (title, validators) = try parts(try await fetch(server.url("/")))
      #expect(title == "One")
      let again = try await fetch(server.url("/"), since: validators)
      #expect(again == .notModified)
    }
  }

  @Test("files that aren't pages have validators too")
  func files() async throws {
    let picture = Answer { request in
      request.header("If-None-Match") == "\"v1\""
        ? .status(304) : .page([0x89, 0x50], type: "image/png", headers: ["ETag: \"v1\""])
    }
    try await withServer(["*": picture]) { server in
      let (_, validators) = try parts(try await fetch(server.url("/i.png")))
      let again = try await fetch(server.url("/i.png"), since: validators)
      #expect(again == .notModified)
    }
  }

  @Test(
    "invalid validators are dropped",
    arguments: [
      ("\"\"", nil, true), ("W/\"a!~\"", nil, true), (nil, date, true),
      (nil, nil, false), ("v1", nil, false), ("w/\"v1\"", nil, false), ("\"", nil, false),
      ("\"a\"b\"", nil, false), ("\"a b\"", nil, false), ("\"a\r\nX: y\"", nil, false),
      ("\"ä\"", nil, false), ("\"" + String(repeating: "a", count: 511) + "\"", nil, false),
      (nil, "yesterday", false), (nil, "Sunday, 06-Nov-94 08:49:37 GMT", false),
      (nil, date + "\r\nX: y", false), (nil, "", false),
    ] as [(String?, String?, Bool)])
  func values(tag: String?, date: String?, isUsable: Bool) throws {
    let url = try #require(URL(string: "https://me:secret@example.org/a#b"))
    let validators = PageValidators(url: url, entityTag: tag, lastModified: date)
    #expect((validators != nil) == isUsable)
    #expect(validators == nil || validators?.url.absoluteString == "https://example.org/a")
  }

  @Test("validators survive a JSON round trip, and invalid ones don't decode")
  func codes() throws {
    let url = try #require(URL(string: "https://example.org/"))
    let validators = PageValidators(url: url, entityTag: "\"v1\"", lastModified: Self.date)
    let decoder = JSONDecoder()
    let data = try JSONEncoder().encode(validators)
    #expect(try decoder.decode(PageValidators.self, from: data) == validators)
    let bad = Data(#"{"url":"https://example.org/","entityTag":"\"a\r\nX: y\""}"#.utf8)
    #expect(throws: DecodingError.self) { try decoder.decode(PageValidators.self, from: bad) }
  }

  @Test(
    "errors survive a JSON round trip",
    arguments: [
      .cancelled, .timedOut(host: "h", after: .milliseconds(1500)), .unknown("?"),
      .notAllowed(.redirect(to: "file:///")), .failed(.hostNotFound("h")),
      .failed(.tls(host: "h", reason: "r")), .failed(.httpStatus(410)), .failed(.badRedirect),
    ] as [LinkMetadataError])
  func errorsCode(error: LinkMetadataError) throws {
    let data = try JSONEncoder().encode(error)
    #expect(try JSONDecoder().decode(LinkMetadataError.self, from: data) == error)
  }
}
