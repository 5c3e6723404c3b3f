import Foundation
import LinkPreview
import LinkStore
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites

@Suite(.takesTurn)
struct MetadataLoaderTests {
  private static let day: TimeInterval = 86_400

  /// A loader with a real cache file, and a clock that the test sets.
  private struct Bench: Sendable {
    let cache: MetadataCache
    let date = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    let reported = Locked<[MetadataLoader.Event]>([])

    var now: Date { date.withLock(\.self) }
    func pass(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }

    /// Returns the events since the last call, without progress events.
    func news() -> [MetadataLoader.Event] {
      reported.withLock { events in
        defer { events = [] }
        return events.filter { if case .progressed = $0 { false } else { true } }
      }
    }

    func load(
      _ url: URL, ignoringCache: Bool = false, hasNetwork: Bool = true,
      timeout: Duration = .seconds(30), readsOn: Bool = false
    ) async {
      let loader = MetadataLoader(cache: cache, now: { now }, hasNetwork: { hasNetwork })
      await loader.load(
        url, timeout: timeout, ignoringCache: ignoringCache, readsOn: readsOn
      ) { event in
        reported.withLock { $0.append(event) }
      }
    }
  }

  private func withBench(
    _ routes: [String: Answer], _ body: (Bench, FixtureServer) async throws -> Void
  ) async throws {
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let location = StoreLocation(environment: home.environment, folder: "raylette")
        try await body(Bench(cache: MetadataCache(location: location)), server)
      }
    }
  }

  /// Answers each request with the next answer, and repeats the last one.
  private static func sequence(_ answers: Answer...) -> Answer {
    let count = Locked(0)
    return Answer { _ in
      count.withLock { count in
        defer { count += 1 }
        return answers[min(count, answers.count - 1)]
      }
    }
  }

  private func failures(_ events: [MetadataLoader.Event]) -> [LinkMetadataError?] {
    events.map { if case .loaded(.failure(let error), _) = $0 { error } else { nil } }
  }

  private static func page(_ title: String, tag: String) -> Answer {
    .page("<title>\(title)</title>".utf8, headers: ["ETag: \(tag)"])
  }

  /// Returns the title and fetch date of the card in an event.
  private func card(_ event: MetadataLoader.Event?) -> (title: String?, fetchedAt: Date)? {
    switch event {
    case .loaded(.success(let entry), _), .refreshed(let entry):
      (entry.metadata.title, entry.fetchedAt)
    default: nil
    }
  }

  @Test("a page that's read on gives its card first and its text later, with one request")
  func readsOn() async throws {
    let head = "<title>One</title><meta property=og:title content=One></head><body>"
    let text = String(repeating: "A ferry left, and it was early. ", count: 20)
    let gate = AsyncGate()
    let answer = Answer.open([
      .text(head), .gate(gate), .text("<article><p>\(text)</p></article>"),
    ])
    try await withBench(["/": answer, "/gone": .status(404)]) { bench, server in
      gate.open()
      await bench.load(server.url("/"), readsOn: true)
      let news = bench.news()
      #expect(news.count == 2 && card(news.first)?.title == "One")
      guard case .begun(let paragraphs)? = news.last else {
        Issue.record("\(news)")
        return
      }
      #expect(paragraphs.first?.hasPrefix("A ferry left") == true)
      // The card comes from the cache now, and nothing is read for it.
      await bench.load(server.url("/"), readsOn: true)
      #expect(bench.news().count == 1)
      await bench.load(server.url("/gone"), readsOn: true)
      #expect(failures(bench.news()).count == 1)
      #expect(server.requests.count == 2)
    }
  }

  @Test("for 7 days, cards come from the cache without a request")
  func fresh() async throws {
    try await withBench(["/": Self.page("One", tag: "\"v1\"")]) { bench, server in
      await bench.load(server.url("/"))
      let first = bench.news()
      bench.pass(7 * Self.day - 1)
      await bench.load(server.url("/"))
      let second = bench.news()
      #expect(card(second.first)?.fetchedAt == card(first.first)?.fetchedAt)
      #expect(card(first.first)?.title == "One" && first.count == 1 && second.count == 1)
      #expect(server.requests.count == 1)
    }
  }

  @Test("after 7 days, the old card comes at once and is revalidated")
  func notModified() async throws {
    let answer = Self.sequence(Self.page("One", tag: "\"v1\""), .status(304))
    try await withBench(["/": answer]) { bench, server in
      await bench.load(server.url("/"))
      let fetched = bench.now
      bench.pass(7 * Self.day)
      _ = bench.news()
      await bench.load(server.url("/"))
      let news = bench.news()
      #expect(news.count == 2)
      guard case .loaded? = news.first, case .refreshed? = news.last else {
        Issue.record("\(news)")
        return
      }
      #expect(card(news.first)?.fetchedAt == fetched)
      #expect(card(news.last)?.fetchedAt == bench.now)
      #expect(card(news.last)?.title == "One")
      #expect(server.requests.last?.header("If-None-Match") == "\"v1\"")
      // The card is fresh again and keeps its validators.
      bench.pass(6 * Self.day)
      await bench.load(server.url("/"))
      #expect(server.requests.count == 2)
      bench.pass(Self.day)
      await bench.load(server.url("/"))
      #expect(server.requests.last?.header("If-None-Match") == "\"v1\"")
      #expect(server.requests.count == 3)
    }
  }

  @Test("a changed page gives a new card, which is cached")
  func modified() async throws {
    let answer = Self.sequence(Self.page("One", tag: "\"v1\""), Self.page("Two", tag: "\"v2\""))
    try await withBench(["/to": .redirect(to: "/"), "/": answer]) { bench, server in
      await bench.load(server.url("/to"))
      bench.pass(8 * Self.day)
      _ = bench.news()
      await bench.load(server.url("/to"))
      #expect(bench.news().map { card($0)?.title } == ["One", "Two"])
      await bench.load(server.url("/to"))
      #expect(bench.news().map { card($0)?.title } == ["Two"])
      let entry = try await bench.cache.entry(for: server.url("/"))
      #expect(entry?.validators?.entityTag == "\"v2\"")
      #expect(server.requests.count == 4)
    }
  }

  @Test("the old card doesn't wait for the new one")
  func shownAtOnce() async throws {
    let answer = Self.sequence(Self.page("One", tag: "\"v1\""), Answer([.hang]))
    try await withBench(["/": answer]) { bench, server in
      await bench.load(server.url("/"))
      bench.pass(8 * Self.day)
      _ = bench.news()
      let load = Task { await bench.load(server.url("/"), timeout: .seconds(600)) }
      await server.wait { $0.count >= 2 }
      #expect(bench.news().map { card($0)?.title } == ["One"])
      load.cancel()
      await load.value
      #expect(bench.news().isEmpty)
    }
  }

  @Test("a failed refresh is silent, keeps the card, and isn't repeated for 10 minutes")
  func refreshFails() async throws {
    let answer = Self.sequence(
      Self.page("One", tag: "\"v1\""), .status(410), Self.page("Two", tag: "\"v2\""))
    try await withBench(["/": answer]) { bench, server in
      await bench.load(server.url("/"))
      let fetched = bench.now
      bench.pass(8 * Self.day)
      _ = bench.news()
      for _ in 0..<2 {
        await bench.load(server.url("/"))
        let news = bench.news()
        #expect(news.count == 1)
        #expect(card(news.first)?.title == "One")
        #expect(card(news.first)?.fetchedAt == fetched)
        #expect(server.requests.count == 2)
      }
      bench.pass(600)
      await bench.load(server.url("/"))
      #expect(bench.news().map { card($0)?.title } == ["One", "Two"])
    }
  }

  @Test("a dead link isn't fetched again until the user retries or 10 minutes pass")
  func remembersFailure() async throws {
    let answer = Self.sequence(
      .status(404), .status(404), .status(404), Self.page("One", tag: "\"v1\""))
    try await withBench(["/": answer]) { bench, server in
      let url = server.url("/")
      let failure = LinkMetadataError.failed(.httpStatus(404))
      for (seconds, requests) in [(0, 1), (599, 1), (1, 2), (300, 2)] {
        bench.pass(TimeInterval(seconds))
        await bench.load(url)
        #expect(failures(bench.news()) == [failure])
        #expect(server.requests.count == requests)
      }
      await bench.load(url, ignoringCache: true)
      #expect(failures(bench.news()) == [failure])
      await bench.load(url, ignoringCache: true)
      #expect(bench.news().map { card($0)?.title } == ["One"])
      await bench.load(url)
      #expect(bench.news().map { card($0)?.title } == ["One"])
      #expect(server.requests.count == 4)
    }
  }

  @Test("a refused connection is remembered")
  func refused() async throws {
    let closed = try await withServer([:]) { $0.url("/") }
    try await withBench([:]) { bench, _ in
      await bench.load(closed)
      let kept = try await bench.cache.failure(for: closed, at: bench.now)
      #expect(kept?.error == .failed(.connectionRefused("127.0.0.1")))
    }
  }

  @Test("a page is fetched in full when the cache is ignored")
  func ignoresCache() async throws {
    try await withBench(["/": Self.page("One", tag: "\"v1\"")]) { bench, server in
      await bench.load(server.url("/"))
      await bench.load(server.url("/"), ignoringCache: true)
      #expect(bench.news().map { card($0)?.title } == ["One", "One"])
      #expect(server.requests.map { $0.header("If-None-Match") } == [nil, nil])
    }
  }

  @Test("a timeout is remembered for the same or a shorter time limit")
  func timeOut() async throws {
    try await withBench(["/": Self.page("One", tag: "\"v1\"")]) { bench, server in
      let failure = LinkMetadataError.timedOut(host: "127.0.0.1", after: .seconds(5))
      try await bench.cache.remember(failure, for: server.url("/"), at: bench.now)
      for timeout in [5, 1] {
        await bench.load(server.url("/"), timeout: .seconds(timeout))
        #expect(failures(bench.news()) == [failure])
      }
      #expect(server.requests.isEmpty)
      await bench.load(server.url("/"), timeout: .seconds(60))
      #expect(bench.news().map { card($0)?.title } == ["One"])
    }
  }

  @Test("failures from a missing network or cancellation aren't remembered")
  func forgets() async throws {
    try await withBench(["*": Answer([.hang])]) { bench, server in
      let url = server.url("/")
      await bench.load(url, hasNetwork: false, timeout: .milliseconds(200))
      _ = bench.news()
      let cancelled = Task { await bench.load(url) }
      cancelled.cancel()
      await cancelled.value
      #expect(failures(bench.news()) == [.cancelled])
      let kept = try await bench.cache.failure(for: url, at: bench.now)
      #expect(kept == nil)
    }
  }
}
