import Markup
import Foundation
import GRDB
import LinkPreview
import TestSupport
import Testing
import Links

@testable import LinkStore

struct AddressRepairTests {
  @Test(
    "addresses that were encoded twice are repaired",
    arguments: [
      ("https://b.example/q?x=%257B%2522a%2522%7Cb", "https://b.example/q?x=%7B%22a%22|b"),
      ("https://b.example/a%2520b%20c?d=%20", "https://b.example/a%20b%20c?d=%20"),
      ("https://b.example/%25C3%25A9%C3%BC/100%25", "https://b.example/%C3%A9%C3%BC/100%"),
      ("https://b.example/a#%2520%23b", "https://b.example/a#%20#b"),
      ("https://m%C3%BCller.example/a%20b", "https://xn--mller-kva.example/a%20b"),
    ])
  func repairs(stored: String, address: String) {
    #expect(AddressRepair.repaired(stored)?.text == address)
  }

  @Test(
    "addresses that may be intended stay unchanged",
    arguments: [
      "https://b.example/a%20b?x=%7Cb", "https://b.example/a%2520b",
      "https://b.example/?u=https%3A%2F%2Fc%2F%2520%20",
      "https://b.example/100%25%20", "https://b.example/%2520%7c", "https://b.example/%2520%C3",
      "https://b.example/%2520%zz%20",
      "https://b.example/%2520?x=%20", "mailto:a%2520%20",
    ])
  func leaves(stored: String) {
    #expect(AddressRepair.repaired(stored) == nil)
  }

  /// Runs a body with a store of the version before the URL Standard.
  private func withOldStore(
    _ links: [(url: String, key: String, trashedAt: Double?)],
    _ body: (SavedLinkStore, URL) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try FileManager.default.createDirectory(
        at: location.dataFile.deletingLastPathComponent(), withIntermediateDirectories: true)
      let queue = try DatabaseQueue(path: location.dataFile.path())
      try await queue.write { try $0.execute(sql: "PRAGMA application_id = 1382119788") }
      try SavedLinkStore.migrator.migrate(queue, upTo: "v3 links with tags, notes and full text")
      try await queue.write { db in
        for (number, link) in links.enumerated() {
          let metadata = #"{"version":2,"originalURL":"\#(link.url)","title":"T\#(number)"}"#
          try db.execute(
            sql: """
              INSERT INTO link (url, key, host, title, tags, note, metadata, savedAt, trashedAt, checked)
              VALUES (?, ?, 'b.example', ?, ?, ?, ?, ?, ?, '{}')
              """,
            arguments: [
              link.url, link.key, "T\(number)", "tag\(number)", "note\(number)",
              Data(metadata.utf8),
              Double(number), link.trashedAt,
            ])
        }
      }
      try queue.close()
      try await body(try SavedLinkStore(location: location), location.dataFile)
    }
  }

  @Test("an older store is repaired once, changes are logged, and no link is lost")
  func migrates() async throws {
    let wrong = "https://b.example/q?x=%257B%7Cb"
    try await withOldStore([
      (wrong, wrong, nil), ("https://b.example/%7Ea", "https://b.example/%7Ea", 5),
      ("https://b.example/~a", "https://b.example/~a", nil),
      ("https://b.example/%7ea", "https://b.example/%7ea", nil),
      ("https://b.example/x#/r", "https://b.example/x", nil),
    ]) { store, file in
      let links = try await store.links([1, 2, 3, 4, 5]).sorted { $0.id < $1.id }
      #expect(
        links.map(\.address.text) == [
          "https://b.example/q?x=%7B|b", "https://b.example/%7Ea", "https://b.example/~a",
          "https://b.example/%7ea", "https://b.example/x#/r",
        ])
      #expect(links.map(\.note) == (0..<5).map { "note\($0)" })
      #expect(links.map(\.tags) == (0..<5).map { ["tag\($0)"] })
      #expect(links.map(\.metadata.title) == (0..<5).map { "T\($0)" })
      #expect(links[0].metadata.url == links[0].url && links[0].check == nil)
      // Each link is found by its own address. Other spellings find one of them.
      for link in links {
        let found = try await store.link(named: link.address, isTrash: link.trashedAt != nil)
        #expect(found?.id == link.id)
      }
      let other = try #require(WebAddress("https://b.example/%7Ea/"))
      #expect(try await store.link(named: other)?.id == 3)
      let again = try await store.save(LinkMetadata(originalAddress: other), at: .now)
      #expect(again == .alreadySaved(links[2]))
      let queue = try DatabaseQueue(path: file.path())
      let log = try await queue.read {
        try Row.fetchAll($0, sql: "SELECT linkID, stored, repaired FROM repairedAddress")
          .map { "\($0["linkID"] as Int64) \($0["stored"] as String) \($0["repaired"] as String)" }
      }
      #expect(log == ["1 \(wrong) https://b.example/q?x=%7B|b"])
      let keys = try await queue.read {
        try String.fetchAll($0, sql: "SELECT key FROM link ORDER BY id")
      }
      #expect(
        keys == [
          "https://b.example/q?x=%7B%7Cb", "https://b.example/~a 2", "https://b.example/~a",
          "https://b.example/~a 4", "https://b.example/x#/r",
        ])
    }
  }

  @Test("a link is found by its own address or its page's, never by another fragment's")
  func naming() async throws {
    try await withOldStore([]) { store, _ in
      func save(_ text: String) async throws {
        _ = try await store.save(
          LinkMetadata(originalAddress: try #require(WebAddress(text))),
          at: Date(timeIntervalSince1970: 1))
      }
      func named(_ text: String) async throws -> String? {
        try await store.link(named: try #require(WebAddress(text)))?.address.text
      }
      try await save("https://b.example/a#one")
      #expect(try await named("https://b.example/a#two") == nil)
      #expect(try await named("https://b.example/a") == nil)
      #expect(try await named("HTTPS://b.example/%61/#one") == "https://b.example/a#one")
      #expect(try await named("https://b.example/a#one:~:text=b") == "https://b.example/a#one")
      try await save("https://b.example/m#map=1")
      try await save("https://b.example/m#map=2|%")
      #expect(try await named("https://b.example/m#map=2|%") == "https://b.example/m#map=2|%")
      #expect(try await named("https://b.example/m") == nil)
    }
  }
}
