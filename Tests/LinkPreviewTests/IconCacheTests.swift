import Foundation
import Testing

@testable import LinkPreview

struct IconCacheTests {
  /// A PNG of exactly so many bytes, told from others by its width.
  private func icon(bytes: Int, width: UInt8) throws -> LinkIcon {
    var data = Data(ImageHeaderTests.png)
    data[19] = width
    data.append(Data(repeating: 0, count: bytes - data.count))
    return try #require(LinkIcon(data: data))
  }

  private func address(_ name: String) throws -> URL {
    try #require(URL(string: "https://example.org/\(name)"))
  }

  private func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
  }

  @Test("in memory, what was used longest ago goes first")
  func memory() async throws {
    let cache = InMemoryLinkIconCache(capacity: 300)
    let (a, b, c) = (try address("a"), try address("b"), try address("c"))
    for (place, url) in [a, b, c].enumerated() {
      await cache.keep(try icon(bytes: 100, width: UInt8(place + 1)), for: url)
    }
    #expect(await cache.icon(for: a)?.width == 1)
    await cache.keep(try icon(bytes: 150, width: 9), for: try address("d"))
    #expect(await cache.icon(for: b) == nil)
    #expect(await cache.icon(for: c) == nil)
    #expect(await cache.icon(for: a)?.width == 1)
    await cache.keep(try icon(bytes: 301, width: 9), for: a)
    #expect(await cache.icon(for: a) == nil)
  }

  @Test("on disk, icons outlive the cache object")
  func disk() async throws {
    try await withDirectory { directory in
      let url = try address("a")
      let icon = try icon(bytes: 100, width: 5)
      await OnDiskLinkIconCache(directory: directory).keep(icon, for: url)
      #expect(await OnDiskLinkIconCache(directory: directory).icon(for: url) == icon)
      #expect(await OnDiskLinkIconCache(directory: directory).icon(for: try address("b")) == nil)
    }
  }

  @Test("the folder and its files are for their owner alone")
  func permissions() async throws {
    try await withDirectory { directory in
      let cache = OnDiskLinkIconCache(directory: directory)
      for _ in 0..<2 { await cache.keep(try icon(bytes: 100, width: 5), for: try address("a")) }
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path())
      #expect(files.count == 1)
      for (path, mode) in [(directory.path(), 0o700), ("\(directory.path())/\(files[0])", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test("a damaged file counts as missing, and is replaced")
  func damaged() async throws {
    try await withDirectory { directory in
      let cache = OnDiskLinkIconCache(directory: directory)
      let url = try address("a")
      let icon = try icon(bytes: 100, width: 5)
      await cache.keep(icon, for: url)
      let files = try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: nil)
      let file = try #require(files.first)
      let whole = try Data(contentsOf: file)
      var flipped = whole
      flipped[whole.count - 1] ^= 1
      for damage in [Data(), whole.dropLast(), flipped, Data("\n\n\n".utf8), whole + [0]] {
        try damage.write(to: file)
        #expect(await cache.icon(for: url) == nil)
      }
      await cache.keep(icon, for: url)
      #expect(await cache.icon(for: url) == icon)
    }
  }

  @Test("the directory stays within its size, and other files in it are left alone")
  func capacity() async throws {
    try await withDirectory { directory in
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let other = directory.appending(path: "other.txt")
      try Data(repeating: 1, count: 5000).write(to: other)
      let cache = OnDiskLinkIconCache(directory: directory, capacity: 2000)
      for place in 0..<20 {
        await cache.keep(try icon(bytes: 500, width: 1), for: try address("\(place)"))
      }
      // One that needs the room of several.
      await cache.keep(try icon(bytes: 1900, width: 1), for: try address("large"))
      let files = try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: [.fileSizeKey])
      let icons = files.filter { $0.pathExtension == "icon" }
      let sizes = try icons.map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
      #expect((1...2000).contains(sizes.reduce(0, +)))
      #expect(FileManager.default.fileExists(atPath: other.path))
    }
  }

  @Test("a place that can't be written to is a cache that forgets")
  func unwritable() async throws {
    let cache = OnDiskLinkIconCache(directory: URL(filePath: "/dev/null/icons"))
    await cache.keep(try icon(bytes: 100, width: 1), for: try address("a"))
    #expect(await cache.icon(for: try address("a")) == nil)
  }
}
