import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// What the store makes of the results of a check.
struct CheckTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func withStore(
    _ body: (SavedLinkStore, SavedLinkStore) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try await body(try SavedLinkStore(location: location), try SavedLinkStore(location: location))
    }
  }

  private func add(_ addresses: [String], to store: SavedLinkStore) async throws -> [SavedLink.ID] {
    try await store.add(try addresses.map { try #require(WebAddress($0)) }, at: date)
      .map(\.outcome.link.id)
  }

  private func states(_ store: SavedLinkStore) async throws -> [String] {
    try await store.links(try await store.list(SavedQuery(sort: .oldest)).ids.sorted())
      .map { $0.check?.outcome.state.rawValue ?? "" }
  }

  private func moved(to address: String) throws -> LinkCheck {
    LinkCheck(outcome: .moved(to: try #require(URL(string: address))), checkedAt: date)
  }

  @Test("three pages of a host that lead to one address haven't moved, whichever program finds it")
  func shared() async throws {
    try await withStore { store, other in
      let ids = try await add(
        [
          "https://a.example/1", "http://www.a.example/2", "https://a.example/3#x",
          "https://a.example/4", "https://a.example.org/5",
        ], to: store)
      let target = "https://a.example/news"
      #expect(
        try await store.mark([ids[0]: moved(to: target)])[ids[0]] == moved(to: target).outcome)
      _ = try await other.mark([
        ids[1]: moved(to: target + "#top"), ids[3]: moved(to: "https://a.example/4b"),
        ids[4]: moved(to: target),
      ])
      #expect(try await states(store) == ["moved", "moved", "", "moved", "moved"])
      #expect(try await store.moves(of: ids).count == 4)
      let last = try await other.mark([ids[2]: moved(to: target + "#x")])
      #expect(last[ids[2]]?.state == .probablyGone)
      let expected = ["probably gone", "probably gone", "probably gone", "moved", "moved"]
      #expect(try await states(store) == expected)
      #expect(Set(try await store.moves(of: ids).keys) == [ids[3], ids[4]])
      // A second check finds the same.
      for id in ids[..<3] { _ = try await store.mark([id: moved(to: target)]) }
      #expect(try await states(store) == expected)
    }
  }

  @Test("spellings of one page aren't several pages")
  func spellings() async throws {
    try await withStore { store, _ in
      let ids = try await add(
        ["https://a.example/1", "http://a.example/1", "https://www.a.example/1"], to: store)
      for id in ids { _ = try await store.mark([id: moved(to: "https://a.example/new")]) }
      #expect(try await states(store) == ["moved", "moved", "moved"])
    }
  }

  @Test("a redirect to a front page is no move")
  func astray() async throws {
    try await withStore { store, _ in
      let ids = try await add(["https://a.example/1", "https://b.example/1"], to: store)
      let checks = try [
        ids[0]: moved(to: "https://a.example/"), ids[1]: moved(to: "https://c.example/1"),
      ]
      let outcomes = try await store.mark(checks)
      #expect(
        outcomes[ids[0]] == .probablyGone(to: try #require(URL(string: "https://a.example/"))))
      #expect(
        try await store.moves(of: ids) == [ids[1]: try #require(WebAddress("https://c.example/1"))])
      #expect(try await states(store) == ["probably gone", "moved"])
      for (word, found) in [("is:dead", [ids[0]]), ("is:moved", [ids[1]]), ("-is:dead", [ids[1]])] {
        #expect(try await store.list(SavedQuery(filter: SavedFilter(word))).ids == found, "\(word)")
      }
    }
  }
}
