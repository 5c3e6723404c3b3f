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

  private func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
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

  @Test("icons on disk outlive the cache object")
  func disk() async throws {
    try await withDirectory { directory in
      let url = try address("a")
      let icon = try icon(bytes: 100, width: 5)
      await OnDiskImageCache(directory: directory).store(icon, for: url)
      #expect(await OnDiskImageCache(directory: directory).image(for: url) == icon)
      #expect(await OnDiskImageCache(directory: directory).image(for: try address("b")) == nil)
    }
  }

  @Test("only the owner can access the folder and its files")
  func permissions() async throws {
    try await withDirectory { directory in
      let cache = OnDiskImageCache(directory: directory)
      for _ in 0..<2 { await cache.store(try icon(bytes: 100, width: 5), for: try address("a")) }
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path())
      #expect(files.count == 1)
      for (path, mode) in [(directory.path(), 0o700), ("\(directory.path())/\(files[0])", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test("a damaged file counts as missing and is replaced")
  func damaged() async throws {
    try await withDirectory { directory in
      let cache = OnDiskImageCache(directory: directory)
      let url = try address("a")
      let icon = try icon(bytes: 100, width: 5)
      await cache.store(icon, for: url)
      let files = try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: nil)
      let file = try #require(files.first)
      let whole = try Data(contentsOf: file)
      var flipped = whole
      flipped[whole.count - 1] ^= 1
      for damage in [Data(), whole.dropLast(), flipped, Data("\n\n\n".utf8), whole + [0]] {
        try damage.write(to: file)
        #expect(await cache.image(for: url) == nil)
      }
      await cache.store(icon, for: url)
      #expect(await cache.image(for: url) == icon)
    }
  }

  @Test("the directory stays within its size limit, and other files in it are left alone")
  func capacity() async throws {
    try await withDirectory { directory in
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let other = directory.appending(path: "other.txt")
      try Data(repeating: 1, count: 5000).write(to: other)
      let cache = OnDiskImageCache(directory: directory, capacity: 2000)
      for place in 0..<20 {
        await cache.store(try icon(bytes: 500, width: 1), for: try address("\(place)"))
      }
      // An icon that needs the space of several others.
      await cache.store(try icon(bytes: 1900, width: 1), for: try address("large"))
      let files = try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: [.fileSizeKey])
      let icons = files.filter { $0.pathExtension == "icon" }
      let sizes = try icons.map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
      #expect((1...2000).contains(sizes.reduce(0, +)))
      #expect(FileManager.default.fileExists(atPath: other.path))
    }
  }

  @Test("a cache in an unwritable place stores nothing")
  func unwritable() async throws {
    let cache = OnDiskImageCache(directory: URL(filePath: "/dev/null/icons"))
    await cache.store(try icon(bytes: 100, width: 1), for: try address("a"))
    #expect(await cache.image(for: try address("a")) == nil)
  }
}
