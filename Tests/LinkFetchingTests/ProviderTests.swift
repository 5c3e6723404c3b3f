import Foundation
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct ProviderTests {
  @Test("redirects are followed, and both addresses are kept")
  func redirects() async throws {
    let routes: [String: Answer] = [
      "/a": .redirect(301, to: "/b?x=1"), "/b?x=1": .redirect(308, to: "sub/c"),
      "/sub/c": .page("<title>There</title><link rel=icon href=i.png>"),
    ]
    try await withServer(routes) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/a#part"))
      #expect(metadata.title == "There")
      #expect(metadata.originalURL == server.url("/a#part"))
      #expect(metadata.url == server.url("/sub/c#part"))
      #expect(metadata.icon?.url == server.url("/sub/i.png"))
      #expect(server.requests.map(\.path) == ["/a", "/b?x=1", "/sub/c"])
    }
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: Answer
    var error: LinkMetadataError
    var testDescription: String { name }
  }

  static let failures = [
    Failure(
      name: "loop", answer: .redirect(to: "/"), error: .failed(.tooManyRedirects(limit: 20))),
    Failure(name: "404", answer: .status(404), error: .failed(.httpStatus(404))),
    Failure(
      name: "redirect to a file", answer: .redirect(to: "file:///etc/passwd"),
      error: .notAllowed(.redirect(to: "file:///etc/passwd"))),
    Failure(
      name: "redirect to a script", answer: .redirect(to: "javascript:alert(1)"),
      error: .notAllowed(.redirect(to: "javascript:alert(1)"))),
    Failure(
      name: "redirect to an impossible port", answer: .redirect(to: "http://127.0.0.1:99999/"),
      error: .notAllowed(.redirect(to: "http://127.0.0.1:99999/"))),
    Failure(name: "redirect nowhere", answer: .status(302), error: .failed(.badRedirect)),
    Failure(
      name: "no HTTP", answer: .text("SSH-2.0-x\r\n"),
      error: .failed(.badResponse(host: "127.0.0.1"))),
    Failure(
      name: "hang up", answer: Answer([]), error: .failed(.connectionClosed("127.0.0.1"))),
    Failure(
      name: "reset", answer: Answer([.reset]), error: .failed(.connectionClosed("127.0.0.1"))),
    Failure(
      name: "reset inside the page", answer: .open([.text("<head><title>x"), .reset]),
      error: .failed(.connectionClosed("127.0.0.1"))),
  ]

  @Test("failures become specific errors", arguments: failures)
  func fails(_ failure: Failure) async throws {
    try await withServer(["*": failure.answer]) { server in
      let url = server.url("/")
      await #expect(throws: failure.error) { try await LinkMetadata(fetching: url) }
    }
  }

  @Test("a refused connection, a wrong protocol, an unknown host and a file URL are errors")
  func unreachable() async throws {
    let closed = try await withServer([:]) { $0.url("/") }
    await #expect(throws: LinkMetadataError.failed(.connectionRefused("127.0.0.1"))) {
      try await LinkMetadata(fetching: closed)
    }
    let plain = Answer.text("HTTP/1.1 400 Bad\r\n\r\n")
    try await withServer([:], greeting: plain) { server in
      let error = await #expect(throws: LinkMetadataError.self) {
        try await LinkMetadata(fetching: server.url("/", scheme: "https"))
      }
      guard case .failed(.tls(host: "127.0.0.1", _)) = error else {
        Issue.record("\(String(describing: error)) is not a TLS error")
        return
      }
    }
    await #expect(throws: LinkMetadataError.failed(.hostNotFound("no-such-host.invalid"))) {
      try await LinkMetadata(fetching: #require(URL(string: "http://no-such-host.invalid/")))
    }
    await #expect(throws: LinkMetadataError.notAllowed(.notAWebAddress)) {
      try await LinkMetadata(fetching: URL(filePath: "/etc/passwd"))
    }
  }

  static let hangs: [(String, Answer)] = [
    ("before the headers", Answer([.hang])),
    ("inside a header", Answer([.text("HTTP/1.1 200 OK\r\nContent-Ty"), .hang])),
    ("inside the page", .open([.text("<head><title>x"), .hang])),
    (
      "drip",
      .open(
        Array(repeating: [Answer.Step.text("<!-- drip -->"), .wait(milliseconds: 20)], count: 500)
          .flatMap(\.self))
    ),
  ]

  @Test("a hanging fetch times out, and the connection is closed", arguments: hangs)
  func timesOut(name: String, answer: Answer) async throws {
    try await withServer(["*": answer]) { server in
      let limit = Duration.milliseconds(300)
      await #expect(throws: LinkMetadataError.timedOut(host: "127.0.0.1", after: limit)) {
        try await LinkMetadata(fetching: server.url("/"), timeout: limit)
      }
      await server.waitUntilIdle()
    }
  }

  private func expectTitle(
    _ title: String?, at url: URL, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let metadata = try await LinkMetadata(fetching: url)
    #expect(metadata.title == title, sourceLocation: sourceLocation)
  }

  @Test("reading stops when the head is complete")
  func stopsAtHead() async throws {
    let head = """
      <head><meta property="og:title" content="Soon"><meta name="description" content="D">
      <meta property="og:image" content="/i.png"><meta name="author" content="Ann">
      <meta property="article:published_time" content="2026-10-01"></head><body>
      """
    let answer = Answer.open([.text(head), .hang])
    try await withServer(["/": answer]) { server in
      // Its time limit never ends.
      let provider = LinkMetadataProvider(clock: HeldClock(), connections: .shared)
      let metadata = try await provider.metadata(for: server.url("/"))
      #expect(metadata.title == "Soon")
      await server.waitUntilIdle()
    }
  }

  @Test("the head is enough if time runs out before the body is complete")
  func stallsAfterHead() async throws {
    let drip: [Answer.Step] = [.wait(milliseconds: 10), .text("<p>more</p>")]
    let answer = Answer.open(
      [.text("<head><title>Soon</title></head><body>")]
        + Array(repeating: drip, count: 1_000).joined())
    try await withServer(["*": answer]) { server in
      let clock = HeldClock()
      let provider = LinkMetadataProvider(clock: clock, connections: .shared)
      let cost = FetchStatistics()
      let fetch = Task { try await cost.metadata(for: server.url("/"), by: provider) }
      // Once a second chunk has arrived, the first has been parsed.
      try await waitUntil { cost.counts.bytesRead > 0 }
      let first = cost.counts.bytesRead
      try await waitUntil { cost.counts.bytesRead > first }
      clock.runOut()
      let metadata = try await fetch.value
      #expect(metadata.title == "Soon")
      await server.waitUntilIdle()
    }
  }

  @Test(
    "the title is enough if time runs out before the head is complete",
    arguments: [
      ("", "<meta property=\"og:title\" content=\"Stalled\">", "text/html; charset=utf-8"),
      ("", "<title>Stalled</title><meta", "text/html; charset=utf-8"),
      // Longer than what's searched for a charset.
      (String(repeating: " ", count: 3_000), "<title>Stalled</title>", "text/html"),
      // Waits for more bytes to guess the charset from.
      ("<title>Stalled</title>", "<meta name=description content='caf\u{E9}'>", "text/html"),
    ])
  func stallsInHead(start: String, next: String, type: String) async throws {
    let bytes = (start + next).unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let answer = Answer.open(
      [.text("<html><head>"), .wait(milliseconds: 10), .send(bytes), .hang], type: type)
    try await withServer(["*": answer]) { server in
      let clock = HeldClock()
      let provider = LinkMetadataProvider(clock: clock, connections: .shared)
      let cost = FetchStatistics()
      let fetch = Task { try await cost.metadata(for: server.url("/"), by: provider) }
      try await waitUntil { cost.counts.bytesRead >= bytes.count + 12 }
      clock.runOut()
      let metadata = try await fetch.value
      #expect(metadata.title == "Stalled")
      await server.waitUntilIdle()
    }
  }

  @Test("time runs out for the refresh of a page with a title, and for a wall")
  func stallsElsewhere() async throws {
    let wall = Answer.head(200, headers: ["Content-Type: text/html", "cf-mitigated: challenge"])
    let routes: [String: Answer] = [
      "/old": .page("<title>Old</title><meta http-equiv=refresh content='0; url=/new'>"),
      "/new": Answer([.hang]),
      "/wall": Answer([.text(wall + "<title>Just a moment...</title>"), .hang]),
    ]
    try await withServer(routes) { server in
      func fetch(_ path: String, until isStalled: (FetchStatistics.Counts) -> Bool) async throws
        -> String?
      {
        let clock = HeldClock()
        let provider = LinkMetadataProvider(clock: clock, connections: .shared)
        let cost = FetchStatistics()
        let fetch = Task { try await cost.metadata(for: server.url(path), by: provider).title }
        try await waitUntil { isStalled(cost.counts) }
        clock.runOut()
        return try await fetch.value
      }
      let title = try await fetch("/old") { $0.requests == 2 }
      #expect(title == "Old")
      await #expect(throws: LinkMetadataError.failed(.botWall(host: "127.0.0.1"))) {
        _ = try await fetch("/wall") { $0.bytesRead > 0 }
      }
      await server.waitUntilIdle()
    }
  }

  // Fetch, "HTTP-redirect fetch": without a location, the response is shown.
  @Test("a redirect without a target shows its page", arguments: [300, 301, 302, 303, 307, 308])
  func redirectWithoutTarget(status: Int) async throws {
    let routes: [String: Answer] = [
      "/page": .answer(status, "<title>There</title><p>Text"),
      "/empty": .answer(status, "<title>There</title><p>Text", headers: ["Location: "]),
      "/choice": .redirect(to: "/page"), "/nothing": .answer(status, " "),
    ]
    try await withServer(routes) { server in
      for path in ["/page", "/empty", "/choice"] {
        try await expectTitle("There", at: server.url(path))
      }
      let error = LinkMetadataError.failed(.badRedirect)
      await #expect(throws: error) { try await LinkMetadata(fetching: server.url("/nothing")) }
      let check = try await PageLoader().findings(for: server.url("/page"))
      #expect(!check.isEmpty)
    }
  }

  @Test("a page that breaks off after its title keeps the title")
  func breaksOff() async throws {
    let cut = Answer.text("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n<title>Cut</title><me")
    let reset = Answer.open([
      .text("<title>Cut</title>" + String(repeating: " ", count: 2000)), .reset,
    ])
    try await withServer(["/cut": cut, "/reset": reset]) { server in
      try await expectTitle("Cut", at: server.url("/cut"))
      try await expectTitle("Cut", at: server.url("/reset"))
    }
  }

  @Test("a huge page is read only up to the limit")
  func hugePage() async throws {
    let filler = Answer.Step.text(String(repeating: "<p>no title here</p>", count: 5_000))
    let late = Answer.Step.text("<meta property=og:title content=late>")
    let inside = Answer.open(Array(repeating: filler, count: 40) + [late])
    let beyond = Answer.open(Array(repeating: filler, count: 60) + [late, .hang])
    try await withServer(["/in": inside, "/out": beyond]) { server in
      try await expectTitle("late", at: server.url("/in"))
      try await expectTitle(nil, at: server.url("/out"))
    }
  }

  @Test("the charset of the Content-Type header is used", arguments: CharsetSample.all)
  func charsets(_ sample: CharsetSample) async throws {
    let page = Array("<title>".utf8) + sample.bytes + Array("</title>".utf8)
    let answer = Answer.page(page, type: "text/html; charset=\"\(sample.label)\"")
    try await withServer(["*": answer]) { server in
      try await expectTitle(sample.text, at: server.url("/"))
    }
  }

  @Test("gzip is requested and inflated")
  func gzip() async throws {
    let answer = Answer.page(
      Gzip.stored(Array("<title>Packed</title>".utf8)), type: "text/html",
      headers: ["Content-Encoding: gzip"])
    try await withServer(["*": answer]) { server in
      try await expectTitle("Packed", at: server.url("/"))
      let request = try #require(server.requests.first)
      #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
      #expect(request.header("User-Agent")?.contains("LinkPreview") == true)
    }
  }

  @Test("a page without a type is read, and a blank one has no title")
  func bare() async throws {
    let routes: [String: Answer] = [
      "/untyped": .page("<title>x</title>".utf8, type: nil), "/empty": .page(" \n"),
    ]
    try await withServer(routes) { server in
      try await expectTitle("x", at: server.url("/untyped"))
      let empty = try await LinkMetadata(fetching: server.url("/empty"))
      #expect(empty.title == nil)
      #expect(empty.displaySiteName == "127.0.0.1")
    }
  }

  @Test("a provider fetches only once")
  func oneShot() async throws {
    try await withServer(["*": .page("<title>x</title>")]) { server in
      let provider = LinkMetadataProvider()
      _ = try await provider.metadata(for: server.url("/"))
      await #expect(throws: LinkMetadataError.failed(.alreadyStarted)) {
        try await provider.metadata(for: server.url("/"))
      }
      let cancelled = LinkMetadataProvider()
      cancelled.cancel()
      await #expect(throws: LinkMetadataError.cancelled) {
        try await cancelled.metadata(for: server.url("/"))
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test("cancelling ends a hanging fetch and closes its connection", arguments: [true, false])
  func cancels(byTask: Bool) async throws {
    try await withServer(["*": Answer([.hang])]) { server in
      let provider = LinkMetadataProvider(timeout: .seconds(600))
      let fetch = Task { try await provider.metadata(for: server.url("/")) }
      await server.wait { !$0.isEmpty }
      if byTask { fetch.cancel() } else { provider.cancel() }
      await #expect(throws: LinkMetadataError.cancelled) { try await fetch.value }
      await server.waitUntilIdle()
    }
  }

  @Test("500 fetches cancelled at random moments leave nothing behind")
  func cancelStorm() async throws {
    let drip = [
      Answer.Step.text("<head><!-- x -->"), .wait(milliseconds: 1), .text("<title>x</title>"),
      .wait(milliseconds: 1), .text("</head><body>"), .wait(milliseconds: 100),
    ]
    let routes: [String: Answer] = [
      "/page": .open(drip), "/redirect": .redirect(to: "/page"), "/hang": Answer([.hang]),
    ]
    try await withServer(routes) { server in
      let outcomes = await withTaskGroup(of: Outcome.self) { group in
        var outcomes: [Outcome: Int] = [:]
        for round in 0..<500 {
          if round >= 16, let outcome = await group.next() { outcomes[outcome, default: 0] += 1 }
          let path = ["/page", "/redirect", "/hang"][round % 3]
          group.addTask {
            await Self.fetchAndCancel(server.url(path), afterYields: .random(in: 0...4_000))
          }
        }
        for await outcome in group { outcomes[outcome, default: 0] += 1 }
        return outcomes
      }
      #expect(outcomes[.cancelled, default: 0] > 100)
      #expect(outcomes[.other, default: 0] == 0)
      #expect(outcomes.values.reduce(0, +) == 500)
      await server.waitUntilIdle()
    }
  }

  private enum Outcome { case loaded, cancelled, other }

  private static func fetchAndCancel(_ url: URL, afterYields yields: Int) async -> Outcome {
    let provider = LinkMetadataProvider(timeout: .seconds(600))
    async let outcome = outcome(of: provider, url)
    for _ in 0..<yields { await Task.yield() }
    provider.cancel()
    return await outcome
  }

  private static func outcome(of provider: LinkMetadataProvider, _ url: URL) async -> Outcome {
    do {
      return try await provider.metadata(for: url).title == "x" ? .loaded : .other
    } catch {
      return error == .cancelled ? .cancelled : .other
    }
  }
}
