import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

@Suite(.takesTurn)
struct CancelledQueryTests {
  private func withLinks(
    _ count: Int, _ body: (SavedLinkStore) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      try await store.file.change { journal in
        let db = journal.db
        try db.execute(
          sql: """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
            INSERT INTO link (url, key, host, title, savedAt)
            SELECT 'https://many.test/' || n, 'many.test/' || n, 'many.test', 'word' || n, n FROM number
            """)
      }
      try await body(store)
    }
  }

  /// Starts a query that never ends on its own.
  private func endlessQuery(in store: SavedLinkStore) async -> Task<Int?, any Error> {
    let (begun, input) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await store.file.read { db in
        input.finish()
        return try Int.fetchOne(
          db,
          sql: """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
            SELECT count(*) FROM number
            """)
      } ?? nil
    }
    for await _ in begun {}
    return task
  }

  @Test("a cancelled query stops inside SQLite, and no write waits for it")
  func interrupted() async throws {
    try await withLinks(3) { store in
      let endless = await endlessQuery(in: store)
      let next = Task { try await store.list(SavedQuery()) }
      let cancelled = Task { try await store.list(SavedQuery(sort: .title)) }
      cancelled.cancel()
      let link = LinkMetadata(originalURL: try #require(URL(string: "https://example.org/")))
      _ = try await store.save(link, at: .now)
      endless.cancel()
      await #expect(throws: StoreError.stopped) { try await endless.value }
      await #expect(throws: StoreError.stopped) { try await cancelled.value }
      #expect(try await next.value.total == 4)
    }
  }

  @Test(
    "a superseded list of 100,000 links stops, and the next one completes",
    arguments: [SavedSort.newest, .title, .random(seed: 1)])
  func superseded(sort: SavedSort) async throws {
    try await withLinks(100_000) { store in
      let all = SavedQuery(filter: SavedFilter("word many -none"), sort: sort)
      for _ in 0..<3 {
        let task = Task { try await store.list(all) }
        task.cancel()
        await #expect(throws: StoreError.stopped) { try await task.value }
      }
      let one = try await store.list(SavedQuery(filter: SavedFilter("word77777")))
      let whole = try await store.list(all)
      #expect(one.ids == [77_777] && whole.ids.count == 100_000)
    }
  }

  @Test("a list doesn't wait for a write, and cancelling one write doesn't stop another")
  func writing() async throws {
    try await withLinks(3) { store in
      let (begun, input) = AsyncStream.makeStream(of: Void.self)
      let isToGoOn = DispatchSemaphore(value: 0)
      let write = Task {
        try await store.file.change { journal in
          let db = journal.db
          try db.execute(sql: "UPDATE link SET note = 'x' WHERE id = 1")
          input.finish()
          isToGoOn.wait()
          try db.execute(sql: "UPDATE link SET note = 'x' WHERE id = 2")
        }
      }
      for await _ in begun {}
      let other = Task { try await store.apply(.set(.note, [3: "x"]), at: .now) }
      other.cancel()
      #expect(try await store.links([1, 2, 3]).map(\.note) == ["", "", ""])
      isToGoOn.signal()
      try await write.value
      await #expect(throws: StoreError.stopped) { try await other.value }
      #expect(try await store.links([1, 2, 3]).map(\.note) == ["x", "x", ""])
    }
  }
}
