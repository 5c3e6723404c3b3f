import Articles
import Bookmarks
import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import Links
import Markup
import TestSupport
import Testing

/// The code of the README. A test compares it with the page; see CONTRIBUTING.
@Suite(.takesTurn)
struct ReadMeExampleTests {
  private static let page = """
    <title>On trees</title><article><h1>On trees</h1>
    <p>\(String(repeating: "A tree has a root, branches, and many leaves. ", count: 8))</p></article>
    """

  @Test("the libraries' examples work")
  func libraries() async throws {
    let html = Data(Self.page.utf8)
    let url = try #require(URL(string: "https://example.org/trees"))
    try preview(html, url)
    try await withServer(["/": .page(Self.page)]) { try await fetch($0.url("/")) }
    try read(html, url)
    try await withTemporaryHome { home in
      try Data("https://example.org/trees\n".utf8).write(to: home.file("list"))
      try readBookmarks(home.file("list"))
      let location = StoreLocation(environment: home.environment, folder: "reading-list")
      try await store(location, LinkMetadata(html: html, url: url))
    }
    parse()
  }

  private func preview(_ html: Data, _ url: URL) throws {
    // docc:begin README
    let metadata = LinkMetadata(html: html, url: url)
    print(metadata.displayTitle, metadata.image?.url ?? metadata.url)
    // docc:end
    #expect(metadata.displayTitle == "On trees")
  }

  private func fetch(_ url: URL) async throws {
    // docc:begin README
    let metadata = try await LinkMetadata(fetching: url, timeout: .seconds(5))
    print(metadata.displayTitle, metadata.author ?? "", metadata.image?.url ?? metadata.url)
    // docc:end
    #expect(metadata.displayTitle == "On trees")
  }

  private func read(_ html: Data, _ url: URL) throws {
    // docc:begin README
    let article = try Article(html: html, url: url)
    print(article.title ?? "", article.wordCount, article.markdown)
    // docc:end
    #expect(article.title == "On trees")
  }

  private func readBookmarks(_ file: URL) throws {
    // docc:begin README
    try BookmarkReader(file: file).read { entry in
      if case .success(let bookmark) = entry { print(bookmark.url, bookmark.title ?? "") }
    }
    // docc:end
  }

  private func store(_ location: StoreLocation, _ metadata: LinkMetadata) async throws {
    // docc:begin README
    let filter = SavedFilter(#"swift "ray tracing" #tutorial -video"#)
    let query = SavedQuery(filter: filter, sort: .relevance)
    // docc:end
    // docc:begin README
    let store = try SavedLinkStore(location: location)
    let link = try await store.save(metadata, at: .now).link
    for match in try await store.list(query, rows: 20).firstLinks {
      print(match.metadata.displayTitle)
    }
    // docc:end
    #expect(try await store.list(SavedQuery()).ids == [link.id])
  }

  private func parse() {
    // docc:begin README
    let address = WebAddress("HTTPS://Example.org/a/../b")
    print(address?.text ?? "not a web address")  // "https://example.org/b"
    // docc:end
    #expect(address?.text == "https://example.org/b")
  }
}
