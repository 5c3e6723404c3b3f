import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// The order of matches, best first.
struct RelevanceTests {
  /// Newest last, as they're inserted.
  private static let links: [(title: String?, tags: [String], summary: String?, note: String)] = [
    ("Swift in depth", [], nil, ""),  // 1
    ("Swiftly told", [], nil, ""),  // 2
    ("Notes", ["swift"], nil, ""),  // 3
    ("Notes", ["swiftui", "c++"], nil, ""),  // 4
    ("Notes", [], "A swift answer", ""),  // 5
    ("Notes", [], nil, "Swiftest of all"),  // 6
    ("Learn SWIFT: macros", ["swiftui"], "swift", "swift"),  // 7
    ("TypeScript café", ["script"], nil, ""),  // 8
    ("A café", ["javascript"], nil, ""),  // 9
    (nil, [], "subscription", ""),  // 10
    ("Macros of Swift", ["macros"], nil, ""),  // 11
    ("プログラミング言語", ["言語"], nil, ""),  // 12
  ]

  private func withLinks(
    _ body: (SavedLinkStore) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let links = try Self.links.enumerated().map { index, link in
        let url = try #require(URL(string: "https://example.org/\(index)"))
        var metadata = LinkMetadata(originalURL: url)
        metadata.title = link.title
        metadata.summary = link.summary
        return SavedLink(
          id: 0, metadata: metadata, savedAt: Date(timeIntervalSince1970: Double(index)),
          tags: link.tags, note: link.note)
      }
      try await store.file.change { journal in
        let db = journal.db
        for var link in links { try SavedLinkStore.insert(&link, in: db) }
      }
      try await body(store)
    }
  }

  @Test(
    "titles come before tags and the rest, whole words before parts, then the newest",
    arguments: [
      ("swift", [11, 7, 1, 2, 3, 4, 5, 6]), ("swift macros", [11, 7]), ("macros swift", [11, 7]),
      ("notes swift", [3, 4, 5, 6]), ("\"swift in\"", [1]), ("c++", [4]), ("CAFE", [9, 8]),
      // Inside words only, so that the tag "script" ranks as a tag.
      ("cript", [8, 9, 10]), ("言語", [12]), ("swift -learn #swift*", [3, 4]),
      // No words: newest first.
      ("#swift", [3]), ("#swift*", [7, 4, 3]), ("site:example -swift -notes", [12, 10, 9, 8]),
      ("", [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), ("nothing", []),
    ] as [(String, [SavedLink.ID])])
  func order(text: String, expected: [SavedLink.ID]) async throws {
    try await withLinks { store in
      let query = SavedQuery(filter: SavedFilter(text), sort: .relevance)
      let listing = try await store.list(query, rows: 1)
      #expect(listing.ids == expected && listing.firstLinks.map(\.id) == Array(expected.prefix(1)))
      // The trash has its own order.
      try await store.apply(.trash(expected, at: .now), at: .now)
      let trash = try await store.list(
        SavedQuery(filter: SavedFilter(text), sort: .relevance, isTrash: true))
      #expect(trash.ids == expected.sorted(by: >))
    }
  }

  @Test("more matches than can be ranked are listed newest first", arguments: [0, 1])
  func limit(extra: Int) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let count = LinkRanking.limit + extra
      try await store.file.change { journal in
        let db = journal.db
        try db.execute(
          sql: """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
            INSERT INTO link (url, key, host, title, savedAt)
            SELECT 'https://many.test/' || n, n, 'many.test', iif(n = 1, 'word', 'wording'), n
            FROM number
            """)
      }
      let ids = try await store.list(
        SavedQuery(filter: SavedFilter("word"), sort: .relevance)
      ).ids
      #expect(ids.count == count && ids.first == (extra == 0 ? 1 : SavedLink.ID(count)))
    }
  }

  @Test(
    "words are found whole, at the beginning of words and inside",
    arguments: [
      ("Swift", "swift", .wholeWord), ("Swiftly", "swift", .prefix),
      ("TypeScript", "cript", .inside),
      ("a-b c", "B.C", .wholeWord), ("abc", "b c", nil), ("Cafe\u{301}s", "CAFÉ", .prefix),
      ("café", "cafe", .wholeWord), ("inswift swiftly", "swift", .prefix), ("aab", "ab", .inside),
      ("ab", "abc", nil), ("", "a", nil), ("a", "", nil), ("a", "—", nil),
      ("Ünïçødé", "unic", .prefix),
      ("x 日本語", "本", .inside), ("C++", "c++", .wholeWord), ("C++", "c", .prefix),
      ("\u{0}\u{301}", "a", nil), ("ﬁne \u{1F468}\u{200D}\u{1F469}", "ne", .inside),
    ] as [(String, String, FoldedWords.Match?)])
  func folded(text: String, word: String, expected: FoldedWords.Match?) {
    var folding = ScalarFolding()
    let match = FoldedWords(text, folding: &folding).match(
      of: FoldedWords(word, folding: &folding))
    #expect(match == expected)
  }
}
