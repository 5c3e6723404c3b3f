import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct MetadataCacheTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  @Test("a page is found by its requested and its final address")
  func bothAddresses() async throws {
    try await withTemporaryHome { home in
      let asked = try #require(URL(string: "https://example.org/short"))
      let final = try #require(URL(string: "https://example.org/long/page"))
      var metadata = LinkMetadata(originalURL: asked, url: final)
      metadata.title = "T"
      let validators = PageValidators(url: final, entityTag: "\"v1\"")
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try await MetadataCache(location: location)
        .store(metadata, validators: validators, at: date)

      let cache = MetadataCache(location: location)
      let byAsked = try await cache.entry(for: asked)
      #expect(
        byAsked
          == CachedMetadata(metadata: metadata, fetchedAt: date, validators: validators))
      let byFinal = try #require(try await cache.entry(for: final))
      #expect(byFinal.metadata.title == "T")
      #expect(byFinal.metadata.originalURL == final)
      let other = try await cache.entry(for: asked.appending(path: "x"))
      #expect(other == nil)
    }
  }

  @Test("a later fetch replaces the earlier one and its validators")
  func replaces() async throws {
    try await withCache { cache, url in
      let validators = PageValidators(url: url, entityTag: "\"v1\"")
      try await cache.store(page(url, "old"), validators: validators, at: date)
      try await cache.store(page(url, "new"), at: date + 1)
      let entry = try await cache.entry(for: url)
      #expect(entry == CachedMetadata(metadata: page(url, "new"), fetchedAt: date + 1))
    }
  }

  @Test(
    "an entry is fresh for 7 days, and not before its fetch date",
    arguments: [
      (0, true), (7 * 86_400 - 1, true), (7 * 86_400, false), (400 * 86_400, false), (-1, false),
    ] as [(TimeInterval, Bool)])
  func freshness(age: TimeInterval, isFresh: Bool) throws {
    let url = try #require(URL(string: "https://example.org/"))
    let entry = CachedMetadata(metadata: LinkMetadata(originalURL: url), fetchedAt: date)
    #expect(entry.isFresh(at: date + age) == isFresh)
  }

  @Test("an unchanged page is as fresh as if it had been fetched")
  func touches() async throws {
    try await withCache { cache, url in
      let asked = url.appending(path: "short")
      var metadata = page(url, "T")
      metadata.originalURL = asked
      let validators = PageValidators(url: url, entityTag: "\"v1\"")
      try await cache.store(metadata, validators: validators, at: date)
      try await cache.touch(asked, at: date + 9 * 86_400)
      try await cache.touch(url.appending(path: "unknown"), at: date)
      let entry = try await cache.entry(for: asked)
      #expect(
        entry
          == CachedMetadata(
            metadata: metadata, fetchedAt: date + 9 * 86_400, validators: validators))
    }
  }

  @Test("an unreadable row counts as missing and is replaced")
  func damagedRow() async throws {
    try await withCache { cache, url in
      try await cache.store(page(url, "T"), at: date)
      try await cache.file?.write { try $0.execute(sql: "UPDATE page SET metadata = 'x'") }
      let damaged = try await cache.entry(for: url)
      #expect(damaged == nil)
      try await cache.store(page(url, "T"), at: date)
      let entry = try await cache.entry(for: url)
      #expect(entry?.metadata.title == "T")
    }
  }

  @Test("the file can be deleted at any time, even if its log is left")
  func deleted() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let url = try #require(URL(string: "https://example.org/"))
      let first = MetadataCache(location: location)
      try await first.store(page(url, "T"), at: date)
      try FileManager.default.removeItem(at: location.cacheFile)
      #expect(FileManager.default.fileExists(atPath: location.cacheFile.path() + "-wal"))
      try await first.store(page(url, "T"), at: date)

      let second = MetadataCache(location: location)
      let written = try await second.entry(for: url)
      #expect(written?.metadata.title == "T")
      try await second.store(page(url, "again"), at: date)
      let entry = try await second.entry(for: url)
      #expect(entry?.metadata.title == "again")
    }
  }
}

/// Runs a body with an empty cache and an address to use.
func withCache(
  sizeLimit: Int = 1 << 20, _ body: (MetadataCache, URL) async throws -> Void
) async throws {
  try await withTemporaryHome { home in
    let url = try #require(URL(string: "https://example.org/"))
    let location = StoreLocation(environment: home.environment, folder: "raylette")
    try await body(MetadataCache(location: location, sizeLimit: sizeLimit), url)
  }
}

func page(_ url: URL, _ title: String) -> LinkMetadata {
  var metadata = LinkMetadata(originalURL: url)
  metadata.title = title
  return metadata
}
