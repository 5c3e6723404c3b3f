import Foundation
import GRDB
import LinkPreview
import Links
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// Changes to so many links that they're made in batches.
struct PiecewiseChangeTests {
  @Test("a batched change is undone as one change, reports progress, and lets others write")
  func pieces() async throws {
    try await withLinks(2500) { store, location in
      let other = try SavedLinkStore(location: location)
      let told = Locked<[Int]>([])
      async let saved = other.save(
        LinkMetadata(originalURL: try #require(URL(string: "https://other.test/"))), at: .now)
      let outcome = await store.applyInBatches(.addTags(["many"], to: ids(2500)), at: .now) {
        done in
        told.withLock { $0.append(done) }
      }
      #expect(told.withLock(\.self) == [1000, 2000, 2500])
      #expect(outcome.rest == nil && outcome.error == nil)
      #expect(try await count("#many", in: store) == 2500)
      _ = try await saved
      #expect(try await count("other.test", in: store) == 1)

      let inverse = try #require(outcome.inverse)
      #expect(Set(inverse.ids) == Set(ids(2500)))
      _ = await store.applyInBatches(inverse, at: .now)
      #expect(try await count("#many", in: store) == 0)
    }
  }

  @Test("a cancelled change stops between batches and returns the rest")
  func stop() async throws {
    try await withLinks(2500) { store, _ in
      let task = Task {
        await store.applyInBatches(.trash(ids(2500), at: .now), at: .now) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      let outcome = await task.value
      #expect(outcome.error == .stopped)
      #expect(outcome.rest?.ids.count == 1500)
      #expect(outcome.inverse?.ids.count == 1000)
      let left = try await store.list(SavedQuery()).total
      #expect(left == 1500)
    }
  }

  @Test(
    "each kind of change equals the sum of its batches",
    arguments: [
      .trash([1, 2, 3], at: Date(timeIntervalSince1970: 1)), .restore([1, 2, 3]),
      .addTags(["a"], to: [1, 2, 3]), .removeTags(["a"], from: [1, 2, 3]),
      .changeTags(TagChange(added: ["b"], removed: ["a"]), of: [1, 2, 3]),
      .setTags([1: ["a"], 2: [], 3: ["b"]]), .set(.note, [1: "x", 2: "y", 3: ""]),
    ] as [SavedChange])
  func kinds(change: SavedChange) {
    let ids = change.ids
    let pieces = [change.piece(of: ids[..<1]), change.piece(of: ids[1...])]
    #expect(pieces.map(\.ids.count) == [1, 2])
    #expect(SavedChange.joined(pieces) == change)
  }

  private func ids(_ count: Int64) -> [SavedLink.ID] { Array(1...count) }

  private func count(_ filter: String, in store: SavedLinkStore) async throws -> Int {
    try await store.list(SavedQuery(filter: SavedFilter(filter))).ids.count
  }

  private func withLinks(
    _ count: Int, _ body: (SavedLinkStore, StoreLocation) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      try await store.file.change { journal in
        let db = journal.db
        try db.execute(
          sql: """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
            INSERT INTO link (url, key, host, savedAt)
            SELECT 'https://many.test/' || n, 'many.test/' || n, 'many.test', n FROM number
            """)
      }
      try await body(store, location)
    }
  }
}
