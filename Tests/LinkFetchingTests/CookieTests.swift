import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// The cookies of a chain of redirects (RFC 6265).
@Suite(.takesTurn)
struct CookieTests {
  /// A header of http://www.example.org/shop/cart, and the cookies that go to the next address.
  struct Sample: Sendable {
    var header: String
    var to: String
    var sent: String?
  }

  static let samples = [
    Sample(header: "a=1", to: "www.example.org/shop/x", sent: "a=1"),
    Sample(header: "a=1", to: "www.example.org/shopping", sent: nil),
    Sample(header: "a=1; Path=/", to: "www.example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=x", to: "www.example.org/shop", sent: "a=1"),
    Sample(header: "a=1; Path=/", to: "example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=.example.org", to: "example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=/; Domain=EXAMPLE.ORG", to: "x.example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=/; Domain=example.org", to: "badexample.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=org", to: "www.example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=other.org", to: "other.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=a.www.example.org", to: "a.www.example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Secure", to: "www.example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Max-Age=0", to: "www.example.org/", sent: nil),
    Sample(
      header: "a=1; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      to: "www.example.org/", sent: "a=1"),
    Sample(
      header: "a=1; Path=/; Expires=Thu, 01-Jan-70 00:00:01 GMT", to: "www.example.org/",
      sent: nil),
    Sample(
      header: "a=1; Path=/; Expires=Thursday, 01-Jan-70 00:00:00 GMT; HttpOnly",
      to: "www.example.org/", sent: nil),
    Sample(
      header: "a=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT", to: "www.example.org/",
      sent: "a=1"),
    Sample(header: "a=1; Path=/; Expires=soon", to: "www.example.org/", sent: "a=1"),
    Sample(
      header: "a=1; Path=/; Expires=1 Jan 1970 9223372036854775806:0:0", to: "www.example.org/",
      sent: "a=1"),
    Sample(
      header: "a=1; Path=/; Expires=1 Jan 9223372036854775806", to: "www.example.org/",
      sent: "a=1"),
    Sample(header: "=1; Path=/", to: "www.example.org/", sent: nil),
    Sample(header: "nothing", to: "www.example.org/", sent: nil),
    Sample(header: "a=x\u{1}y; Path=/", to: "www.example.org/", sent: nil),
    Sample(header: "a=b=c; Path=/", to: "www.example.org/", sent: "a=b=c"),
  ]

  private static let names = Dictionary(
    uniqueKeysWithValues: [
      "www.example.org", "example.org", "x.example.org", "a.www.example.org", "badexample.org",
      "other.org", "tls.test",
    ].map { ($0, "127.0.0.1") })

  private static let page = Answer.page("<title>There</title>")

  /// Redirects to an address with the same port, and sets cookies.
  private func moved(to address: String, _ cookies: String...) -> Answer {
    Answer { request in
      let parts = address.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      let port = request.header("Host")?.split(separator: ":").last ?? ""
      let location = "Location: http://\(parts[0]):\(port)/\(parts[1])"
      return .status(302, headers: [location] + cookies.map { "Set-Cookie: \($0)" })
    }
  }

  /// Follows redirects from www.example.org, and returns the cookies of each request.
  private func cookies(
    of routes: [String: Answer], from path: String,
    _ change: (inout LinkMetadataRequest) -> Void = { _ in }
  ) async throws -> [String?] {
    try await withServer(routes) { server in
      try await withConnections(names: Self.names) { connections in
        let url = server.url(path, name: "www.example.org")
        let metadata = try await connections.metadata(for: url, change)
        #expect(metadata.title == "There")
      }
      return server.requests.map { $0.header("Cookie") }
    }
  }

  @Test("a cookie is sent only to matching addresses", arguments: samples)
  func matching(_ sample: Sample) async throws {
    let routes = ["/shop/cart": moved(to: sample.to, sample.header), "*": Self.page]
    #expect(try await cookies(of: routes, from: "/shop/cart") == [nil, sample.sent])
  }

  @Test("later cookies replace earlier ones, expired ones remove them, and longer paths come first")
  func order() async throws {
    let routes = [
      "/a/first": moved(
        to: "www.example.org/a/second", "a=1; Path=/", "b=2; Path=/a", "c=3; Path=/"),
      "/a/second": moved(to: "www.example.org/a/last", "a=9; Path=/", "c=; Path=/; Max-Age=-1"),
      "/a/last": Self.page,
    ]
    let sent = try await cookies(of: routes, from: "/a/first")
    #expect(sent.count == 3)
    #expect(sent[1]?.hasPrefix("b=2; ") == true)
    #expect(sent[1]?.split(separator: "; ").sorted() == ["a=1", "b=2", "c=3"])
    #expect(sent[2] == "b=2; a=9")
  }

  @Test("the caller's own cookies go to its host in place of others, which other hosts still get")
  func ownCookies() async throws {
    let routes = [
      "/": moved(to: "other.org/in", "mine=1; Path=/"),
      "/in": moved(to: "www.example.org/back", "theirs=2; Path=/"),
      "/back": moved(to: "other.org/out"), "/out": Self.page,
    ]
    let sent = try await cookies(of: routes, from: "/") { $0.headers = ["cookie": "own=3"] }
    #expect(sent == ["own=3", nil, "own=3", "theirs=2"])
  }

  @Test("a secure cookie is set and sent over TLS only")
  func secure() async throws {
    let tls = try SocketServer.TLS()
    try await withServer(["*": Self.page]) { plain in
      let last = Answer.status(
        302, headers: ["Location: \(plain.url("/", name: "tls.test"))", "Set-Cookie: b=2"])
      try await withServer(["*": last], tls: tls) { secured in
        let target = secured.url("/", scheme: "https", name: "tls.test")
        let first = Answer.status(
          302, headers: ["Location: \(target)", "Set-Cookie: a=1; Path=/; Secure"])
        for (scheme, sent) in [("https", "a=1"), ("http", nil)] {
          try await withServer(["*": first], tls: scheme == "https" ? tls : nil) { server in
            try await withConnections(
              names: Self.names, authorities: TestCertificates.selfSigned
            ) { connections in
              let url = server.url("/", scheme: scheme, name: "tls.test")
              _ = try await connections.metadata(for: url)
            }
          }
          #expect(secured.requests.last?.header("Cookie") == sent)
          #expect(plain.requests.last?.header("Cookie") == "b=2")
        }
      }
    }
  }
}
