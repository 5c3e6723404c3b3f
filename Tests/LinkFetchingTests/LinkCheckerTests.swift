import Foundation
import LinkPreview
import TaskLimits
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct LinkCheckerTests {
  private func outcome(_ path: String, of server: FixtureServer) async -> LinkProbe.Outcome? {
    await LinkChecker(pause: .zero).outcome(of: server.url(path))
  }

  @Test("responses become check outcomes")
  func outcomes() async throws {
    let routes: [String: Answer] = [
      "/ok": .page("<title>x</title>"), "/gone": .status(410), "/missing": .status(404),
      "/moved": .redirect(301, to: "/ok"), "/lent": .redirect(302, to: "/ok"),
      "/moved-lent": .redirect(308, to: "/lent"), "/moved-gone": .redirect(301, to: "/gone"),
      "/forbidden": .status(403), "/broken": .status(500),
    ]
    try await withServer(routes) { server in
      #expect(await outcome("/ok", of: server) == .ok)
      #expect(await outcome("/gone", of: server) == .gone)
      #expect(await outcome("/missing", of: server) == .gone)
      #expect(await outcome("/moved", of: server) == .moved(to: server.url("/ok")))
      #expect(await outcome("/lent", of: server) == .ok)
      #expect(await outcome("/moved-lent", of: server) == .moved(to: server.url("/lent")))
      #expect(await outcome("/moved-gone", of: server) == .gone)
      #expect(await outcome("/forbidden", of: server) == .failed(.failed(.httpStatus(403))))
      let before = server.requests.count
      guard case .failed? = await outcome("/broken", of: server) else {
        Issue.record("a broken page counts as reachable")
        return
      }
      #expect(server.requests.count - before == 6, "three attempts, each with HEAD and GET")
    }
  }

  @Test("GET is used if the server doesn't support HEAD")
  func getOnly() async throws {
    let answer = Answer { $0.method == "HEAD" ? .status(405) : .page("<title>x</title>") }
    try await withServer(["*": answer]) { server in
      #expect(await outcome("/", of: server) == .ok)
      #expect(server.requests.map(\.method) == ["HEAD", "GET"])
    }
  }

  @Test("a redirect without a target leads to its own page, if it has one")
  func redirectWithoutTarget() async throws {
    let page = Answer.answer(302, "<title>T</title>")
    try await withServer(["/page": page, "/empty": .status(302)]) { server in
      #expect(await outcome("/page", of: server) == .ok)
      #expect(await outcome("/empty", of: server) == .failed(.failed(.badRedirect)))
    }
  }

  /// A response with two lengths, which no client accepts (RFC 9112, section 6.3).
  private static let ambiguous = Answer.text(
    Answer.head(200, headers: ["Content-Length: 4", "Content-Length: 5"]))

  @Test(
    "GET is used if HEAD fails in any way",
    arguments: [
      ("closes", Answer([])), ("resets", Answer([.reset])), ("hangs", Answer([.hang])),
      ("isn't HTTP", .text("no response\r\n\r\n")), ("is ambiguous", ambiguous),
      ("redirects nowhere", .status(301)), ("loops", .redirect(301, to: "/")),
    ])
  func headFails(name: String, head: Answer) async throws {
    let answer = Answer { $0.method == "HEAD" ? head : .page("<title>x</title>") }
    try await withServer(["*": answer]) { server in
      let outcome = await LinkProbe.outcome(of: server.url("/"), timeout: .seconds(2))
      #expect(outcome == .ok, "\(name)")
      #expect(server.requests.last?.method == "GET")
    }
  }

  @Test("a host counts as unreachable only while the network is up", arguments: [true, false])
  func noNetwork(isUp: Bool) async throws {
    let checker = LinkChecker(
      pause: .zero, probe: { _ in .failed(.failed(.hostNotFound("a.example"))) },
      hasNetwork: { isUp })
    let found = await checker.outcome(of: try #require(URL(string: "https://a.example/")))
    #expect((found != nil) == isUp)
  }

  @Test("requests to one host are spaced out, and other hosts don't wait")
  func pace() async throws {
    let asked = Locked<[String]>([])
    let checker = LinkChecker(pause: .seconds(3600)) { url in
      asked.withLock { $0.append(url.absoluteString) }
      return .ok
    }
    let urls = try ["https://a.example/1", "https://b.example/1"].map {
      try #require(URL(string: $0))
    }
    for url in urls { #expect(await checker.outcome(of: url) == .ok) }
    let second = try #require(URL(string: "https://a.example/2"))
    let waiting = Task { await checker.outcome(of: second) }
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(asked.withLock(\.self) == urls.map(\.absoluteString))
  }
}
