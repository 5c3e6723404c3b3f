import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// When removed links are permanently deleted.
struct TrashTimeTests {
  private let removal = Date(timeIntervalSince1970: 1_700_000_000)
  private func day(_ number: Int) -> Date { removal + Double(number) * 86_400 }

  /// Starts the program on a day. Returns how many links were permanently deleted.
  private func start(_ store: SavedLinkStore, on number: Int) async throws -> Int {
    try await store.deleteExpired(at: day(number))
  }

  /// Runs a body with a store whose only link was removed on day 0.
  private func withTrash(
    _ body: (SavedLinkStore, StoreLocation) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      let link = LinkMetadata(originalURL: try #require(URL(string: "https://example.org/")))
      _ = try await store.save(link, at: removal)
      try await store.apply(.trash([1], at: removal), at: removal)
      try await body(store, location)
    }
  }

  @Test("links are deleted after 30 days on which the program was started, not before")
  func normal() async throws {
    try await withTrash { store, _ in
      for number in 0..<30 {
        #expect(try await start(store, on: number) == 0, "day \(number)")
        #expect(try await start(store, on: number) == 0, "second start on day \(number)")
      }
      let deleted = try await start(store, on: 30)
      #expect(deleted == 1)
    }
  }

  @Test(
    "a wrong clock never deletes links early, ahead or behind, once or for a while",
    arguments: [[31], [400], [31, 32, 33, 34], [-400], [-19_000], [400, -400, 31, 0]])
  func wrongClock(days: [Int]) async throws {
    try await withTrash { store, _ in
      for number in [0, 1] + days + Array(2..<30) {
        #expect(try await start(store, on: number) == 0, "day \(number)")
      }
      let left = try await store.links([1])
      #expect(left.count == 1)
      // The days before the clock went back are lost, so it takes that many more.
      var number = 30
      while try await start(store, on: number) == 0 { number += 1 }
      #expect(number <= 32)
    }
  }

  @Test("links removed while the clock is behind stay just as long")
  func behindAtRemoval() async throws {
    try await withTrash { store, _ in
      try await store.apply(.restore([1]), at: removal)
      for number in 0..<40 { _ = try await start(store, on: number) }
      try await store.apply(.trash([1], at: Date(timeIntervalSince1970: 0)), at: removal)
      for number in 40..<69 {
        #expect(try await start(store, on: number) == 0, "day \(number)")
      }
      #expect(try await start(store, on: 69) == 1)
    }
  }

  @Test("deleting doesn't wait for another program that writes")
  func busy() async throws {
    try await withTrash { store, location in
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: location.dataFile.path(), configuration: configuration)
      try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
      let path = location.dataFile.path()
      await #expect(throws: StoreError.busy(path: path)) {
        try await store.deleteExpired(at: removal)
      }
      // A change that the user requested still waits.
      let save = Task { try await store.apply(.restore([1]), at: removal) }
      try await other.writeWithoutTransaction { try $0.rollback() }
      #expect(try await save.value.ids == [1])
      try await store.deleteExpired(at: removal)
    }
  }
}
