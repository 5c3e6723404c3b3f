import Foundation
import GRDB
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Damaged filters. Longer runs: `FUZZ_ROUNDS=100000 swift test --filter Fuzz`.
struct FilterFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 1_000

  private static let samples = [
    #"swift "ray tracing" #tutorial site:github -video"#, "is:dead -is:untagged after:7d crafting",
    "before:2026-01-31 -after:yesterday is:noted 日本語", "NEAR(a b) AND title : x* OR NOT (y)",
    #"text:"memory model" has:text -text:入 is:read text:c++ -has:note"#, "'; DROP TABLE link; --",
    #"-"c++" -#c# "^a" + {title url} : z"#,
  ]
  private static let tokens = [
    "\"", "'", "*", "(", ")", ":", "-", "#", "site:", "is:", "before:", "after:", "is:moved",
    "9999y", "0000", "text:", "has:", "has:text", "is:unread", " ", "\n", "\u{0}", "^", "+", "OR",
    "{", "}", ";", "#\"", "\"*", "#c*", "é", "\u{301}", "入",
    "\u{202E}",
  ]

  @Test("any text is a filter: it finds links or none, and its terms keep their meaning")
  func anyText() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      try await store.file.change { journal in
        let db = journal.db
        for (id, text) in (Self.samples + Self.tokens).enumerated() {
          try db.execute(
            sql: """
              INSERT INTO link (url, key, host, title, tags, note, checked, savedAt)
              VALUES (?, ?, 'h.test', ?, ?, ?, ?, ?)
              """,
            arguments: ["https://h.test/\(id)", "\(id)", text, text, text, text, id])
        }
      }
      for link in try await store.links(Array(2...20)) {
        let text = Self.samples.joined(separator: "\n")
        try await store.keep(ArticleStore.article(text), of: link.id, at: link.address, date: .now)
      }
      let all = Set(try await store.list(SavedQuery()).ids)
      #expect(all.count == Self.samples.count + Self.tokens.count)
      var mutations = Mutations(of: Self.samples, tokens: Self.tokens)
      for round in 0..<Self.rounds {
        let text = String(decoding: mutations.next(), as: UTF8.self)
        let filter = SavedFilter(text)
        let query = SavedQuery(filter: filter, sort: Self.sorts[round % Self.sorts.count])
        let ids = try await store.list(query).ids
        #expect(Set(ids).count == ids.count && all.isSuperset(of: ids), "\(text)")
        #expect(!filter.isEmpty || ids.count == all.count, "\(text)")
        let excerpts = try await store.excerpts(of: Array(2...4), filter: filter)
        #expect(
          excerpts.values.allSatisfy { $0.text.count <= 160 && !$0.text.contains("\u{202E}") })
        for word in filter.unknownWords {
          #expect(LinkCondition(word, isExcluded: false) == nil && text.contains(word), "\(text)")
        }
      }
    }
  }

  private static let sorts: [SavedSort] = [.newest, .title, .relevance, .random(seed: 1)]
}
