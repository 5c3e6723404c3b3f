import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Links
import TestSupport
import Testing

/// What an imported link gains from its page.
struct BackfillTests {
  private static let url = URL(string: "https://www.example.org/a%20page/") ?? URL(filePath: "/")

  private static var page: LinkMetadata {
    var page = LinkMetadata(originalURL: url)
    page.title = "What the page calls itself"
    page.summary = "What the page says of itself."
    page.siteName = "Example"
    return page
  }

  @Test(
    "an imported title stays, with the page's beside it, unless it's only an address",
    arguments: [
      ("My own name", "My own name", "What the page calls itself"),
      (nil, "What the page calls itself", nil),
      ("https://www.example.org/a%20page/", "What the page calls itself", nil),
      ("http://example.org/a page", "What the page calls itself", nil),
      ("EXAMPLE.org/a%20page", "What the page calls itself", nil),
      ("example.org", "example.org", "What the page calls itself"),
    ] as [(String?, String, String?)])
  func titles(own: String?, shown: String, page: String?) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let file = home.file("links.csv")
      let row = "\(Self.url.absoluteString),\(own ?? "")"
      try Data("url,title\n\(row)\n".utf8).write(to: file)
      _ = try await store.importLinks(from: BookmarkReader(file: file), at: Date())
      let link = try #require(try await store.link(for: Self.url))
      #expect(!link.isFetched)
      try await store.fillIn(Self.page, of: link.id)
      let filled = try #require(try await store.links([link.id]).first)
      #expect(filled.metadata.title == shown && filled.pageTitle == page)
      #expect(filled.isFetched && filled.metadata.siteName == "Example")
      #expect(filled.metadata.summary == "What the page says of itself.")
    }
  }
}
