import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct CachePruningTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func addresses(_ cache: MetadataCache) async throws -> [String] {
    try await cache.file?.read {
      try String.fetchAll($0, sql: "SELECT url FROM address ORDER BY url")
    } ?? []
  }

  /// Returns the size of all rows, calculated from their columns.
  private func size(_ cache: MetadataCache) async throws -> Int {
    let sum = try await cache.file?.read {
      try Int.fetchOne(
        $0,
        sql: """
          SELECT (SELECT ifnull(sum(2 * length(url) + length(metadata)
            + ifnull(length(validators), 0)), 0) FROM page)
            + (SELECT ifnull(2 * sum(length(url) + length(pageURL)), 0) FROM address)
          """)
    }
    return (sum ?? 0) ?? 0
  }

  @Test("the least recently used pages are evicted first, with the addresses that lead to them")
  func leastRecentlyUsed() async throws {
    try await withCache(sizeLimit: 4_200) { cache, url in
      let filler = String(repeating: "x", count: 600)
      func store(_ name: String, after hours: Double) async throws {
        var metadata = page(url.appending(path: name), filler)
        metadata.originalURL = url.appending(path: "to-\(name)")
        try await cache.store(metadata, at: date + hours * 3600)
      }
      for (hour, name) in ["a", "b", "c", "d"].enumerated() {
        try await store(name, after: Double(hour))
      }
      let all = ["a", "b", "c", "d", "to-a", "to-b", "to-c", "to-d"]
      #expect(try await addresses(cache) == all.map { url.appending(path: $0).absoluteString })
      // Uses a page after it was fetched.
      _ = try await cache.entry(for: url.appending(path: "to-a"), at: date + 10 * 3600)
      try await store("e", after: 11)
      let rest = ["a", "c", "d", "e", "to-a", "to-c", "to-d", "to-e"]
      #expect(try await addresses(cache) == rest.map { url.appending(path: $0).absoluteString })
      let gone = try await cache.entry(for: url.appending(path: "to-b"))
      #expect(gone == nil)
      #expect(try await size(cache) <= 4_200)
    }
  }

  @Test("a page that is stored repeatedly counts once")
  func replaced() async throws {
    try await withCache(sizeLimit: 3_000) { cache, url in
      let filler = String(repeating: "x", count: 600)
      let validators = PageValidators(url: url, entityTag: "\"v1\"")
      try await cache.store(page(url.appending(path: "a"), filler), at: date)
      for hour in 1..<50 {
        try await cache.store(
          page(url, filler), validators: validators, at: date + Double(hour) * 3600)
      }
      #expect(try await addresses(cache).count == 2)
      let sum = try await cache.file?.read {
        try Int.fetchOne($0, sql: "SELECT sum(size) FROM page")
      }
      #expect(try await size(cache) == sum)
    }
  }

  @Test("a page larger than the size limit isn't stored, and others still are")
  func tooLarge() async throws {
    try await withCache(sizeLimit: 2_000) { cache, url in
      try await cache.store(page(url, String(repeating: "x", count: 4_000)), at: date)
      let none = try await cache.entry(for: url)
      #expect(none == nil)
      try await cache.store(page(url, "T"), at: date)
      let entry = try await cache.entry(for: url)
      #expect(entry?.metadata.title == "T")
    }
  }

  @Test("the last use is updated at most once an hour")
  func use() async throws {
    try await withCache { cache, url in
      func lastUse() async throws -> Double? {
        try await cache.file?.read {
          try Double.fetchOne($0, sql: "SELECT lastUsedAt FROM page")
        } ?? nil
      }
      try await cache.store(page(url, "T"), at: date)
      for (seconds, expected) in [(3599, 0), (3600, 3600), (7199, 3600), (9000, 9000)] {
        _ = try await cache.entry(for: url, at: date + Double(seconds))
        #expect(try await lastUse() == date.timeIntervalSince1970 + Double(expected))
      }
    }
  }
  @Test("images have a third of the limit, pages the rest, and the least recently used goes first")
  func images() async throws {
    try await withCache(sizeLimit: 9_000) { cache, url in
      func urls(_ table: String) async throws -> [String] {
        try await cache.file?.read {
          try String.fetchAll($0, sql: "SELECT url FROM \(table) ORDER BY url")
        }?.compactMap { URL(string: $0)?.lastPathComponent } ?? []
      }
      for (hour, name) in ["a", "b", "c"].enumerated() {
        let filler = String(repeating: "x", count: 2_000)
        try await cache.store(page(url.appending(path: name), filler), at: date + Double(hour))
      }
      func store(_ name: String, after hours: Double) async {
        await cache.store(
          image: Data(name.utf8 + Array(repeating: 0, count: 1_400)),
          for: url.appending(path: name), at: date + hours * 3600)
      }
      await store("1", after: 0)
      #expect(try await urls("page") == ["a", "b", "c"])
      await store("2", after: 1)
      #expect(await cache.image(for: url.appending(path: "1"), at: date + 7200)?.first == 0x31)
      await store("3", after: 3)
      #expect(try await urls("image") == ["1", "3"])
      #expect(try await urls("page") == ["b", "c"])
      #expect(await cache.image(for: url.appending(path: "2")) == nil)
      await store("1", after: 4)
      #expect(try await urls("image") == ["1", "3"])
    }
  }
}
