import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// Responses that break the rules as real servers do. Browsers and curl show their pages.
@Suite(.takesTurn)
struct LenientHeadTests {
  struct Odd: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: String
    var testDescription: String { name }

    init(_ name: String, _ bytes: String) { (self.name, self.bytes) = (name, bytes) }

    /// A page with further lines in its head.
    init(_ name: String, line: String) {
      self.init(
        name,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\(line)\r\nContent-Length: 16\r\n\r\n\(page)"
      )
    }
  }

  private static let page = "<title>T</title>"
  private static let chunked =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n"

  static let shown = [
    // RFC 9112, section 5.2: "replace each received obs-fold with one or more SP octets".
    Odd("a folded line", line: "X-Policy: a;\r\n b"),
    Odd("a line folded twice, with a tab", line: "X-Policy: a;\r\n\tb\r\n  c"),
    // RFC 9112, section 6.3: Transfer-Encoding overrides Content-Length.
    Odd(
      "a length beside chunks", "\(chunked)Content-Length: 3\r\n\r\n10\r\n\(page)\r\n0\r\n\r\n"),
    Odd("white space after a chunk's size", "\(chunked)\r\n10 \r\n\(page)\r\n0\r\n\r\n"),
    // RFC 9112, section 2.2: "a recipient MAY recognize a single LF as a line terminator".
    Odd(
      "a status line that ends in LF",
      "HTTP/1.1 200 OK\nContent-Type: text/html\r\nContent-Length: 16\r\n\r\n\(page)"),
    Odd(
      "all lines that end in LF",
      "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 16\n\n\(page)"),
    // RFC 9110, section 8.6: identical values may be taken as one.
    Odd("the same length twice", line: "Content-Length: 16"),
    Odd("a name that's no token", line: "PHP Warning: x"),
    Odd("white space before the colon", line: "X-Type : text/plain"),
    Odd("an empty name", line: ": v"),
    Odd("DEL in a value", line: "Set-Cookie: a=b; domain=\u{7F}x.example"),
    Odd("a control character in a value", line: "X: a\u{1}b"),
    Odd("no reason", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n\(page)"),
  ]

  @Test("a page with an odd head is read", arguments: shown)
  func isShown(_ odd: Odd) async throws {
    try await withServer(["*": .text(odd.bytes)]) { server in
      try await withConnections { connections in
        let metadata = try await connections.metadata(for: server.url("/"))
        #expect(metadata.title == "T")
        let outcome = await LinkProbe.outcome(
          of: server.url("/"), timeout: .seconds(20), connections: connections)
        #expect(outcome == .ok)
      }
    }
  }

  @Test("a redirect with an odd head is followed", arguments: ["X: a;\r\n b", "PHP Warning: x"])
  func redirect(line: String) async throws {
    let redirect = "HTTP/1.1 302 Found\r\n\(line)\r\nLocation: /to\r\nContent-Length: 0\r\n\r\n"
    try await withServer(["/": .text(redirect), "/to": .page(Self.page)]) { server in
      try await withConnections { connections in
        let metadata = try await connections.metadata(for: server.url("/"))
        #expect(metadata.title == "T")
      }
    }
  }

  static let refused = [
    Odd("NUL in a value", line: "X: a\0b"), Odd("NUL in a folded line", line: "X: a\r\n \0"),
    Odd("a bare CR in a value", line: "X: a\rb"), Odd("HTTP/0.9", page),
    Odd("different lengths", line: "Content-Length: 15"),
    Odd("a chunk without a size", "\(chunked)\r\nx\r\n\(page)\r\n0\r\n\r\n"),
    Odd("a line that's too long", line: "X: " + String(repeating: "x", count: 400_000)),
    Odd(
      "too many lines",
      line: Array(repeating: "X: " + String(repeating: "x", count: 1_000), count: 400).joined(
        separator: "\r\n")),
  ]

  @Test(
    "a head that others may read differently is refused, and one that's too large",
    arguments: refused)
  func isRefused(_ odd: Odd) async throws {
    try await withServer(["*": .text(odd.bytes)]) { server in
      try await withConnections { connections in
        let error = await connections.error(for: server.url("/"))
        #expect(error == .failed(.badResponse(host: "127.0.0.1")))
      }
    }
  }

  private static func headers(_ lines: [UInt8]) async throws -> HTTPHeaders {
    try await withServer(["*": Answer([.send(lines)])]) { server in
      try await withConnections { connections in
        var follower = RedirectFollower(server.url("/"), connections: connections, headers: [:])
        return try await follower.follow(server.url("/")).headers
      }
    }
  }

  @Test("folded lines are put together, and interim responses and trailers are passed over")
  func fields() async throws {
    let headers = try await Self.headers(
      Array(
        """
        HTTP/1.1 103 Early Hints\r\nB: 1\r\n\r\n\
        HTTP/1.1 200 OK\r\nA:  1 \r\n 2\r\nb c: 3\r\n 4\r\na : 5\nC:\r\n 6\r\n: 7\r\n\
        Transfer-Encoding: chunked\r\n\r\n0\r\nTrailer: 8\r\n\r\n
        """.utf8))
    #expect(headers["A"] == ["1 2", "5"])
    #expect(headers["C"] == ["6"])
    #expect(headers["B"].isEmpty && headers["Trailer"].isEmpty)
  }

  @Test("an address in raw bytes that aren't UTF-8 keeps them")
  func rawAddress() async throws {
    let headers = try await Self.headers(
      Array("HTTP/1.1 200 OK\r\nLocation: /caf".utf8) + [0xE9, 13, 10]
        + Array("X: caf".utf8) + [0xC3, 0xA9, 13, 10, 13, 10])
    #expect(headers.address(name: "location") == "/caf%E9")
    #expect(headers.first(name: "Location") == "/café")
    #expect(headers.address(name: "X") == "café")
  }
}
