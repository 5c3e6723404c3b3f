import Articles
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport

@testable import LinkStore

/// A store of links, and the texts of their pages, for one test.
struct ArticleStore {
  let store: SavedLinkStore
  let location: StoreLocation

  static let now = Date(timeIntervalSince1970: 1_700_000_000)

  static func article(_ text: String) -> Article {
    Article(blocks: text.split(separator: "\n").map { .paragraph([.text(String($0))]) })
  }

  /// Runs a body with a new store of links from 1 on, the newest last.
  /// - Parameter links: their titles, and the texts of their pages.
  static func with(
    _ links: [(title: String, text: String?)], _ body: (ArticleStore) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let kept = ArticleStore(store: try SavedLinkStore(location: location), location: location)
      for (index, link) in links.enumerated() {
        guard let address = WebAddress("https://example.org/\(index + 1)") else { continue }
        var metadata = LinkMetadata(originalAddress: address)
        metadata.title = link.title
        let saved = try await kept.store.save(
          metadata, at: now.addingTimeInterval(Double(index - links.count)))
        guard let text = link.text else { continue }
        try await kept.store.keep(
          article(text), of: saved.link.id, at: address, date: now)
      }
      try await body(kept)
    }
  }

  func ids(
    _ filter: String, sort: SavedSort = .newest, isTrash: Bool = false
  ) async throws -> [SavedLink.ID] {
    let query = SavedQuery(filter: SavedFilter(filter), sort: sort, isTrash: isTrash)
    return try await store.list(query, now: Self.now).ids
  }

  func link(_ id: SavedLink.ID) async throws -> SavedLink? { try await store.links([id]).first }

  /// How many documents the two indexes still have for any word.
  func indexed(_ word: String) async throws -> Int {
    let count = try await store.file.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM articleText WHERE articleText MATCH ?)
            + (SELECT count(*) FROM articlePrefix WHERE articlePrefix MATCH ?)
          """, arguments: [word, String(word.prefix(2))])
    }
    return (count ?? nil) ?? -1
  }
}
