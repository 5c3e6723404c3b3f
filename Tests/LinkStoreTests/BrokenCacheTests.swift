import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// The program starts even with an unusable cache.
struct BrokenCacheTests {
  enum Content: CaseIterable {
    case text, damaged, foreign, newer, older

    func write(to file: URL) throws {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      switch self {
      case .text:
        try Data("somebody's text, long enough to be read as a header".utf8).write(to: file)
      case .damaged:
        try (Data("SQLite format 3\u{0}".utf8) + Data(repeating: 0xA5, count: 8000)).write(to: file)
      case .foreign, .newer, .older:
        let queue = try DatabaseQueue(path: file.path())
        try queue.write { db in
          try db.execute(
            sql: """
              PRAGMA application_id = \(self == .foreign ? 7 : 1_382_119_788);
              CREATE TABLE page (url TEXT);
              PRAGMA user_version = \(self == .older ? 0 : 99);
              """)
        }
        try queue.close()
      }
    }
  }

  @Test("an invalid cache file is renamed, and a new one works", arguments: Content.allCases)
  func setAside(content: Content) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let file = location.cacheFile
      // The second round replaces the `.broken` file of the first.
      for _ in 0..<2 {
        try content.write(to: file)
        let bytes = try Data(contentsOf: file)
        let cache = MetadataCache(location: location)
        let broken = "\(file.path()).broken"
        #expect(cache.problem == .setAside(path: file.path(), newPath: broken))
        #expect(try Data(contentsOf: URL(filePath: broken)) == bytes)
        try await works(cache, at: home.url)
        #expect(MetadataCache(location: location).problem == nil)
        for suffix in ["", "-wal", "-shm"] { unlink(file.path() + suffix) }
      }
    }
  }

  @Test("a cache that fails later reports it once and is no longer used")
  func failsLater() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let cache = MetadataCache(location: location)
      try await cache.file?.write { try $0.execute(sql: "DROP TABLE failure") }
      let error = await #expect(throws: StoreError.self) {
        try await cache.remember(.failed(.httpStatus(404)), for: home.url, at: .now)
      }
      #expect(error?.description.hasPrefix("continuing without a cache: ") == true)
      try await cache.remember(.failed(.httpStatus(404)), for: home.url, at: .now)
      let failure = try await cache.failure(for: home.url, at: .now)
      let entry = try await cache.entry(for: home.url)
      #expect(failure == nil && entry == nil)
    }
  }

  private func works(_ cache: MetadataCache, at url: URL) async throws {
    try await cache.remember(.failed(.httpStatus(404)), for: url, at: .now)
    let failure = try await cache.failure(for: url, at: .now)
    #expect(failure?.error == .failed(.httpStatus(404)))
  }
}
