import Articles
import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import Favorites

/// Keeping texts, and loading them for the reader, with a real store and a real server.
@Suite(.takesTurn)
struct ArticleArchiverTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private struct Bench: Sendable {
    let saved: SavedLinkStore
    let server: FixtureServer

    func keeper(_ policy: KeepPolicy = .text, hasNetwork: Bool = true) -> ArticleArchiver {
      ArticleArchiver(
        saved: saved, fetcher: ArticleFetcher(environment: [:]), policy: policy,
        schedule: HostSchedule(clock: ContinuousClock(), pause: .zero), now: { now },
        hasNetwork: { hasNetwork })
    }

    func loader(_ policy: KeepPolicy = .text) -> ArticleLoader {
      ArticleLoader(saved: saved, keeper: keeper(policy), clock: ContinuousClock())
    }

    func save(_ path: String) async throws -> SavedLink {
      let metadata = LinkMetadata(originalURL: server.url(path))
      return try await saved.save(metadata, at: now).link
    }

    func load(
      _ path: String, of id: SavedLink.ID? = nil, ignoringCopy: Bool = false,
      policy: KeepPolicy = .text
    ) async -> Result<LoadedArticle, ArticleError> {
      let answer = Locked<Result<LoadedArticle, ArticleError>?>(nil)
      await loader(policy).load(
        server.url(path), of: id, timeout: .seconds(30), ignoringCopy: ignoringCopy
      ) { _ in
      } completion: { result in
        answer.withLock { $0 = result }
      }
      return answer.withLock { $0 } ?? .failure(.noArticle)
    }
  }

  private func withBench(
    _ routes: [String: Answer], _ body: (Bench) async throws -> Void
  ) async throws {
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let location = StoreLocation(environment: home.environment, folder: "raylette")
        try await body(Bench(saved: try SavedLinkStore(location: location), server: server))
      }
    }
  }

  @Test("an article is kept once, and a page without one isn't asked for again")
  func keeps() async throws {
    let menu = Answer.page("<title>Menu</title><a href=/1>One</a>".utf8, type: "text/html")
    try await withBench(["/a": ArticlePages.page("Rays"), "/menu": menu]) { bench in
      let article = try await bench.save("/a")
      let index = try await bench.save("/menu")
      let gone = try await bench.save("/gone")
      let all = try await bench.saved.linksToKeep(nil, limit: 10, now: Self.now)
      #expect(all.map(\.id) == [gone.id, index.id, article.id])
      guard case .kept(let words) = await bench.keeper().keep(article) else {
        return #expect(Bool(false))
      }
      #expect(words > 20)
      #expect(await bench.keeper().keep(index) == .failed(.noArticle))
      #expect(await bench.keeper().keep(gone) == .failed(.notFetched(.failed(.httpStatus(404)))))
      let kept = try await bench.saved.keptArticle(of: article.id)
      #expect(kept?.article.plainText.contains(ArticlePages.sentence) == true)
      #expect(kept?.keptAt == Self.now)
      let rest = try await bench.saved.linksToKeep(nil, limit: 10, now: Self.now)
      #expect(rest.isEmpty)
      // Both failures are permanent, so they last a month.
      let later = try await bench.saved.linksToKeep(
        nil, limit: 10, now: Self.now + 29 * 86_400)
      #expect(later.isEmpty)
    }
  }

  @Test("a busy server, cancellation and a missing network aren't the page's fault")
  func passing() async throws {
    try await withBench(["/busy": .status(503), "/hang": .open([.hang])]) { bench in
      let link = try await bench.save("/busy")
      #expect(await bench.keeper(hasNetwork: false).keep(link) == .stopped)
      #expect(try await bench.saved.linksToKeep(nil, limit: .max, now: Self.now).count == 1)
      _ = await bench.keeper().keep(link)
      #expect(try await bench.saved.linksToKeep(nil, limit: .max, now: Self.now).count == 0)
      #expect(
        try await bench.saved.linksToKeep(nil, limit: .max, now: Self.now + 2 * 86_400).count == 1)
      let hanging = try await bench.save("/hang")
      let task = Task { await bench.keeper().keep(hanging) }
      await bench.server.wait { $0.contains { $0.path == "/hang" } }
      task.cancel()
      #expect(await task.value == .stopped)
      #expect(try await bench.saved.linksToKeep(nil, limit: .max, now: Self.now).count == 1)
    }
  }

  @Test("the kept copy is read without a network, unless another one is asked for")
  func copy() async throws {
    let count = Locked(0)
    let changing = Answer { _ in
      let number = count.withLock { value in
        value += 1
        return value
      }
      return ArticlePages.page("Version \(number)")
    }
    try await withBench(["/a": changing]) { bench in
      let link = try await bench.save("/a")
      let first = try await bench.load("/a", of: link.id).get()
      #expect(first.article.title == "Version 1" && first.keptAt == nil)
      #expect(first.saved?.id == link.id)
      let second = try await bench.load("/a").get()
      #expect(second.article.title == "Version 1" && second.keptAt == Self.now)
      let third = try await bench.load("/a", ignoringCopy: true).get()
      #expect(third.article.title == "Version 3" || third.article.title == "Version 2")
      #expect(third.keptAt == nil)
      let fourth = try await bench.load("/a").get()
      #expect(fourth.article.title == third.article.title)
    }
  }

  @Test("nothing is kept of links that aren't saved, or if that's off")
  func off() async throws {
    try await withBench(["/a": ArticlePages.page("Rays")]) { bench in
      _ = try await bench.load("/a").get()
      let link = try await bench.save("/a")
      _ = try await bench.load("/a", policy: .off).get()
      #expect(try await bench.saved.keptArticle(of: link.id) == nil)
    }
  }

  @Test("pictures are kept where that's wanted")
  func pictures() async throws {
    let page = ArticlePages.page("Rays", image: "/i.png")
    try await withBench(["/a": page, "/i.png": ArticlePages.square]) { bench in
      let link = try await bench.save("/a")
      _ = await bench.keeper(.text).keep(link)
      #expect(try await bench.saved.keptPicture(url: bench.server.url("/i.png")) == nil)
      _ = await bench.keeper(.pictures).keep(link)
      let size = try await bench.saved.keptSize()
      #expect(size.pictures == 1 && size.articles == 1)
      let kept = try await bench.saved.keptPicture(url: bench.server.url("/i.png"))
      #expect(ImageFile(data: try #require(kept))?.width == 100)
    }
  }

  @Test("how far a page was read comes with it")
  func place() async throws {
    try await withBench(["/a": ArticlePages.page("Rays")]) { bench in
      let place = ReadingPlace(block: 1, offset: 4, progress: 0.5)
      let address = WebAddress(bench.server.url("/a"))
      try await bench.saved.setPlace(place, of: address, after: nil, date: Self.now)
      #expect(try await bench.load("/a").get().reading?.place == place)
    }
  }
}
