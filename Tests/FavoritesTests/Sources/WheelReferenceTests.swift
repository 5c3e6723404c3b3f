import Bookmarks
import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import Favorites

/// Lists of feeds and of sitemaps.
@Suite(.takesTurn)
struct WheelReferenceTests {
  private let loader = SourceLoader(
    referencePages: PageLoader(configuration: .init(timeout: .seconds(5))))

  private func load(
    _ url: URL, since versions: SourceVersions? = nil
  ) async throws -> SourceContents? {
    let loaded = try await WheelSource(url.absoluteString).load(since: versions, by: loader)
    if case .contents(let contents) = loaded { return contents }
    return nil
  }

  private static func feed(_ item: String, title: String = "F") -> String {
    "<rss><channel><title>\(title)</title><item><title>\(item)</title><link>https://x.example/\(item)</link></item></channel></rss>"
  }

  /// A file with an entity tag, unchanged for whoever has that.
  private static func versioned(_ body: @escaping @Sendable () -> String) -> Answer {
    Answer { request in
      let body = body()
      let tag = "\"\(body.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) })\""
      return request.header("If-None-Match") == tag
        ? .status(304) : .page(body.utf8, type: "text/xml", headers: ["ETag: \(tag)"])
    }
  }

  private static let outline = """
    <opml><head><title>Mine</title></head><body>
    <outline text="Swift"><outline text="A" xmlUrl="HOST/a" htmlUrl="https://a.example/"/>
    <outline text="Page" url="https://page.example/"/></outline>
    <outline text="Gone" xmlUrl="HOST/gone"/><outline text="Slow" xmlUrl="HOST/slow"/>
    <outline text="Wrong" xmlUrl="HOST/wrong"/><outline text="B" xmlUrl="HOST/b"/>
    </body></opml>
    """

  /// Replaces `HOST` by the host that was asked.
  private static func hosted(_ text: String) -> Answer {
    Answer { request in
      .page(text.replacing("HOST", with: "http://\(request.header("Host") ?? "")"))
    }
  }

  @Test("the links of a list of feeds are their entries, and one that fails is a problem")
  func feeds() async throws {
    try await withServer([
      "/list": Self.hosted(Self.outline), "/a": .page(Self.feed("one"), type: "text/xml"),
      "/b": .page(Self.feed("two"), type: nil), "/slow": .open([.hang]),
      "/wrong": .page("<!DOCTYPE html><a href='https://no.example/'>no</a>"),
      "/gone": .status(410),
    ]) { server in
      let contents = try #require(try await load(server.url("/list")))
      #expect(contents.name == "Mine" && contents.isPartial)
      #expect(
        contents.links.map(\.address.text) == [
          "https://page.example/", "https://x.example/one", "https://x.example/two",
        ])
      #expect(contents.links.map(\.tags) == [["Swift"], ["Swift"], ["B"]])
      #expect(
        contents.problems.map(\.description) == [
          "\(server.url("/gone")): HTTP 410 (gone).",
          "\(server.url("/slow")): 127.0.0.1 didn't answer within 5 s.",
          "\(server.url("/wrong")): It isn't a feed (read as page).",
        ])
    }
  }

  @Test("if no feed can be read, that's an error")
  func noFeeds() async throws {
    let list = "<opml><body><outline text='A' xmlUrl='HOST/a'/></body></opml>"
    try await withServer(["/list": Self.hosted(list), "/a": .status(404)]) { server in
      let error = await #expect(throws: WheelSourceError.self) {
        try await load(server.url("/list"))
      }
      #expect(
        error?.description
          == "the only list that \(server.url("/list")) names can't be read: \(server.url("/a")): HTTP 404 (not found)."
      )
      #expect(error?.exitCode == 1)
    }
  }

  @Test("a list of feeds is unchanged only if none of its feeds has changed")
  func changes() async throws {
    let item = Locked("one")
    let feeds = Self.versioned { Self.feed(item.withLock(\.self)) }
    let list = Answer { request in
      request.header("If-None-Match") == "\"1\""
        ? .status(304)
        : .page(
          "<opml><body><outline text='A' xmlUrl='http://\(request.header("Host") ?? "")/a'/></body></opml>"
            .utf8, headers: ["ETag: \"1\""])
    }
    try await withServer(["/list": list, "/a": feeds]) { server in
      let first = try #require(try await load(server.url("/list")))
      #expect(first.links.map(\.title) == ["one"])
      #expect(try await load(server.url("/list"), since: first.versions) == nil)
      item.withLock { $0 = "two" }
      let second = try #require(try await load(server.url("/list"), since: first.versions))
      #expect(second.links.map(\.title) == ["two"])
      #expect(try await load(server.url("/list"), since: second.versions) == nil)
    }
  }

  @Test("the first 50 sitemaps of an index are read, compressed or not")
  func sitemaps() async throws {
    let index = (0..<52).map { "<sitemap><loc>HOST/\($0)</loc></sitemap>" }.joined()
    var routes = ["/index": Self.hosted("<sitemapindex>\(index)</sitemapindex>")]
    for number in 0..<52 {
      let sitemap = "<urlset><url><loc>https://x.example/\(number)</loc></url></urlset>"
      routes["/\(number)"] =
        number % 2 == 0
        ? .page(Gzip.stored(Array(sitemap.utf8)), type: "application/x-gzip")
        : .page(sitemap, type: "application/xml")
    }
    routes["/3"] = .page(
      "<sitemapindex><sitemap><loc>https://x.example/</loc></sitemap></sitemapindex>")
    try await withServer(routes) { server in
      let contents = try #require(try await load(server.url("/index")))
      #expect(
        contents.links.map(\.address.text)
          == (0..<50).filter { $0 != 3 }.map { "https://x.example/\($0)" })
      #expect(
        contents.problems.map(\.description) == [
          "\(server.url("/index")): 2 of its 52 lists weren't read.",
          "\(server.url("/3")): It lists other sitemaps; give its address itself.",
        ])
      #expect(server.requests.count == 51)
    }
  }
}
