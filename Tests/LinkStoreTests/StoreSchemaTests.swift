import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct StoreSchemaTests {
  @Test("each migration raises the number of the schema")
  func numbers() {
    #expect(Int(SavedLinkStore.schema.version) == SavedLinkStore.schema.migrator.migrations.count)
    #expect(Int(MetadataCache.schema.version) == MetadataCache.schema.migrator.migrations.count)
  }

  /// Runs a body with a store of before there were numbers.
  private func withEarlierStore(
    _ body: (StoreLocation, _ version: () throws -> Int32) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let path = location.dataFile.path(percentEncoded: false)
      let store = try SavedLinkStore(location: location)
      let link = LinkMetadata(originalURL: try #require(URL(string: "https://a.example/")))
      _ = try await store.save(link, at: Date())
      try await store.file.write { db in
        try db.execute(
          sql: """
            DROP TABLE followedBookmark; DROP TABLE followedBrowser;
            DELETE FROM grdb_migrations WHERE identifier = 'browsers are followed';
            PRAGMA user_version = 0;
            """)
      }
      try store.file.close()
      try await body(location) {
        try DatabaseQueue(path: path).read(StoreSchema.version)
      }
    }
  }

  @Test("a new store has the number, and an earlier one gets it", arguments: [1, 2, 8])
  func isSet(count: Int) async throws {
    try await withEarlierStore { location, version in
      #expect(try version() == 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask {
            let store = try SavedLinkStore(location: location)
            #expect(try store.count() == 1)
            #expect(try await store.followedBrowsers().isEmpty)
          }
        }
        try await group.waitForAll()
      }
      #expect(try version() == SavedLinkStore.schema.version)
    }
  }

  @Test("a store that's only read isn't upgraded")
  func onlyRead() async throws {
    try await withEarlierStore { location, version in
      let file = location.dataFile
      let content = try Data(contentsOf: file)
      let opener = StoreOpener(
        path: file.path(percentEncoded: false), content: .savedLinks,
        schema: SavedLinkStore.schema)
      let queue = try opener.openForReading()
      #expect(try queue.read(SavedLinkStore.count) == 1)
      // The copy in memory has everything.
      #expect(try queue.read { try $0.tableExists("followedBrowser") })
      try queue.close()
      #expect(try opener.openWithoutTrace().read(SavedLinkStore.count) == 1)
      #expect(SavedLinkStore.tags(readingOnly: location).isEmpty)
      #expect(try Data(contentsOf: file) == content)
      #expect(try version() == 0)
    }
  }

  @Test("a higher number is a newer version's")
  func newer() throws {
    let schema = SavedLinkStore.schema
    for (number, isNewer) in [(0, false), (schema.version, false), (schema.version + 1, true)] {
      let queue = try DatabaseQueue()
      try queue.write { db in
        try db.execute(sql: "PRAGMA user_version = \(number)")
        #expect(try schema.isOlder(than: db) == isNewer, "\(number)")
      }
    }
  }
}
