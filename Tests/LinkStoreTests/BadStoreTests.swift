import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Unusable files and folders. Each error names the file and says what to do.
struct BadStoreTests {
  private func withFile(
    _ content: Data, _ body: (StoreLocation) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let file = location.dataFile
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file)
      try await body(location)
      #expect(try Data(contentsOf: file) == content, "the file is untouched")
    }
  }

  @Test(
    "a file that isn't a database is reported and left alone",
    arguments: [
      Data("not a database, but somebody's text, long enough to be read as a header".utf8),
      Data("SQLite format 3\u{0}".utf8) + Data(repeating: 0xA5, count: 8000),
    ])
  func corrupt(content: Data) async throws {
    try await withFile(content) { location in
      let path = location.dataFile.path()
      let damagedLinks = StoreError.corrupt(path: path, holds: .savedLinks)
      #expect(throws: damagedLinks) { try SavedLinkStore(location: location) }
      #expect(damagedLinks.description.hasPrefix(path))
    }
  }

  @Test("a database of another program is left alone")
  func foreign() async throws {
    try await withDatabase("CREATE TABLE bookmarks (id)") { location in
      let error = StoreError.foreign(path: location.dataFile.path())
      #expect(throws: error) { try SavedLinkStore(location: location) }
    }
  }

  @Test(
    "a database of a newer version is left alone",
    arguments: [99, StoreSchema.savedLinks.version + 1])
  func newer(version: Int32) async throws {
    try await withDatabase(Self.tables(version: version)) { location in
      let error = StoreError.newer(path: location.dataFile.path())
      #expect(throws: error) { try SavedLinkStore(location: location) }
    }
  }

  @Test(
    "a database with a lower number than any version gave is left alone",
    arguments: [0, StoreSchema.savedLinks.version - 1, -1])
  func older(version: Int32) async throws {
    try await withDatabase(Self.tables(version: version)) { location in
      let error = StoreError.corrupt(path: location.dataFile.path(), holds: .savedLinks)
      #expect(throws: error) { try SavedLinkStore(location: location) }
    }
  }

  private static func tables(version: Int32) -> String {
    """
    PRAGMA application_id = 1382119788;
    CREATE TABLE link (id INTEGER PRIMARY KEY);
    PRAGMA user_version = \(version);
    """
  }

  private func withDatabase(
    _ sql: String, _ body: (StoreLocation) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let queue = try DatabaseQueue(path: home.file("made.sqlite").path())
      try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
      try await withFile(Data(contentsOf: home.file("made.sqlite")), body)
    }
  }

  @Test("without write access, the store opens empty and says why it can't save")
  func nowhere() async throws {
    try await withTemporaryHome { home in
      var environment = home.environment
      environment["XDG_DATA_HOME"] = TemporaryHome.unwritableFolder
      environment["XDG_CACHE_HOME"] = TemporaryHome.unwritableFolder
      let location = StoreLocation(environment: environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      let obstacle = try #require(store.writeError)
      #expect(obstacle.description.contains(location.dataFile.path()))
      #expect(try store.count() == 0)
      #expect(try await WheelStore(sharing: store).all().isEmpty)
      let link = LinkMetadata(originalURL: home.url)
      await #expect(throws: obstacle) { try await store.save(link, at: Date()) }
      await #expect(throws: obstacle) { _ = try await store.apply(.restore([1]), at: .now) }
      let cache = MetadataCache(location: location)
      try await cache.store(link, at: Date())
      let entry = try await cache.entry(for: home.url)
      #expect(entry == nil)
      #expect(cache.problem?.description.hasPrefix("continuing without a cache: ") == true)
    }
  }

  @Test("the file locations follow the XDG specification")
  func places() {
    let home = StoreLocation(environment: ["HOME": "/h"], folder: "raylette")
    #expect(home.dataFile.path() == "/h/.local/share/raylette/saved.sqlite")
    #expect(home.cacheFile.path() == "/h/.cache/raylette/metadata.sqlite")
    for home in ["", "relative"] {
      #expect(
        StoreLocation(environment: ["HOME": home], folder: "raylette").dataFile.path().hasPrefix(
          "/"))
    }
    let own = StoreLocation(
      environment: [
        "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "rel",
      ], folder: "raylette")
    #expect(own.dataFile.path() == "/d/raylette/saved.sqlite")
    #expect(own.cacheFile.path() == "/h/.cache/raylette/metadata.sqlite")
  }
}
