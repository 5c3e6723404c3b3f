import Bookmarks
import Foundation
import LinkPreview
import Links
import LinkStore
import TestSupport
import Testing

struct DocumentationExampleTests {
  @Test("the landing page's example works, and is the one compiled here")
  func landingPage() async throws {
    try expectExampleIsDocumented()
    try await withTemporaryHome { home in
      let url = try #require(URL(string: "https://craftinginterpreters.com/"))
      var metadata = LinkMetadata(originalURL: url)
      metadata.title = "Crafting Interpreters"
      let text = "https://craftinginterpreters.com/\nhttps://example.org/\n"
      try Data(text.utf8).write(to: home.file("links"))

      let (store, listing, report) = try await keep(
        metadata, in: home.environment, importing: home.file("links"))

      #expect(listing.firstLinks.map(\.metadata.title) == ["Crafting Interpreters"])
      #expect(report.added == 1 && report.known == 1)
      let saved = try #require(try await store.link(for: url))
      #expect(saved.tags == ["swift"])
      #expect(saved.trashedAt == nil)
      #expect(try await store.list(SavedQuery()).total == 2)
      let file = home.file(".local/share/reading-list/saved.sqlite")
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
    }
  }

  private func keep(
    _ metadata: LinkMetadata, in environment: [String: String], importing file: URL
  ) async throws -> (SavedLinkStore, SavedListing, ImportReport) {
    // docc:begin
    let location = StoreLocation(environment: environment, folder: "reading-list")
    let store = try SavedLinkStore(location: location)
    if let obstacle = store.writeError { print(obstacle) }

    let link = try await store.save(metadata, at: .now).link
    try await store.apply(.addTags(["swift"], to: [link.id]), at: .now)

    let query = SavedQuery(filter: SavedFilter("#swift interpreters"))
    let listing = try await store.list(query, rows: 20)
    for match in listing.firstLinks { print(match.metadata.displayTitle) }

    let inverse = try await store.apply(.trash(listing.ids, at: .now), at: .now)
    try await store.apply(inverse, at: .now)

    let reader = BookmarkReader(file: file)
    let report = try await store.importLinks(from: reader, at: .now)
    print("\(report.added) new links, \(report.known) already saved")
    // docc:end
    return (store, listing, report)
  }

  /// Compares the example of the landing page with the lines between the markers, without
  /// indentation. The page's imports have to be those of this file.
  private func expectExampleIsDocumented() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try lines(of: root.appending(path: "Sources/LinkStore/LinkStore.docc/LinkStore.md"))
    let source = try lines(of: file)
    let documented = page.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    let compiled = source.drop { $0 != "// docc:begin" }.dropFirst().prefix { $0 != "// docc:end" }
    let imports = documented.prefix { $0.hasPrefix("import ") }
    let body = documented.dropFirst(imports.count).drop(while: \.isEmpty)
    #expect(!compiled.isEmpty)
    #expect(Array(body) == Array(compiled))
    for line in imports { #expect(source.contains(line)) }
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
