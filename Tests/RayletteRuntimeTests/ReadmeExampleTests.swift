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

/// The README's examples of the libraries, which are compiled here.
@Suite(.takesTurn)
struct ReadmeExampleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("the README has an example of each library product, with the lines that are compiled here")
  func documented() throws {
    let documented = try Self.documentedExamples()
    let compiled = try Self.compiledExamples()
    let package = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let products = package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
    #expect(Set(documented.keys) == Set(products))
    #expect(documented == compiled)
  }

  @Test("the examples that need no network work")
  func results() async throws {
    #expect(markup()?.text == "https://example.org/b")
    let url = try #require(URL(string: "https://example.org/"))
    let paragraph = String(repeating: "This is a sentence of the page. ", count: 20)
    let html = Data("<title>A page</title><article><p>\(paragraph)</article>".utf8)
    let metadata = linkPreview(html, url)
    #expect(metadata.displayTitle == "A page")
    #expect(try articles(html, url).wordCount == 140)
    let query = links()
    try await withTemporaryHome { home in
      let file = home.file("links.txt")
      try Data("https://example.org/a\n".utf8).write(to: file)
      try bookmarks(file)
      let location = StoreLocation(environment: home.environment, folder: "example")
      #expect(try await linkStore(location, metadata, query).tags.isEmpty)
    }
  }

  /// The lines of each example in the README, by the library that it imports.
  private static func documentedExamples() throws -> [String: [String]] {
    var lines = try lines(of: root.appending(path: "README.md"))[...]
    var examples: [String: [String]] = [:]
    while let start = lines.firstIndex(of: "```swift") {
      let example = lines[(start + 1)...].prefix { $0 != "```" }
      let library = try #require(example.first?.wholeMatch(of: /import (\w+)/)).output.1
      examples[String(library)] = Array(example.dropFirst())
      lines = lines[example.endIndex...]
    }
    return examples
  }

  /// The lines between markers in this file, without indentation.
  private static func compiledExamples() throws -> [String: [String]] {
    var lines = try lines(of: URL(filePath: #filePath))[...]
    var examples: [String: [String]] = [:]
    while let start = lines.firstIndex(where: { $0.hasPrefix("// begin ") }) {
      let example = lines[(start + 1)...].prefix { $0 != "// end" }
      examples[String(lines[start].dropFirst(9))] = Array(example)
      lines = lines[example.endIndex...]
    }
    return examples
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// The examples.
extension ReadmeExampleTests {
  private func linkPreview(_ html: Data, _ url: URL) -> LinkMetadata {
    // begin LinkPreview
    let metadata = LinkMetadata(html: html, url: url)
    print(metadata.displayTitle, metadata.image?.url ?? metadata.url)
    // end
    return metadata
  }

  /// Compiled only, because it needs a network.
  private func linkFetching(_ url: URL) async throws {
    // begin LinkFetching
    let metadata = try await LinkMetadata(fetching: url, timeout: .seconds(5))
    print(metadata.displayTitle, metadata.author ?? "", metadata.image?.url ?? metadata.url)
    // end
  }

  private func articles(_ html: Data, _ url: URL) throws -> Article {
    // begin Articles
    let article = try Article(html: html, url: url)
    print(article.title ?? "", article.wordCount, article.markdown)
    // end
    return article
  }

  private func bookmarks(_ file: URL) throws {
    // begin Bookmarks
    try BookmarkReader(file: file).read { entry in
      if case .success(let bookmark) = entry { print(bookmark.url, bookmark.title ?? "") }
    }
    // end
  }

  private func links() -> SavedQuery {
    // begin Links
    let filter = SavedFilter(#"swift "ray tracing" #tutorial -video"#)
    let query = SavedQuery(filter: filter, sort: .relevance)
    // end
    return query
  }

  private func linkStore(
    _ location: StoreLocation, _ metadata: LinkMetadata, _ query: SavedQuery
  ) async throws -> SavedLink {
    // begin LinkStore
    let store = try SavedLinkStore(location: location)
    let link = try await store.save(metadata, at: .now).link
    for match in try await store.list(query, rows: 20).firstLinks {
      print(match.metadata.displayTitle)
    }
    // end
    return link
  }

  private func markup() -> WebAddress? {
    // begin Markup
    let address = WebAddress("HTTPS://Example.org/a/../b")
    print(address?.text ?? "not a web address")  // "https://example.org/b"
    // end
    return address
  }
}
