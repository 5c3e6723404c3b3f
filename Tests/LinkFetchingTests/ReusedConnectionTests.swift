import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// Connections that a server closes while they're idle, or when the next request comes.
@Suite(.takesTurn)
struct ReusedConnectionTests {
  private static let page = Answer.page("<title>There</title>")

  /// Follows the redirects of an address, without reading the body.
  private static func status(
    of url: URL, method: HTTPMethod = .get, connections: Connections
  ) async -> Result<Int, LinkMetadataError> {
    do throws(LinkMetadataError) {
      var follower = RedirectFollower(
        url, connections: connections, headers: [:], mayBePrivate: true)
      follower.method = method
      return .success(try await follower.follow(url).status)
    } catch {
      return .failure(error)
    }
  }

  /// Reads a page to its end, after which its connection waits for another request.
  private static func openConnection(
    to server: FixtureServer, _ connections: Connections
  ) async throws {
    let url = server.url("/first")
    var follower = RedirectFollower(
      url, connections: connections, headers: [:], mayBePrivate: true)
    var response = try await follower.follow(url)
    while try await response.next() != nil {}
  }

  @Test(
    "a request is sent again if the server closes the used connection instead of answering",
    arguments: [HTTPMethod.get, .head])
  func dropped(method: HTTPMethod) async throws {
    let routes = ["/first": Self.page.keepingAlive(requests: 0), "/page": Self.page]
    try await withServer(routes) { server in
      try await withConnections { connections in
        try await Self.openConnection(to: server, connections)
        let status = await Self.status(
          of: server.url("/page"), method: method, connections: connections)
        #expect(status == .success(200))
      }
      #expect(server.requests.map(\.path) == ["/first", "/page", "/page"])
      #expect(server.connectionCount == 2)
    }
  }

  @Test(
    "a request is sent again only once, and never after a new connection",
    arguments: [(nil, "/nothing", 1), (0, "/nothing", 2)] as [(Int?, String, Int)])
  func once(furtherAnswers: Int?, path: String, requestCount: Int) async throws {
    let first = furtherAnswers.map { Self.page.keepingAlive(requests: $0) } ?? Self.page
    let routes = ["/first": first, "/nothing": Answer([])]
    try await withServer(routes) { server in
      try await withConnections { connections in
        try await Self.openConnection(to: server, connections)
        let status = await Self.status(of: server.url(path), connections: connections)
        #expect(throws: LinkMetadataError.self) { try status.get() }
      }
      #expect(server.requests.dropFirst().count == requestCount)
    }
  }

  @Test("a redirect loop is named as such, however often the server closes connections")
  func loops() async throws {
    let loop = LinkMetadataError.failed(.tooManyRedirects(limit: RedirectFollower.redirectLimit))
    for answer in [
      Answer.redirect(to: "/r").keepingAlive(milliseconds: 50),
      Answer.redirect(to: "/r").keepingAlive(requests: 0),
    ] {
      try await withServer(["/r": answer]) { server in
        try await withConnections { connections in
          let url = server.url("/r")
          for _ in 0..<12 {
            let error = await connections.error(for: url)
            #expect(error == loop)
          }
          let errors = await withTaskGroup(of: LinkMetadataError?.self) { group in
            for _ in 0..<8 { group.addTask { await connections.error(for: url) } }
            return await group.reduce(into: []) { $0.append($1) }
          }
          #expect(errors == Array(repeating: loop, count: 8))
        }
      }
    }
  }

  struct LateBody: Sendable, CustomTestStringConvertible {
    var name: String
    var headers: [String]
    var first: [UInt8]
    var second: [UInt8]
    var body: String
    var isWhole = false

    var testDescription: String { name }
  }

  static let bodies = [
    LateBody(
      name: "cut off", headers: ["Content-Length: 999"], first: Array("<title>One</title>".utf8),
      second: Array("<p>Two".utf8), body: "<title>One</title><p>Two"),
    LateBody(
      name: "inside a chunk", headers: ["Transfer-Encoding: chunked"],
      first: Array("3\r\nOne\r\n".utf8), second: Array("3\r\nTwo\r\n9\r\nThree".utf8),
      body: "OneTwoThree"),
    LateBody(
      name: "broken chunk", headers: ["Transfer-Encoding: chunked"],
      first: Array("3\r\nOne\r\n".utf8), second: Array("3\r\nTwo\r\nx\r\n".utf8), body: "OneTwo"),
    LateBody(
      name: "compressed", headers: ["Content-Encoding: gzip", "Content-Length: 999"],
      first: Array(Gzip.stored(Array("OneTwo".utf8)).prefix(15)),
      second: Array(Gzip.stored(Array("OneTwo".utf8))[15..<20]), body: "OneTw"),
    LateBody(
      name: "ends with the connection", headers: [], first: Array("One".utf8),
      second: Array("Two".utf8), body: "OneTwo", isWhole: true),
  ]

  @Test("whatever arrived is read, however long after the connection was closed", arguments: bodies)
  func lateReader(_ late: LateBody) async throws {
    let head = Answer.head(200, headers: late.headers)
    let answer = Answer([
      .text(head), .send(late.first), .wait(milliseconds: 30), .send(late.second), .finish,
    ])
    try await withServer(["*": answer]) { server in
      try await withConnections { connections in
        var follower = RedirectFollower(
          server.url("/"), connections: connections, headers: [:], mayBePrivate: true)
        var response = try await follower.follow(server.url("/"))
        // The server's connection ends when the client has seen the end and closed it.
        await server.waitUntilIdle()
        var body = ""
        var failure: LinkMetadataError?
        do throws(LinkMetadataError) {
          while let piece = try await response.next() {
            body += String(decoding: piece, as: UTF8.self)
          }
        } catch {
          failure = error
        }
        #expect(body == late.body)
        #expect((failure == nil) == late.isWhole)
      }
    }
  }
}
