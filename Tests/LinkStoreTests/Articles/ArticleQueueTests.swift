import Foundation
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct ArticleQueueTests {
  private static let now = ArticleStore.now
  private static let day: TimeInterval = 86_400

  @Test(
    "a failure is repeated after a day, or a month if it's permanent",
    arguments: [
      (false, 0.5, false), (false, 1.1, true), (true, 1.1, false), (true, 29, false),
      (true, 31, true), (false, -1, true),
    ])
  func failures(isPermanent: Bool, days: Double, isTried: Bool) async throws {
    try await ArticleStore.with([("One", nil), ("Two", nil), ("Three", "kept")]) { kept in
      let later = Self.now.addingTimeInterval(days * Self.day)
      #expect(try await kept.store.linksToKeep(nil, limit: .max, now: Self.now).count == 2)
      try await kept.store.recordFailure(
        ofKeeping: 1, "No article\u{1B}", isPermanent: isPermanent, date: Self.now)
      let links = try await kept.store.linksToKeep(nil, limit: 9, now: later)
      #expect(links.map(\.id) == (isTried ? [2, 1] : [2]))
      #expect(try await kept.store.linksToKeep(nil, limit: .max, now: later).count == links.count)
      let link = try #require(try await kept.link(1))
      try await kept.store.keep(ArticleStore.article("x"), of: 1, at: link.address, date: later)
      #expect(try await kept.store.linksToKeep(nil, limit: .max, now: later).count == 1)
    }
  }

  @Test(
    "links to keep are those of a query, newest first, without the trash",
    arguments: [
      (nil, 9, [4, 2, 1]), (nil, 2, [4, 2]), (nil, 0, []), (nil, -1, []), ("two", 9, [2]),
      ("-two", 9, [4, 1]), ("kept", 9, []),
    ] as [(String?, Int, [SavedLink.ID])])
  func queries(filter: String?, limit: Int, expected: [SavedLink.ID]) async throws {
    let links: [(String, String?)] = [
      ("One", nil), ("Two", nil), ("Three", "kept"), ("Four", nil), ("Five", nil),
    ]
    try await ArticleStore.with(links) { kept in
      try await kept.store.apply(.trash([5], at: .now), at: .now)
      let query = filter.map {
        SavedQuery(filter: SavedFilter($0), sort: .title, isTrash: true, isFuzzy: true)
      }
      let found = try await kept.store.linksToKeep(query, limit: limit, now: Self.now)
      #expect(found.map(\.id) == expected)
    }
  }

  @Test("a new address is tried again")
  func moved() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      try await kept.store.recordFailure(ofKeeping: 1, "x", isPermanent: true, date: Self.now)
      let new = try #require(WebAddress("https://example.org/new"))
      try await kept.store.apply(.setAddresses([1: new]), at: .now)
      #expect(try await kept.store.linksToKeep(nil, limit: .max, now: Self.now).count == 1)
    }
  }

  @Test(
    "pictures are bounded by picture and by link",
    arguments: [
      ([5_000_000], 1), ([5_000_001], 0), ([4_000_000, 4_000_000, 4_000_000], 2),
      ([5_000_000, 5_000_000, 0], 3), ([5_000_000, 5_000_000, 1], 2), ([], 0),
    ])
  func pictures(sizes: [Int], count: Int) async throws {
    try await ArticleStore.with([("One", nil), ("Two", nil)]) { kept in
      let urls = sizes.indices.compactMap { URL(string: "https://example.org/\($0).png") }
      for (url, size) in zip(urls, sizes) {
        try await kept.store.keepPicture(Data(count: size), url: url, of: 1)
        // The same again, in its place.
        try await kept.store.keepPicture(Data(count: size), url: url, of: 1)
      }
      let size = try await kept.store.keptSize()
      #expect(size.pictures == count && size.pictureBytes <= 10_000_000)
      for (url, size) in zip(urls.prefix(count), sizes) {
        #expect(try await kept.store.keptPicture(url: url)?.count == size)
      }
    }
  }
}
