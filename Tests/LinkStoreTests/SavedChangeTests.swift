import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct SavedChangeTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func withStore(
    _ body: (SavedLinkStore, StoreLocation) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      for number in 1...4 {
        _ = try await store.save(
          try metadata("https://example.org/\(number)"), at: date + Double(number))
      }
      try await body(store, location)
    }
  }

  private func metadata(_ address: String) throws -> LinkMetadata {
    var metadata = LinkMetadata(originalURL: try #require(URL(webAddress: address)))
    metadata.title = "T"
    return metadata
  }

  private func all(_ store: SavedLinkStore) async throws -> [SavedLink] {
    try await store.links([1, 2, 3, 4])
  }

  @Test(
    "every change is undone by its inverse and redone by the inverse of that",
    arguments: [
      SavedChange.trash([1, 3], at: Date(timeIntervalSince1970: 5)),
      .addTags(["a", "b"], to: [1, 2]),
      .changeTags(TagChange(added: ["b"], removed: ["a"]), of: [1, 2, 3]),
      .setTags([1: ["x"], 2: []]), .set(.note, [4: "Two\nlines"]),
    ])
  func inverts(change: SavedChange) async throws {
    try await withStore { store, location in
      try await store.apply(.addTags(["A", "z"], to: [1, 2]), at: date)
      let before = try await all(store)
      let undo = try await store.apply(change, at: date)
      let after = try await all(store)
      #expect(after != before)
      let redo = try await store.apply(undo, at: date)
      #expect(try await all(store) == before)
      try await store.apply(redo, at: change.time ?? date)
      #expect(try await all(SavedLinkStore(location: location)).map(\.tags) == after.map(\.tags))
      #expect(try await all(store).map(\.note) == after.map(\.note))
      #expect(
        try await store.list(SavedQuery()).ids
          == after.filter { $0.trashedAt == nil }.map(\.id).reversed())
    }
  }

  @Test(
    "an inverse covers only the links that were changed",
    arguments: [
      (.trash([1, 2, 9], at: Date(timeIntervalSince1970: 5)), [1]), (.restore([1, 2, 9]), [2]),
      (.addTags(["A"], to: [1, 2, 9]), [2]), (.removeTags(["a"], from: [1, 2, 9]), [1]),
      (.setTags([1: ["a"], 2: ["b"], 9: ["c"]]), [2]),
      (.set(.note, [1: "n", 2: "m", 9: "o"]), [2]),
      (.setMetadata([1: Self.known, 2: Self.known, 9: Self.known]), [2]),
      (
        .setAddresses([
          1: Self.known.originalAddress, 2: WebAddress(Self.moved), 9: WebAddress(Self.moved),
        ]), [2]
      ),
    ] as [(SavedChange, [SavedLink.ID])])
  func changedOnly(change: SavedChange, changed: [SavedLink.ID]) async throws {
    try await withStore { store, _ in
      try await store.apply(.addTags(["a"], to: [1]), at: date)
      try await store.apply(.set(.note, [1: "n"]), at: date)
      try await store.apply(.setMetadata([1: Self.known]), at: date)
      try await store.apply(.trash([2], at: date), at: date)
      let inverse = try await store.apply(change, at: date)
      #expect(inverse.ids == changed)
      #expect(try await store.apply(change, at: date).ids.isEmpty, "a second time changes nothing")
    }
  }

  private static let known: LinkMetadata = {
    var metadata = LinkMetadata(originalURL: URL(filePath: "/1"))
    if let url = URL(string: "https://example.org/1") { metadata = LinkMetadata(originalURL: url) }
    metadata.title = "Known"
    return metadata
  }()
  private static let moved = known.originalURL.appending(path: "moved")

  @Test("tags are added and removed case-insensitively")
  func tags() async throws {
    try await withStore { store, _ in
      try await store.apply(.addTags(["Swift", "swift"], to: [1]), at: date)
      try await store.apply(.addTags(["SWIFT", "ios"], to: [1]), at: date)
      #expect(try await all(store)[0].tags == ["Swift", "ios"])
      try await store.apply(.removeTags(["swift"], from: [1, 2]), at: date)
      #expect(try await all(store)[0].tags == ["ios"])
    }
  }

  @Test("tags are added and removed in one change, whatever else the links have")
  func changesTags() async throws {
    try await withStore { store, _ in
      try await store.apply(.addTags(["Old", "mine"], to: [1]), at: date)
      try await store.apply(.addTags(["new"], to: [2]), at: date)
      let change = SavedChange.changeTags(
        TagChange(added: ["new"], removed: ["old"]), of: [1, 2, 3])
      #expect(try await store.apply(change, at: date).ids.sorted() == [1, 3])
      #expect(try await all(store).map(\.tags) == [["mine", "new"], ["new"], ["new"], []])
      let tags = try await store.tags(ofLinks: [1, 2, 4, 9])
      #expect(tags.map(\.name) == ["new", "mine"] && tags.map(\.count) == [2, 1])
    }
  }

  @Test("metadata and addresses change and change back, but never to another link's address")
  func addresses() async throws {
    try await withStore { store, _ in
      let new = try #require(URL(webAddress: "https://example.org/new"))
      let taken = try #require(URL(webAddress: "https://EXAMPLE.org/2/"))
      let undo = try await store.apply(
        .setAddresses([1: WebAddress(new), 3: WebAddress(taken)]), at: date)
      #expect(undo.ids == [1])
      #expect(try await store.link(for: new)?.id == 1)
      #expect(try await store.link(for: taken)?.id == 2)
      try await store.apply(undo, at: date)
      #expect(try await store.link(for: new) == nil)
      var better = try metadata("https://other.example/")
      better.title = "Better"
      let back = try await store.apply(.setMetadata([2: better]), at: date)
      let link = try #require(try await store.links([2]).first)
      #expect(link.metadata.title == "Better" && link.url.path() == "/2")
      try await store.apply(back, at: date)
      #expect(try await store.links([2]).first?.metadata.title == "T")
    }
  }

  @Test("all spellings of an address are one link, and saving it again restores it from the trash")
  func duplicates() async throws {
    try await withStore { store, _ in
      let again = try metadata("HTTPS://example.org:443/1/?utm_source=mail#top")
      guard case .alreadySaved(let link) = try await store.save(again, at: date) else {
        Issue.record("saved twice")
        return
      }
      #expect(link.id == 1 && link.url.absoluteString == "https://example.org/1")
      try await store.apply(.trash([1], at: date), at: date)
      #expect(try await store.link(for: again.originalURL) == nil)
      let outcome = try await store.save(again, at: date + 99)
      guard case .restored(let back) = outcome else {
        Issue.record("not restored: \(outcome)")
        return
      }
      #expect(back.id == 1 && back.trashedAt == nil && back.savedAt == date + 99)
      #expect(try await store.list(SavedQuery()).ids == [1, 4, 3, 2])
    }
  }

  @Test(
    "links are listed in every order",
    arguments: [
      (SavedSort.newest, [4, 3, 2, 1]), (.oldest, [1, 2, 3, 4]), (.title, [3, 1, 4, 2]),
      (.site, [2, 3, 1, 4]), (.opened, [2, 4, 3, 1]),
    ])
  func sorts(sort: SavedSort, expected: [SavedLink.ID]) async throws {
    try await withStore { store, _ in
      let titles: [SavedLink.ID: (String?, String)] = [
        1: ("b", "https://x.example/1"), 2: (nil, "https://a.example/2"),
        3: ("A", "https://x.example/3"),
        4: ("c", "https://x.example/4"),
      ]
      for (id, (title, address)) in titles {
        var metadata = try metadata("https://example.org/\(id)")
        metadata.title = title
        metadata.summary = "S"
        metadata.url = try #require(URL(webAddress: address))
        try await store.apply(.setMetadata([id: metadata]), at: date)
      }
      try await store.markOpened(2, at: date)
      #expect(try await store.list(SavedQuery(sort: sort)).ids == expected)
    }
  }

  @Test("each seed has its own random order")
  func random() async throws {
    try await withStore { store, _ in
      for number in 5...40 {
        _ = try await store.save(try metadata("https://e.org/\(number)"), at: date)
      }
      func order(_ seed: UInt64) async throws -> [SavedLink.ID] {
        try await store.list(SavedQuery(sort: .random(seed: seed))).ids
      }
      #expect(try await order(1) == order(1))
      #expect(try await order(1) != order(2))
      #expect(try await order(1).sorted() == Array(1...40))
    }
  }

  @Test("a change to many links is searchable and undone like a change to one")
  func bulk() async throws {
    try await withStore { store, _ in
      for number in 5...150 {
        _ = try await store.save(try metadata("https://e.org/\(number)"), at: date)
      }
      let ids = Array(Int64(1)...150)
      func count(_ text: String) async throws -> Int {
        try await store.list(SavedQuery(filter: SavedFilter(text))).ids.count
      }
      let undo = try await store.apply(.addTags(["bulky"], to: ids), at: date)
      #expect(try await (count("#bulky"), count("e.org"), count("-#bulky")) == (150, 146, 0))
      try await store.apply(.removeTags(["bulky"], from: [7]), at: date)
      #expect(try await count("#bulky") == 149)
      let redo = try await store.apply(undo, at: date)
      #expect(try await count("#bulky") == 0)
      try await store.apply(redo, at: date)
      #expect(try await (count("#bulky"), count("bulk")) == (149, 149))
      try await store.apply(.trash(ids, at: date), at: date)
      #expect(try await store.emptyTrash(removedBefore: .distantFuture) == 150)
      try await store.file.write { db in
        try db.execute(sql: "INSERT INTO linkText (linkText) VALUES ('integrity-check')")
      }
    }
  }

  @Test("the next list includes changes by another program")
  func others() async throws {
    try await withStore { store, location in
      #expect(try await store.list(SavedQuery()).ids.count == 4)
      let other = try SavedLinkStore(location: location)
      _ = try await other.save(try metadata("https://example.org/5"), at: date + 9)
      #expect(try await store.list(SavedQuery()).ids == [5, 4, 3, 2, 1])
    }
  }

  @Test("tags are sorted by use")
  func tagCounts() async throws {
    try await withStore { store, _ in
      try await store.apply(.addTags(["b", "a"], to: [1, 2]), at: date)
      try await store.apply(.addTags(["b"], to: [3]), at: date)
      let tags = try await store.tags()
      #expect(tags.map(\.name) == ["b", "a"] && tags.map(\.count) == [3, 2])
    }
  }

  @Test("checks and openings are stored")
  func marks() async throws {
    try await withStore { store, _ in
      let moved = LinkCheck(
        outcome: .moved(to: try #require(URL(string: "https://e.org/1"))), checkedAt: date)
      try await store.mark([1: moved, 2: LinkCheck(outcome: .gone, checkedAt: date)])
      try await store.markOpened(3, at: date)
      let links = try await all(store)
      #expect(links[0].check == moved && links[1].check?.outcome == .gone)
      #expect(links[2].openedAt == date)
    }
  }
}

extension SavedChange {
  fileprivate var time: Date? { if case .trash(_, let date) = self { date } else { nil } }
}
