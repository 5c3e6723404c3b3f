import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct RequestHeaderTests {
  /// Asks once more under the names of well-known crawlers.
  private static let retrying = PageLoader(
    configuration: .init(retriesAsKnownCrawler: true))

  @Test("nothing is retried unless the caller wants it")
  func noRetry() async throws {
    try await withServer(["/": .status(403)]) { server in
      await #expect(throws: LinkMetadataError.failed(.httpStatus(403))) {
        try await PageLoader().metadata(for: server.url("/"))
      }
      await #expect(throws: LinkMetadataError.failed(.httpStatus(403))) {
        try await LinkMetadata(fetching: server.url("/"))
      }
      #expect(server.requests.count == 2)
    }
  }

  @Test(
    "the locale decides Accept-Language",
    arguments: [
      (["LANG": "de_AT.UTF-8"], "de-AT,de;q=0.9,en;q=0.5"),
      (["LANG": "en_US.UTF-8"], "en-US,en;q=0.9"), (["LANG": "en"], "en"),
      (["LANG": "C.UTF-8"], "en"), (["LANG": "POSIX"], "en"), ([:], "en"), (["LANG": ""], "en"),
      (["LANG": "fr", "LC_MESSAGES": "it_IT"], "it-IT,it;q=0.9,en;q=0.5"),
      (["LANG": "fr", "LC_ALL": "ja_JP.eucJP"], "ja-JP,ja;q=0.9,en;q=0.5"),
      (["LANG": "ca_ES@valencia"], "ca-ES,ca;q=0.9,en;q=0.5"),
      (["LANG": "x\r\nEvil: 1"], "en"), (["LANG": "pt"], "pt,en;q=0.5"),
    ] as [([String: String], String)])
  func locale(environment: [String: String], header: String) {
    #expect(AcceptLanguage.header(environment: environment) == header)
  }

  @Test(
    "the languages of a request become Accept-Language",
    arguments: [
      (["de-AT", "fr"], "de-AT,de;q=0.9,fr;q=0.8,en;q=0.5"), ([], "en"),
      (["en-GB", "de"], "en-GB,en;q=0.9,de;q=0.8"), (["\r\n"], "en"),
    ] as [([String], String)])
  func languages(languages: [String], header: String) {
    #expect(AcceptLanguage.header(languages: languages) == header)
  }

  @Test("the user agent and languages of the request are sent")
  func sent() async throws {
    try await withServer(["*": .page("<title>x</title>")]) { server in
      var request = LinkMetadataRequest(url: server.url("/"))
      request.languages = ["fr-CA"]
      request.userAgent = "Mine/2"
      _ = try await Self.retrying.metadata(for: request)
      _ = try await Self.retrying.metadata(for: server.url("/"))
      #expect(
        server.requests.map { $0.header("User-Agent") } == ["Mine/2", RequestHeaders.userAgent])
      #expect(server.requests.first?.header("Accept-Language") == "fr-CA,fr;q=0.9,en;q=0.5")
    }
  }

  @Test(
    "a refused request is repeated once with the crawlers' user agent",
    arguments: [403, 406, 429, 503, 999])
  func secondTry(status: Int) async throws {
    let wall = Answer { request in
      request.header("User-Agent")?.contains("facebookexternalhit") == true
        ? .page("<title>For crawlers</title>") : .status(status)
    }
    try await withServer(["*": wall]) { server in
      let metadata = try await Self.retrying.metadata(for: server.url("/"))
      #expect(metadata.title == "For crawlers")
      var request = LinkMetadataRequest(url: server.url("/own"))
      request.userAgent = "Mine/2"
      let own = request
      await #expect(throws: LinkMetadataError.self) { try await Self.retrying.metadata(for: own) }
      #expect(server.requests.map(\.path) == ["/", "/", "/own"])
    }
  }

  @Test("the first of two failures is reported, and other failures aren't retried")
  func firstFailure() async throws {
    let worse = Answer { request in
      .status(request.header("User-Agent")?.contains("Twitterbot") == true ? 500 : 403)
    }
    let long =
      "<title>Just a moment...</title>" + String(repeating: "<p>Please wait here.", count: 99)
    let routes: [String: Answer] = [
      "/": worse, "/gone": .status(410), "/999": .status(999),
      "/cf": .status(503, headers: ["cf-mitigated: challenge"]),
      "/dd": .status(403, headers: ["X-DataDome: protected"]),
      "/ok": .answer(200, long, headers: ["cf-mitigated: challenge"]),
    ]
    try await withServer(routes) { server in
      let url = server.url("/")
      await #expect(throws: LinkMetadataError.failed(.httpStatus(403))) {
        try await Self.retrying.metadata(for: url)
      }
      await #expect(throws: LinkMetadataError.failed(.httpStatus(410))) {
        try await Self.retrying.metadata(for: server.url("/gone"))
      }
      for path in ["/999", "/cf", "/dd", "/ok"] {
        await #expect(throws: LinkMetadataError.failed(.botWall(host: "127.0.0.1"))) {
          try await Self.retrying.metadata(for: server.url(path))
        }
      }
      let paths = ["/", "/", "/gone", "/999", "/999", "/cf", "/cf", "/dd", "/dd", "/ok", "/ok"]
      #expect(server.requests.map(\.path) == paths)
    }
  }

  @Test("if the second attempt times out, the first one counts")
  func secondTryHangs() async throws {
    let hangs = Answer { request in
      request.header("User-Agent")?.contains("Twitterbot") == true
        ? Answer([.hang]) : .status(403)
    }
    try await withServer(["*": hangs]) { server in
      let clock = HeldClock()
      let loader = PageLoader(
        configuration: .init(retriesAsKnownCrawler: true), connections: .shared, clock: clock)
      let fetch = Task { try await loader.metadata(for: server.url("/")) }
      await server.wait { $0.count >= 2 }
      clock.runOut()
      await #expect(throws: LinkMetadataError.failed(.httpStatus(403))) { try await fetch.value }
      await server.waitUntilIdle()
    }
  }

  @Test("a page without metadata and a bot wall are requested once more")
  func poorPages() async throws {
    let isCrawler: @Sendable (FixtureServer.Request) -> Bool = { request in
      request.header("User-Agent")?.contains("Twitterbot") == true
    }
    let wall =
      "<head><title>Just a moment...</title></head>"
      + "<body><script src=/cdn-cgi/challenge-platform/x></script></body>"
    let routes: [String: Answer] = [
      "/bare": Answer { isCrawler($0) ? .page("<title>Told</title>") : .page("<p>App") },
      "/wall": Answer { isCrawler($0) ? .page("<title>Told</title>") : .answer(403, wall) },
      "/shut": .answer(503, wall), "/nothing": .page("<p>App"),
    ]
    try await withServer(routes) { server in
      for path in ["/bare", "/wall"] {
        let metadata = try await Self.retrying.metadata(for: server.url(path))
        #expect(metadata.title == "Told")
      }
      await #expect(throws: LinkMetadataError.failed(.botWall(host: "127.0.0.1"))) {
        try await Self.retrying.metadata(for: server.url("/shut"))
      }
      let nothing = try await Self.retrying.metadata(for: server.url("/nothing"))
      #expect(nothing.title == nil)
      #expect(server.requests.filter { $0.path == "/nothing" }.count == 2)
    }
  }

  @Test("the better of two attempts is used")
  func better() throws {
    let url = try #require(URL(string: "https://example.org/"))
    let page = Attempt(result: .success(.metadata(LinkMetadata(originalURL: url), nil)))
    let empty = Attempt(result: page.result, isEmpty: true)
    let wall = Attempt(result: .failure(.failed(.botWall(host: "example.org"))))
    let gone = Attempt(result: .failure(.failed(.httpStatus(410))))
    #expect(!page.deservesAnother && empty.deservesAnother && wall.deservesAnother)
    #expect(!gone.deservesAnother && !Attempt(result: .failure(.cancelled)).deservesAnother)
    #expect(empty.better(page) == page && empty.better(wall) == empty)
    #expect(wall.better(gone) == wall && wall.better(empty) == empty && wall.better(page) == page)
  }
}
