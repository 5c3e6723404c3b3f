import Foundation
import GRDB
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// Tags in filters: whole ones, without case, and beginnings.
struct TagFilterTests {
  /// Puts links with these tags into the store, the first of them with the id 1.
  private func insert(_ tags: [[String]], into store: SavedLinkStore) async throws {
    try await store.file.change { journal in
      let db = journal.db
      for (index, tags) in tags.enumerated() {
        try db.execute(
          sql: """
            INSERT INTO link (id, url, key, host, tags, savedAt) VALUES (?, ?, ?, 'h.test', ?, ?)
            """,
          arguments: [
            index + 1, "https://h.test/\(index)", "\(index)", tags.joined(separator: "\n"),
            -index,
          ])
      }
    }
  }

  private func store(in home: TemporaryHome) throws -> SavedLinkStore {
    try SavedLinkStore(
      location: StoreLocation(environment: home.environment, folder: "raylette"))
  }

  private static let tags = [
    ["c", "news"], ["C", "old news"], ["c++"], ["c#", "C*"], ["css", "build systems"], ["build"],
    ["日本語"], ["Café"], ["cafe\u{301}", "say \"hi\""], [],
  ]

  @Test(
    "a tag is a whole tag without case, and a star makes it a beginning",
    arguments: [
      ("#c", [1, 2]), ("#C", [1, 2]), ("#c++", [3]), ("#C#", [4]), ("#c*", [1, 2, 3, 4, 5, 8, 9]),
      (#"#"c*""#, [4]), (#"#"c"*"#, [1, 2, 3, 4, 5, 8, 9]), ("#c+*", [3]), ("#news", [1]),
      (#"#"Old News""#, [2]), ("#build", [6]), ("#build*", [5, 6]), (#"#"build systems""#, [5]),
      (#"#"build s"*"#, [5]), (#"#"build systems"#, [5]), ("#日本", []), ("#日本*", [7]),
      ("#CAFÉ", [8, 9]), ("#cafe", []), (#"#"say ""hi""""#, [9]),
      ("-#c", [3, 4, 5, 6, 7, 8, 9, 10]), ("-#c* -#日本*", [6, 10]), ("#c -#news", [2]),
      ("#", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), ("#*", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("#nothing", []),
      ("#c h.test", [1, 2]),
    ] as [(String, [SavedLink.ID])])
  func whole(text: String, expected: [SavedLink.ID]) async throws {
    try await withTemporaryHome { home in
      let store = try store(in: home)
      try await insert(Self.tags, into: store)
      #expect(try await store.list(SavedQuery(filter: SavedFilter(text))).ids == expected)
    }
  }

  @Test(
    "a tag at the end of a line being typed is a beginning until the line ends",
    arguments: [
      ("#c", "c", "#c"), ("#C", "C", "#C"), ("#bui", "bui", "#bui*"),
      ("x -#bui", "bui", "x -#bui*"),
      (#"#"build s"#, "build s", #"#"build s"*"#), (#"#"build systems"#, "build systems", nil),
      ("#c ", nil, "#c "), ("#c*", nil, "#c*"), (#"#"c""#, nil, #"#"c""#), ("#", nil, "#"),
      ("#C*", nil, "#C*"), ("#c x", nil, "#c x"),
    ] as [(String, String?, String?)])
  func typed(text: String, open: String?, ended: String?) {
    let filter = SavedFilter(text, isTyped: true)
    #expect(filter.tagBeingTyped == open)
    let end = filter.ended(among: Self.tags.joined())
    #expect(end.text == ended ?? #"#"build systems""#)
    // The same line means the same when it's read again.
    #expect(end.tagBeingTyped == nil && SavedFilter(end.text) == SavedFilter(end.text))
    #expect(SavedFilter(text).tagBeingTyped == nil)
  }

  private static let pieces = [
    "c", "C", "c++", "C#", "#", "*", "**", "\"", "\"\"", " ", "build", "systems", "日本", "語", "é",
    "e\u{301}", "É", "\u{301}", "İ", "ß", "ſ", "\u{212A}", "k", "한", "\u{1112}\u{1161}\u{11AB}",
    "\u{200D}", "\u{600}", "👩‍👩‍👦", "-", "is:dead", "site:h.test", "text:", ",", "\t", "\u{A0}",
    "\u{3000}", "'", "ﬁ", "(", ")", "OR", "^", "й", "и\u{306}", "1", "_",
  ]

  @Test(
    "the number beside a tag is what the filter for it lists, whatever the tags are",
    arguments: 1...8 as ClosedRange<UInt64>)
  func randomTags(seed: UInt64) async throws {
    try await withTemporaryHome { home in
      var random = SeededRandom(seed: seed)
      func tag() -> String {
        (0...Int.random(in: 0...3, using: &random)).map { _ in
          Self.pieces.randomElement(using: &random) ?? ""
        }.joined()
      }
      let known = (0..<30).map { _ in tag() }
      let tags = (0..<80).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let name = known.randomElement(using: &random) ?? ""
          return Bool.random(using: &random) ? name.uppercased() : name
        }
      }
      let store = try store(in: home)
      try await insert(tags, into: store)
      func ids(_ text: String) async throws -> Set<SavedLink.ID> {
        Set(try await store.list(SavedQuery(filter: SavedFilter(text))).ids)
      }
      func expected(_ isWanted: (String) -> Bool) -> Set<SavedLink.ID> {
        Set(tags.indices.filter { tags[$0].contains(where: isWanted) }.map { Int64($0 + 1) })
      }
      let counts = try await store.tags()
      #expect(Set(counts.map(\.name.tagKey)) == Set(tags.joined().map(\.tagKey)))
      for (tag, count) in counts.map({ ($0.name, $0.count) }) {
        let word = SavedFilter.word(forTag: tag)
        let found = try await ids(word)
        #expect(found.count == count, "\(word)")
        #expect(found == expected { $0.tagKey == tag.tagKey }, "\(word)")
        #expect(try await ids("-\(word)").count == tags.count - count, "\(word)")
        // Of a line that ends here, and of one with something before it.
        let typed = SavedFilter(word, isTyped: true).ended(among: counts.map(\.name))
        #expect(try await ids(typed.text) == found, "\(word)")
        #expect(try await ids("site:h.test \(word)") == found, "\(word)")
        let start = String(tag.prefix(Int.random(in: 1...3, using: &random)))
        let prefix = SavedFilter(TagTerm(name: start, isPrefix: true).text)
        #expect(
          Set(try await store.list(SavedQuery(filter: prefix)).ids)
            == expected { $0.tagKey.hasPrefix(start.tagKey) }, "\(prefix.text)")
      }
    }
  }

  @Test("tags that differ in case are one, spelled as most links have it")
  func spelling() async throws {
    try await withTemporaryHome { home in
      let store = try store(in: home)
      try await insert([["Swift"], ["swift"], ["swift", "Swift"], ["go"]], into: store)
      let tags = try await store.tags()
      #expect(tags.map(\.name) == ["swift", "go"] && tags.map(\.count) == [3, 1])
      #expect(
        SavedLinkStore.tags(
          readingOnly: StoreLocation(environment: home.environment, folder: "raylette"))
          == ["swift", "go"])
    }
  }

  @Test("the tags are read from an index in its order, never from the rows of all links")
  func plan() async throws {
    try await withTemporaryHome { home in
      let store = try store(in: home)
      try await insert(Self.tags, into: store)
      let details = try await store.file.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(TagTable.sql)")
          .map { $0["detail"] as String }
      }
      #expect(details?.count == 1 && details?[0].contains("COVERING INDEX linkByTags") == true)
    }
  }

  @Test("a table of tags follows every change, by this program and by another")
  func followsChanges() async throws {
    try await withTemporaryHome { home in
      let (one, other) = (try store(in: home), try store(in: home))
      try await insert([["swift"], ["go"], []], into: one)
      func found(_ filter: String) async throws -> [SavedLink.ID] {
        try await one.list(SavedQuery(filter: SavedFilter(filter))).ids
      }
      #expect(try await found("#swift") == [1])
      #expect(try await one.tags().map(\.count) == [1, 1])
      try await one.apply(.addTags(["swift"], to: [3]), at: .now)
      #expect(try await found("#swift") == [1, 3])
      #expect(try await one.tags().map(\.count) == [2, 1])
      try await other.apply(.addTags(["Swift"], to: [2]), at: .now)
      #expect(try await found("#swift") == [1, 2, 3])
      #expect(try await one.tags().map(\.name) == ["swift", "go"])
      try await other.apply(.trash([1], at: .now), at: .now)
      #expect(try await found("#swift") == [2, 3])
      #expect(try await one.tags().map(\.count) == [2, 1])
      #expect(try await one.tags(ofLinks: [1, 2]).map(\.count) == [2, 1])
    }
  }
}
