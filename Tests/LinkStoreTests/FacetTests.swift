import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// The numbers of listed links by state, tag and site.
struct FacetTests {
  private static let now = Date(timeIntervalSince1970: 1_769_860_800)

  private static let hosts = [
    "a.org", "b.a.org", "a.org.uk", "a.organic", "org", "c.example", "日本.jp", "127.0.0.1", "É.fr",
    "x-y.net", "y.net",
  ]
  private static let tags = ["c", "C", "c++", "build systems", "日本", "Café"]
  private static let outcomes: [LinkCheck.Outcome?] = [
    .gone, .moved(to: URL(filePath: "/")), .unreachable("No."), .ok, nil, nil,
  ]

  /// Runs a body with a store of random links, some of them in the trash.
  private func withLinks(
    seed: UInt64, _ body: (SavedLinkStore) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      var random = SeededRandom(seed: seed)
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let links = try (0..<60).map { number in
        let url = try #require(URL(string: "https://example.org/\(number)"))
        var metadata = LinkMetadata(originalURL: url)
        metadata.title = ["ray", "wheel", "gopher"].randomElement(using: &random)
        let tags = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
          Self.tags.randomElement(using: &random)
        }
        var link = SavedLink(
          id: 0, metadata: metadata, savedAt: Self.now - Double(number), tags: tags,
          note: Bool.random(using: &random) ? "n" : "",
          check: (Self.outcomes.randomElement(using: &random) ?? nil).map {
            LinkCheck(outcome: $0, checkedAt: Self.now)
          })
        if Int.random(in: 0..<4, using: &random) == 0 { link.trashedAt = Self.now }
        return link
      }
      let hosts = links.map { _ in Self.hosts.randomElement(using: &random) ?? "" }
      try await store.file.write { db in
        for (link, host) in zip(links, hosts) {
          var link = link
          try SavedLinkStore.insert(&link, in: db)
          try db.execute(
            sql: "UPDATE link SET host = ? WHERE id = ?", arguments: [host, link.id])
        }
      }
      for link in links where Bool.random(using: &random) {
        try await store.markRead(true, [link.address], date: Self.now)
      }
      try await body(store)
    }
  }

  @Test(
    "each number is that of the links that stay if the word is added to the filter",
    arguments: 1...6 as ClosedRange<UInt64>)
  func numbers(seed: UInt64) async throws {
    try await withLinks(seed: seed) { store in
      for isTrash in [false, true] {
        for text in ["", "is:unread", "#c -is:dead", "site:a.org", "whe #c*", "is:moved \"ray\""] {
          let query = SavedQuery(filter: SavedFilter(text), isTrash: isTrash)
          let facets = try await store.facets(of: query, now: Self.now)
          func count(_ word: String) async throws -> Int {
            var narrowed = query
            narrowed.filter = query.filter.adding(SavedFilter(word))
            return try await store.list(narrowed, now: Self.now).ids.count
          }
          for state in SavedFacets.State.allCases {
            #expect(try await count(state.word) == facets.states[state], "\(text) \(state)")
          }
          for tag in facets.tags {
            #expect(try await count(SavedFilter.word(forTag: tag.name)) == tag.count, "\(tag)")
          }
          for site in facets.sites {
            #expect(try await count(SavedFilter.siteWord(for: site.name)) == site.count, "\(site)")
          }
          let all = try await store.list(query, now: Self.now).ids
          let trash = try await store.list(SavedQuery(isTrash: true)).ids
          #expect(facets.sites.map(\.count) == facets.sites.map(\.count).sorted(by: >))
          #expect(facets.sites.isEmpty == all.isEmpty)
          #expect(facets.trashCount == trash.count)
        }
      }
    }
  }

  @Test("the links of a fuzzy search are counted, too")
  func fuzzy() async throws {
    try await withLinks(seed: 1) { store in
      let query = SavedQuery(filter: SavedFilter("gphr"), isFuzzy: true)
      let listing = try await store.list(query)
      let facets = try await store.facets(of: query)
      #expect(listing.isFuzzy && !listing.ids.isEmpty)
      #expect(facets.sites.reduce(0) { $0 + $1.count } >= listing.ids.count)
      let links = try await store.links(listing.ids)
      #expect(facets.states[.noted] == links.count { !$0.note.isEmpty })
    }
  }

  @Test("a cancelled count stops")
  func cancelled() async throws {
    try await withLinks(seed: 1) { store in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.facets(of: SavedQuery())
      }
      await #expect(throws: StoreError.stopped) { try await task.value }
    }
  }

  @Test("an empty store has no tags or sites")
  func empty() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let facets = try await store.facets(of: SavedQuery())
      #expect(facets.tags.isEmpty && facets.sites.isEmpty && facets.trashCount == 0)
      #expect(facets.states.values.allSatisfy { $0 == 0 })
    }
  }
}
