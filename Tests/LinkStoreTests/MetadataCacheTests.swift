import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkStore

struct MetadataCacheTests {
  @Test("found by the address asked for and by the final one")
  func bothAddresses() async throws {
    try await withTemporaryHome { home in
      let asked = try #require(URL(string: "https://example.org/short"))
      let final = try #require(URL(string: "https://example.org/long/page"))
      var metadata = LinkMetadata(originalURL: asked, url: final)
      metadata.title = "T"
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      let location = StoreLocation(environment: home.environment)
      try await MetadataCache(location: location).store(metadata, at: date)

      let cache = try MetadataCache(location: location)
      let byAsked = try await cache.entry(for: asked)
      #expect(byAsked == MetadataCache.Entry(metadata: metadata, fetchedAt: date))
      let byFinal = try #require(try await cache.entry(for: final))
      #expect(byFinal.metadata.title == "T")
      #expect(byFinal.metadata.originalURL == final)
      let other = try await cache.entry(for: asked.appending(path: "x"))
      #expect(other == nil)
    }
  }

  @Test("a later fetch takes the place of the earlier")
  func replaces() async throws {
    try await withTemporaryHome { home in
      let url = try #require(URL(string: "https://example.org/"))
      let cache = try MetadataCache(location: StoreLocation(environment: home.environment))
      for title in ["old", "new"] {
        var metadata = LinkMetadata(originalURL: url)
        metadata.title = title
        try await cache.store(metadata, at: Date())
      }
      let entry = try await cache.entry(for: url)
      #expect(entry?.metadata.title == "new")
    }
  }
}
