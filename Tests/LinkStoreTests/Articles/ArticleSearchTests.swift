import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct ArticleSearchTests {
  /// The ids are from 1 on.
  private static let links: [(title: String, text: String?)] = [
    ("Swift concurrency", "An actor protects its state. The C++ memory model is another."),  // 1
    ("Notes", "The Swift compiler checks concurrency.\nA model of actors."),  // 2
    ("Compiler notes", nil),  // 3
    ("Rezepte", "Käse und Brot, gebacken über Nacht"),  // 4
    ("言語", "プログラミング言語は楽しいです。Swift言語も。"),  // 5
    ("Recipes", "go"),  // 6
    ("Thai", "ภาษาไทยเขียนติดกัน"),  // 7
  ]

  @Test(
    "each word is in the link or in the text of its page",
    arguments: [
      ("swift", [5, 2, 1]), ("compiler", [3, 2]), ("swift compiler", [2]),
      ("notes concurrency", [2]), ("concurrency memory", [1]), ("notes swift model", [2]),
      // Beginnings of words, folded.
      ("conc", [2, 1]), ("kase", [4]), ("KÄSE", [4]), ("uber", [4]), ("un", [4]), ("na", [4]),
      ("act", [2, 1]), ("actors", [2]), ("c++ memory", [1]), ("go", [6]), ("xyz", []),
      // Phrases, but not across links and their texts.
      ("\"memory model\"", [1]), ("\"model memory\"", []), ("\"swift compiler\"", [2]),
      ("\"notes the\"", []), ("\"memory mod", [1]), ("\"memory m", [1]),
      // Only the text.
      ("text:swift", [5, 2]), ("text:notes", []), ("TEXT:Swift notes", [2]),
      ("text:\"memory model\"", [1]), ("text:go", [6]), ("text:s", [7, 6, 5, 4, 2, 1]),
      ("text:", [7, 6, 5, 4, 3, 2, 1]), ("text:\"\"", [7, 6, 5, 4, 3, 2, 1]),
      // One letter alone is only searched for in links.
      ("s", [1]), ("concurrency z", [2, 1]), ("z", []),
      // Exclusions.
      ("swift -memory", [5, 2]), ("-swift", [7, 6, 4, 3]), ("-text:swift", [7, 6, 4, 3, 1]),
      ("swift -text:compiler", [5, 1]), ("-notes -text:go", [7, 5, 4, 1]),
      ("swift -notes", [5, 1]), ("concurrency model -notes", [1]),
      // Other places don't look into texts.
      ("#swift", []), ("site:example swift", [5, 2, 1]), ("swift site:other", []),
      ("has:text notes", [2]), ("-has:text", [3]), ("has:tags", []),
      ("swift is:unread", [5, 2, 1]),
      // Scripts without spaces.
      ("言語", [5]), ("言", [5]), ("楽しい", [5]), ("しい楽", []), ("text:言語は", [5]),
      ("\"言語も\"", [5]), ("Swift言語", [5]), ("言語swift", []), ("楽しい -compiler", [5]), ("ไทย", [7]),
      // Inside words of links, as without texts.
      ("ompiler", [3]), ("otes", [3, 2]),
    ] as [(String, [SavedLink.ID])])
  func matches(text: String, expected: [SavedLink.ID]) async throws {
    try await ArticleStore.with(Self.links) { kept in
      let newest = try await kept.ids(text)
      let best = try await kept.ids(text, sort: .relevance)
      #expect(newest == expected && Set(best) == Set(expected))
    }
  }

  @Test(
    "matches with the text come after all others, the best ones first",
    arguments: [
      ("swift", [3, 1, 2, 5, 4]), ("text:swift", [2, 5, 4, 1]), ("notes swift", [3, 5, 4]),
      ("swift macros", [3, 2]),
    ] as [(String, [SavedLink.ID])])
  func order(text: String, expected: [SavedLink.ID]) async throws {
    let filler = String(repeating: "filler words ", count: 50)
    let links: [(title: String, text: String?)] = [
      ("Swift", "\(filler) swift \(filler)"), ("Two", "swift swift swift macros"),
      ("Notes on Swift", "macros"), ("Notes", "\(filler) swift"),
      ("Notes", "swift \(filler.prefix(99))"),
    ]
    try await ArticleStore.with(links) { kept in
      let ids = try await kept.ids(text, sort: .relevance)
      #expect(ids == expected)
    }
  }

  @Test("a list is cached while texts are kept, and not while links change")
  func caches() async throws {
    try await ArticleStore.with(Self.links) { kept in
      let key = ListingCache.Key(SavedQuery())
      func version() async throws -> ListingCache.Version? {
        _ = try await kept.ids("")
        return await kept.store.orders.ids(key)?.version
      }
      let first = try await version()
      let link = try #require(try await kept.link(3))
      try await kept.store.keep(
        ArticleStore.article("more"), of: 3, at: link.address, date: .now)
      try await kept.store.markRead(true, [link.address], date: .now)
      #expect(try await version() == first)
      try await kept.store.apply(.set(.note, [3: "x"]), at: .now)
      let second = try await version()
      #expect(second != first)
      // In SQL, as a program of a former version does that's still running.
      try await kept.store.file.write { try $0.execute(sql: "DELETE FROM link WHERE id = 3") }
      #expect(try await version() != second)
      #expect(try await kept.ids("more").isEmpty)
    }
  }

  @Test("a cancelled search of texts stops, and the next one completes")
  func cancelled() async throws {
    try await ArticleStore.with(Self.links) { kept in
      let store = kept.store
      let query = SavedQuery(filter: SavedFilter("swift memory -xyz"))
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.list(query)
      }
      await #expect(throws: StoreError.stopped) { try await task.value }
      let excerpts = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.excerpts(of: [1], filter: SavedFilter("memory"))
      }
      await #expect(throws: StoreError.stopped) { try await excerpts.value }
      let ids = try await store.list(query).ids
      #expect(ids == [1])
    }
  }
}
