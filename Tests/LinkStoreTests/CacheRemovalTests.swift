import Foundation
import GRDB
import LinkPreview
import TestSupport
import Testing

@testable import LinkStore

/// What `raylette cache` shows and removes.
struct CacheRemovalTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  /// Stores three pages of a little more than 2,000 bytes each, and images of 1,000 bytes, one per
  /// day: a, b, c.
  private func fill(_ cache: MetadataCache, _ url: URL) async throws {
    for (day, name) in ["a", "b", "c"].enumerated() {
      var metadata = page(url.appending(path: name), String(repeating: "x", count: 2_000))
      metadata.originalURL = url.appending(path: "to-\(name)")
      try await cache.store(metadata, at: date + Double(day) * 86_400)
      await cache.store(
        image: Data(count: 1_000), for: url.appending(path: name), at: date + Double(day) * 86_400)
    }
    try await cache.remember(
      .timedOut(host: "example.org", after: .seconds(5)), for: url.appending(path: "dead"), at: date
    )
  }

  private func names(_ table: String, _ cache: MetadataCache) async throws -> [String] {
    try await cache.file?.read {
      try String.fetchAll($0, sql: "SELECT url FROM \(table) ORDER BY url")
    }?.compactMap { URL(string: $0)?.lastPathComponent } ?? []
  }

  @Test("an empty cache has no pages and no dates")
  func empty() async throws {
    try await withCache { cache, _ in
      let summary = try await cache.summary()
      #expect(summary == MetadataCache.Summary())
      let removed = try await cache.remove(.all)
      #expect(removed == MetadataCache.Summary())
    }
  }

  @Test("the summary has the number, the size, and the first and the last date")
  func summary() async throws {
    try await withCache { cache, url in
      try await fill(cache, url)
      let found = try await cache.summary()
      let summary = try #require(found)
      #expect(summary.pageCount == 3 && (6_000..<8_000).contains(summary.size))
      #expect(summary.imageCount == 3 && summary.imageSize == 3_000)
      #expect(summary.oldest == date && summary.newest == date + 2 * 86_400)
    }
  }

  static let removals: [(MetadataCache.Removal, rest: [String])] = [
    (.all, []),
    (.fetchedBefore(Date(timeIntervalSince1970: 1_700_000_000)), ["a", "b", "c"]),
    (.fetchedBefore(Date(timeIntervalSince1970: 1_700_000_001)), ["b", "c"]),
    (.fetchedBefore(.distantFuture), []),
    (.downTo(size: 1_000_000), ["a", "b", "c"]),
    (.downTo(size: 5_500), ["b", "c"]), (.downTo(size: 3_000), ["c"]), (.downTo(size: 0), []),
  ]

  @Test(
    "pages are removed with the addresses that lead to them; a dry run only says which",
    arguments: removals)
  func remove(removal: MetadataCache.Removal, rest: [String]) async throws {
    try await withCache { cache, url in
      try await fill(cache, url)
      let found = try await cache.summary()
      let all = try #require(found)
      let dry = try await cache.remove(removal, isDryRun: true)
      let unchanged = try await cache.summary()
      #expect(unchanged == all)
      let removed = try await cache.remove(removal)
      #expect(removed == dry && removed.pageCount == 3 - rest.count)
      #expect(try await names("page", cache) == rest)
      if case .downTo = removal {
        #expect(removed.imageCount == 0)
      } else {
        #expect(try await names("image", cache) == rest && removed.imageCount == 3 - rest.count)
      }
      #expect(try await names("address", cache) == rest + rest.map { "to-\($0)" })
      #expect(try await names("failure", cache) == (removal == .all ? [] : ["dead"]))
      let left = try await cache.summary()
      #expect(left?.size == all.size - removed.size)
    }
  }

  @Test("a page that was used again outlives one that was fetched later")
  func use() async throws {
    try await withCache { cache, url in
      try await fill(cache, url)
      _ = try await cache.entry(for: url.appending(path: "a"), at: date + 5 * 86_400)
      _ = try await cache.remove(.downTo(size: 5_500))
      #expect(try await names("page", cache) == ["a", "c"])
    }
  }

  @Test("the disk gets the space back")
  func space() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let url = try #require(URL(string: "https://example.org/"))
      let cache = MetadataCache(location: location)
      for index in 0..<20 {
        let filler = String(repeating: "x", count: 50_000)
        try await cache.store(page(url.appending(path: "\(index)"), filler), at: date)
      }
      _ = try await cache.remove(.all)
      let path = location.cacheFile.path(percentEncoded: false)
      let sizes = try ["", "-wal"].map {
        try FileManager.default.attributesOfItem(atPath: path + $0)[.size] as? Int ?? 0
      }
      #expect(sizes.reduce(0, +) < 200_000)
    }
  }
}
