import Foundation
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Titles that have the letters of a filter's words.
struct FuzzyTests {
  @Test(
    "similar titles are listed only if asked for, and only if nothing matches",
    arguments: [
      ("swift", true, [1], false), ("swft", false, [], false), ("swft", true, [1, 4], true),
      ("wft swft", true, [1, 4], true), ("swft #lang", true, [1], true),
      ("swft -four", true, [1], true),
      ("swft site:other", true, [], false), ("\"swft\"", true, [], false),
      ("-swft x", true, [], false),
      // Links without a title have their address.
      ("exmpl", true, [2], true),
    ] as [(String, Bool, [SavedLink.ID], Bool)])
  func listing(text: String, isFuzzy: Bool, ids: [SavedLink.ID], isSimilar: Bool) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let titles = ["Swift", nil, "Interpreters", "Slow fast, four", "Swift in the trash"]
      try await store.file.change { journal in
        let db = journal.db
        for (index, title) in titles.enumerated() {
          let url = try #require(URL(string: "https://example.org/\(index)"))
          var metadata = LinkMetadata(originalURL: url)
          metadata.title = title
          var link = SavedLink(
            id: 0, metadata: metadata, savedAt: Date(timeIntervalSince1970: -Double(index)),
            tags: index == 0 ? ["lang"] : [], trashedAt: index == 4 ? .now : nil)
          try SavedLinkStore.insert(&link, in: db)
        }
      }
      let query = SavedQuery(filter: SavedFilter(text), isFuzzy: isFuzzy)
      let listing = try await store.list(query, rows: 9)
      #expect(listing.ids == ids && listing.isFuzzy == isSimilar)
      #expect(listing.firstLinks.map(\.id) == ids)
    }
  }
}
