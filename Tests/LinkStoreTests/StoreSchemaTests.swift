import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct StoreSchemaTests {
  @Test(
    "a new store has all tables and the number, also if several programs make it",
    arguments: [1, 8])
  func isMade(count: Int) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            let store = try SavedLinkStore(location: location)
            let url = try #require(URL(string: "https://a.example/\(number)"))
            _ = try await store.save(LinkMetadata(originalURL: url), at: Date())
            #expect(try await store.followedBrowsers().isEmpty)
          }
        }
        try await group.waitForAll()
      }
      #expect(try SavedLinkStore(location: location).count() == count)
      let queue = try DatabaseQueue(path: location.dataFile.path())
      let version = try await queue.read { try StoreSchema.version(of: $0) }
      #expect(version == StoreSchema.savedLinks.version)
    }
  }

  @Test("tables that can't all be made aren't made")
  func isWhole() throws {
    let schema = StoreSchema(version: 7) { db in
      try db.execute(sql: "CREATE TABLE one (id)")
      try db.execute(sql: "CREATE TABLE one (id)")
    }
    let queue = try DatabaseQueue()
    #expect(throws: DatabaseError.self) { try schema.make(in: queue) }
    #expect(try queue.read { try $0.tableExists("one") } == false)
    #expect(try queue.read(StoreSchema.version) == 0)
  }

  @Test("a file that's only read is given no tables")
  func onlyRead() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let file = location.dataFile
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
      let opener = StoreOpener(
        path: file.path(percentEncoded: false), content: .savedLinks,
        schema: .savedLinks)
      for queue in [try opener.openForReading(), try opener.openForDryRun(isThere: true)] {
        #expect(try await queue?.read { try SavedLinkStore.count($0) } == 0)
      }
      #expect(SavedLinkStore.tags(readingOnly: location).isEmpty)
      #expect(try Data(contentsOf: file).isEmpty)
    }
  }
}
