import Foundation
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct RedirectTests {
  private static let page = Answer.page("<title>There</title>")
  private static let names = ["a.test": "127.0.0.1", "b.test": "127.0.0.1"]

  @Test("a site that redirects to itself until it gets its cookie back is read")
  func cookieWall() async throws {
    let wall = Answer { request in
      request.header("Cookie") == "seen=1"
        ? Self.page
        : .status(302, headers: ["Location: /", "Set-Cookie: seen=1; Path=/; HttpOnly"])
    }
    try await withServer(["/": wall]) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/"))
      #expect(metadata.title == "There")
      let again = try await LinkMetadata(fetching: server.url("/"))
      #expect(again.title == "There")
      // Each fetch has its own cookie jar.
      #expect(server.requests.map { $0.header("Cookie") } == [nil, "seen=1", nil, "seen=1"])
    }
  }

  @Test("credentials go only to their own host, and those in a redirect are dropped")
  func credentials() async throws {
    try await withServer(["*": Self.page]) { other in
      let far = other.url("/far", name: "u:p@b.test").absoluteString
      let routes: [String: Answer] = ["/": .redirect(to: "/on"), "/on": .redirect(to: far)]
      try await withServer(routes) { server in
        try await withConnections(names: Self.names) { connections in
          let url = server.url("/", name: "me:s%C3%A9cret@a.test")
          let metadata = try await connections.metadata(for: url) {
            $0.headers = ["X-Token": "t", "Accept": "text/html"]
          }
          #expect(metadata.url == other.url("/far", name: "b.test"))
          #expect(metadata.originalURL == url)
        }
        let basic = "Basic " + Data("me:sécret".utf8).base64EncodedString()
        #expect(server.requests.map { $0.header("Authorization") } == [basic, basic])
        #expect(server.requests.map { $0.header("X-Token") } == ["t", "t"])
        #expect(server.requests.map { $0.header("Accept") } == ["text/html", "text/html"])
      }
      #expect(other.requests.map { $0.header("Authorization") } == [nil])
      #expect(other.requests.map { $0.header("X-Token") } == [nil])
    }
  }

  @Test("escapes in an address are sent unchanged, next to characters that must be encoded")
  func escapes() async throws {
    let page = Answer.page(
      #"<title>There</title><link rel=canonical href="c?x=%7B%22|b"><meta property=og:image content="/%20|.png">"#
    )
    try await withServer(["/": .redirect(to: "/a%20|b/%zz?x=%7B%22a%22|b#%7C|"), "*": page]) {
      server in
      let metadata = try await LinkMetadata(fetching: server.url("/"))
      #expect(metadata.url == server.url("/a%20%7Cb/%25zz?x=%7B%22a%22%7Cb#%7C%7C"))
      #expect(metadata.canonicalURL == server.url("/a%20%7Cb/c?x=%7B%22%7Cb"))
      #expect(metadata.image?.url == server.url("/%20%7C.png"))
      let lines = server.requests.map { $0.head.prefix { $0 != "\r\n" } }
      #expect(lines.contains("GET /a%20%7Cb/%25zz?x=%7B%22a%22%7Cb HTTP/1.1"))
    }
  }

  @Test(
    "credentials go only to the same origin or its HTTPS upgrade",
    arguments: [
      ("http://a.org/x", "http://a.org/y", true), ("http://a.org/", "http://A.ORG:80/", true),
      ("http://a.org/", "https://a.org/", true), ("http://a.org/", "http://b.a.org/", false),
      ("http://a.org/", "http://a.org:81/", false), ("https://a.org/", "http://a.org/", false),
      ("http://a.org:81/", "https://a.org/", false), ("https://a.org/", "https://a.org:8/", false),
      ("http://u:p@a.org/", "http://a.org/", true), ("http://a.org/", "http://a.org.evil/", false),
    ])
  func credentialScope(origin: String, target: String, isAllowed: Bool) throws {
    let origin = try #require(URL(string: origin))
    #expect(try #require(URL(string: target)).mayHaveCredentials(of: origin) == isAllowed)
  }

  @Test("international host names and uppercase schemes are accepted")
  func spellings() async throws {
    let names = ["xn--bcher-kva.test": "127.0.0.1"]
    try await withServer(["*": Self.page]) { server in
      try await withConnections(names: names) { connections in
        for address in ["HTTP://b\u{FC}cher.test", "http://B\u{DC}CHER.test"] {
          let url = try #require(URL(webAddress: "\(address):\(server.port)/"))
          let metadata = try await connections.metadata(for: url)
          #expect(metadata.title == "There")
        }
      }
      #expect(server.requests.first?.header("Host") == "xn--bcher-kva.test:\(server.port)")
    }
  }

  @Test("a Refresh header of 0 s is followed once, unless the request disables it")
  func refreshHeader() async throws {
    let refresh = { (target: String, title: String) in
      Answer.answer(200, "<title>\(title)</title>", headers: ["Refresh: \(target)"])
    }
    let routes: [String: Answer] = [
      "/": refresh("0;url=/next", "First"), "/next": refresh("0; URL='/third'", "Second"),
      "/later": refresh("5; url=/next", "Later"), "/self": refresh("0; url=/self", "Self"),
    ]
    try await withServer(routes) { server in
      for (path, title) in [("/", "Second"), ("/later", "Later"), ("/self", "Self")] {
        let metadata = try await LinkMetadata(fetching: server.url(path))
        #expect(metadata.title == title)
      }
      var request = LinkMetadataRequest(url: server.url("/"))
      request.followsMetaRefresh = false
      let stays = try await LinkMetadata(fetching: request)
      #expect(stays.title == "First")
    }
  }

  @Test("a meta refresh is followed")
  func metaRefresh() async throws {
    let routes: [String: Answer] = [
      "/": .page("<head><meta http-equiv=refresh content='0; url=next'></head>"),
      "/next": Self.page,
    ]
    try await withServer(routes) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/"))
      #expect(metadata.title == "There")
      #expect(metadata.url == server.url("/next"))
    }
  }

  @Test("a page whose refresh fails is used itself if it has enough metadata")
  func deadRefresh() async throws {
    let refresh = "<meta http-equiv=refresh content='0; url=/gone'><title>Stub</title>"
    let routes: [String: Answer] = [
      "/full": .page(refresh + "<meta property=og:title content=Full>"), "/stub": .page(refresh),
    ]
    try await withServer(routes) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/full"))
      #expect(metadata.title == "Full")
      #expect(metadata.url == server.url("/full"))
      await #expect(throws: LinkMetadataError.failed(.httpStatus(404))) {
        _ = try await LinkMetadata(fetching: server.url("/stub"))
      }
    }
  }

  @Test(
    "the target of a refresh is parsed",
    arguments: [
      ("0;url=/a", "/a"), ("0", nil), ("0; url=\"/a b\" x", "/a b"), ("0,/a", "/a"),
      (" 0.0 ; URL = /a", "/a"), ("1;url=/a", nil), ("x;url=/a", nil), ("0;", nil),
      (";url=/a", "/a"), ("0;urls/a", "urls/a"), ("", nil),
    ] as [(String, String?)])
  func refreshTarget(header: String, target: String?) {
    let refresh = MetaRefresh(header)
    #expect(refresh.flatMap { $0.seconds < 1 ? $0.address : nil } == target)
  }
}
