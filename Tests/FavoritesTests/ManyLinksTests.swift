import Foundation
import LinkFetching
import LinkStore
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import Favorites

/// What's done with many saved links at once.
struct ManyLinksTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func withLinks(
    _ count: Int, _ body: (SavedLinkStore, [SavedLink.ID]) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(location: StoreLocation(environment: home.environment))
      let addresses = try (0..<count).map {
        try #require(WebAddress("https://example.org/\($0)"))
      }
      let (additions, error) = await store.addInBatches(
        addresses, tags: ["new"], at: { Self.now })
      #expect(error == nil)
      try await body(store, additions.map(\.outcome.link.id))
    }
  }

  @Test("a change in batches is one entry of the log, and says how far it is")
  func change() async throws {
    try await withLinks(5) { store, ids in
      let told = Locked<[Int]>([])
      let (outcome, entry) = await StoreChange.links(.addTags(["read"], to: ids)).apply(
        to: store, WheelStore(sharing: store), as: .tagged, from: .shell, at: Self.now,
        inBatchesOf: 2
      ) { done in told.withLock { $0.append(done) } }
      #expect(told.withLock(\.self) == [2, 4, 5])
      #expect(Set(outcome.changed) == Set(ids) && outcome.interruption == nil)
      let event = try #require(try await store.history(of: ids[0]).first)
      #expect((event.change.id, event.text) == (entry, "Tagged read"))
      #expect(event.change.origin == .shell)
      _ = try await store.undo(at: Self.now)
      #expect(try await store.links(ids).allSatisfy { $0.tags == ["new"] })
    }
  }

  @Test("a check reports moved links last, as later results have changed them")
  func check() async throws {
    try await withLinks(5) { store, ids in
      let target = try #require(URL(string: "https://example.org/news"))
      func mark(_ outcome: LinkCheck.Outcome, _ id: SavedLink.ID) async throws {
        _ = try await store.mark([id: LinkCheck(outcome: outcome, checkedAt: Self.now)])
      }
      try await mark(.moved(to: target), ids[0])
      try await mark(.moved(to: target), ids[1])
      try await mark(.ok, ids[2])
      try await mark(.gone, ids[3])
      let links = try await store.links(Array(ids[..<4]))
      try await mark(.moved(to: target), ids[4])
      var (told, found): ([Int], [SavedLink.ID: LinkCheck.Outcome]) = ([], [:])
      var last: [SavedLink.ID] = []
      await LinkChecker().check(links, storingIn: store, at: { Self.now }) {
        told.append($0)
      } use: { link, outcome in
        found[link.id] = outcome
        last.append(link.id)
      }
      #expect(told == [1, 2, 3, 4])
      let gone = LinkCheck.Outcome.probablyGone(to: target)
      #expect(found == [ids[0]: gone, ids[1]: gone, ids[2]: .ok, ids[3]: .gone])
      #expect(Set(last.suffix(2)) == [ids[0], ids[1]])
    }
  }
}
