import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

struct IconCacheTests {
  /// Returns a PNG of exactly this many bytes. Its width identifies it.
  private func icon(bytes: Int, width: UInt8) throws -> ImageFile {
    var data = Data(ImageSample.png)
    data[19] = width
    data.append(Data(repeating: 0, count: bytes - data.count))
    return try #require(ImageFile(data: data))
  }

  private func address(_ name: String) throws -> URL {
    try #require(URL(string: "https://example.org/\(name)"))
  }

  @Test("the memory cache evicts the least recently used icon first")
  func memory() async throws {
    let cache = InMemoryImageCache(capacity: 300)
    let (a, b, c) = (try address("a"), try address("b"), try address("c"))
    for (place, url) in [a, b, c].enumerated() {
      await cache.store(try icon(bytes: 100, width: UInt8(place + 1)), for: url)
    }
    #expect(await cache.image(for: a)?.width == 1)
    await cache.store(try icon(bytes: 150, width: 9), for: try address("d"))
    #expect(await cache.image(for: b) == nil)
    #expect(await cache.image(for: c) == nil)
    #expect(await cache.image(for: a)?.width == 1)
    await cache.store(try icon(bytes: 301, width: 9), for: a)
    #expect(await cache.image(for: a) == nil)
  }

  @Test("the memory cache keeps no more images than its limit")
  func count() async throws {
    let cache = InMemoryImageCache(countLimit: 2)
    let urls = [try address("a"), try address("b"), try address("c")]
    for url in urls { await cache.store(try icon(bytes: 100, width: 5), for: url) }
    #expect(await cache.image(for: urls[0]) == nil)
    for url in urls.dropFirst() { #expect(await cache.image(for: url)?.width == 5) }
  }
}
