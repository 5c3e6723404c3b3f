import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Filter words for what's known about a link, and for when it was saved.
struct FilterConditionTests {
  /// Noon of 2026-01-31.
  private let now = Date(timeIntervalSince1970: 1_769_860_800)

  /// Runs a body with seven links. The first was saved a year before ``now``, the others 10, 8, 6,
  /// 4, 2 and 0 days before.
  private func withLinks(_ body: (SavedLinkStore) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let moved = try #require(URL(string: "https://e.org/"))
      let outcomes: [LinkCheck.Outcome] = [
        .gone, .moved(to: moved), .unreachable(#"","outcome":{"gone":{}},"#), .ok,
      ]
      let links = try (1...7).map { number in
        let url = try #require(URL(string: "https://example.org/\(number)"))
        var metadata = LinkMetadata(originalURL: url)
        if number != 2 { metadata.title = number < 4 ? "swift" : "swiftui" }
        return SavedLink(
          id: 0, metadata: metadata,
          savedAt: now - (number == 1 ? 365 : Double(14 - 2 * number)) * 86_400,
          openedAt: number > 5 ? now : nil, tags: number < 5 ? ["t"] : [],
          note: number == 5 ? "n" : "",
          check: number < 5 ? LinkCheck(outcome: outcomes[number - 1], checkedAt: now) : nil)
      }
      try await store.file.change { journal in
        let db = journal.db
        for var link in links { try SavedLinkStore.insert(&link, in: db) }
      }
      try await body(store)
    }
  }

  private func ids(
    _ text: String, in store: SavedLinkStore, isTrash: Bool = false
  ) async throws -> [SavedLink.ID] {
    try await store.list(
      SavedQuery(filter: SavedFilter(text), sort: .oldest, isTrash: isTrash), now: now
    ).ids.sorted()
  }

  @Test(
    "words for the state and the date of links, alone, excluded and combined",
    arguments: [
      ("is:dead", [1]), ("is:moved", [2]), ("is:unreachable", [3]), ("IS:Dead", [1]),
      ("is:untagged", [5, 6, 7]), ("is:noted", [5]),
      ("is:unfetched", [2]), ("-is:dead", [2, 3, 4, 5, 6, 7]), ("-is:unfetched is:dead", [1]),
      ("is:dead is:moved", []), ("is:untagged -is:noted", [6, 7]),
      ("before:2026", [1]), ("after:2026", [2, 3, 4, 5, 6, 7]), ("-after:2026", [1]),
      ("-before:2026-01", [2, 3, 4, 5, 6, 7]), ("after:2025-01-29 before:2025-02-03", [1]),
      ("after:5d", [5, 6, 7]), ("after:today", [7]), ("before:yesterday", [1, 2, 3, 4, 5, 6]),
      ("after:7d -after:yesterday", [4, 5, 6]),
      ("swift is:untagged", [5, 6, 7]), ("swift -is:untagged #t", [1, 3, 4]),
      // Links that don't fulfil the conditions count for nothing, so this looks inside words.
      ("ample is:noted", [5]), ("ftui is:untagged", [5, 6, 7]), ("-swift after:2026", [2]),
      ("\"is:dead\"", []), ("tis:dead", []),
    ] as [(String, [SavedLink.ID])])
  func matches(text: String, expected: [SavedLink.ID]) async throws {
    try await withLinks { store in
      #expect(try await ids(text, in: store) == expected)
      // The same in the trash.
      try await store.apply(.trash([1, 2, 3, 4, 5, 6, 7], at: now), at: now)
      #expect(try await ids(text, in: store).isEmpty)
      #expect(try await ids(text, in: store, isTrash: true) == expected)
    }
  }

  @Test(
    "unknown and incomplete words match everything and are reported",
    arguments: [
      ("is:", ["is:"]), ("is:xyz", ["is:xyz"]), ("-Is:deadly", ["Is:deadly"]),
      ("before:20", ["before:20"]), ("after:2026-02-30", ["after:2026-02-30"]),
      ("is:\"dead", ["is:\"dead"]), ("is:' OR 1", ["is:'"]), ("after:", ["after:"]),
      ("is:dead", []), ("swift", []), ("", []), ("\"is:xyz\"", []), ("#is:xyz", []),
    ])
  func unknown(text: String, words: [String]) async throws {
    let filter = SavedFilter(text)
    #expect(filter.unknownWords == words)
    guard !words.isEmpty, !text.contains("OR") else { return }
    #expect(filter.isEmpty && !filter.hasOnlyExclusions)
    try await withLinks { store in
      let alone = try await ids(text, in: store)
      let withWord = try await ids("\(text) swift", in: store)
      #expect(alone.count == 7 && withWord == [1, 3, 4, 5, 6, 7])
    }
  }

  @Test("a damaged result of a check is no result")
  func damagedCheck() async throws {
    try await withLinks { store in
      try await store.file.change { journal in
        let db = journal.db
        try db.execute(
          sql: """
            UPDATE link SET checked = x'7B22' WHERE id = 1;
            UPDATE link SET checked = '{"outcome":["gone"]}' WHERE id = 2;
            UPDATE link SET checked = x'00FF' WHERE id = 3;
            """)
      }
      for word in ["is:dead", "is:moved", "is:unreachable"] {
        #expect(try await ids(word, in: store).isEmpty)
        #expect(try await ids("-\(word)", in: store).count == 7)
      }
    }
  }
}
