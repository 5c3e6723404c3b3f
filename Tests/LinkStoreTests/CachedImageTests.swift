import Foundation
import LinkStore
import TestSupport
import Testing

/// Image files in the metadata cache.
struct CachedImageTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private static func url(_ name: String) throws -> URL {
    try #require(URL(string: "https://a.example/\(name)"))
  }

  /// Runs a body with a cache whose images may have 1,000 bytes.
  private func withCache(_ body: (MetadataCache) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try await body(MetadataCache(location: location, sizeLimit: 3_000))
    }
  }

  @Test("an image is found until others need its place, the least recently used first")
  func eviction() async throws {
    try await withCache { cache in
      for (hour, name) in ["a", "b", "c"].enumerated() {
        let date = Self.now + Double(hour) * 3600
        await cache.store(image: Data(count: 400), for: try Self.url(name), at: date)
        // Using the first keeps it.
        _ = await cache.image(for: try Self.url("a"), at: date + 1800)
      }
      var found: [Int?] = []
      for name in ["a", "b", "c"] {
        found.append(await cache.image(for: try Self.url(name), at: Self.now + 9000)?.count)
      }
      #expect(found == [400, nil, 400])
    }
  }

  @Test("a newer file of the same address replaces the one before it")
  func replacement() async throws {
    try await withCache { cache in
      let url = try Self.url("a")
      for size in [400, 500] {
        await cache.store(image: Data(count: size), for: url, at: Self.now)
        #expect(await cache.image(for: url, at: Self.now)?.count == size)
      }
    }
  }

  @Test("an image that's larger than all may be isn't stored, and the others stay")
  func tooLarge() async throws {
    try await withCache { cache in
      await cache.store(image: Data(count: 400), for: try Self.url("a"), at: Self.now)
      await cache.store(image: Data(count: 1_001), for: try Self.url("b"), at: Self.now + 1)
      #expect(await cache.image(for: try Self.url("a"), at: Self.now)?.count == 400)
      #expect(await cache.image(for: try Self.url("b"), at: Self.now) == nil)
    }
  }
}
