import Articles
import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TestSupport
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
struct DocumentationExampleTests {
  @Test("the landing page's example works")
  func landingPage() async throws {
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
    // docc:begin LinkStore
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

  @Test("the tutorial works")
  func gettingStarted() async throws {
    try await withTemporaryHome { home in try await follow(in: home.environment) }
  }

  private func follow(in environment: [String: String]) async throws {
    // docc:begin GettingStarted
    let location = StoreLocation(environment: environment, folder: "reading-list")
    let store = try SavedLinkStore(location: location)

    let addresses = ["https://craftinginterpreters.com/", "https://example.org/trees"]
    let additions: [SavedLinkStore.Addition] = try await store.add(
      addresses.compactMap { WebAddress($0) }, tags: ["books"], at: .now)
    for addition in additions {
      switch addition.outcome {
      case .saved(let link): print("saved \(link.address)")
      case .restored(let link): print("taken out of the trash: \(link.address)")
      case .alreadySaved(let link): print("already saved: \(link.address)")
      }
    }
    let links = additions.map(\.outcome.link)
    // docc:end
    #expect(links.map(\.address.text) == addresses)
    #expect(try await store.links(links.map(\.id)).map(\.tags) == [["books"], ["books"]])
    let outlines: [LinkOutline] = try await store.outlines(links.map(\.id))
    #expect(outlines.map(\.address) == addresses)

    // docc:begin GettingStarted
    var metadata = links[0].metadata
    metadata.title = "Crafting Interpreters"
    metadata.summary = "Everything you need to implement a language."
    try await store.apply(.setMetadata([links[0].id: metadata]), at: .now)
    // docc:end
    #expect(try await store.link(for: links[0].url)?.metadata.summary == metadata.summary)

    // docc:begin GettingStarted
    let query = SavedQuery(filter: SavedFilter("#books interp"), sort: .relevance)
    let listing = try await store.list(query, rows: 20)
    print(listing.ids.count, listing.total)  // 1 2
    for link in listing.firstLinks { print(link.metadata.displayTitle, link.tags) }

    let batches: LinkBatches = store.batches(of: try await store.list(SavedQuery()).ids)
    for try await batch in batches { print(batch.count) }  // any number, little memory
    // docc:end
    #expect(listing.ids == [links[0].id] && listing.total == 2)
    #expect(listing.firstLinks.map(\.metadata.displayTitle) == ["Crafting Interpreters"])
    var batchCount = 0
    for try await batch in batches { batchCount += batch.count }
    #expect(batchCount == 2)

    // docc:begin GettingStarted
    let article = Article(blocks: [
      .paragraph([.text("A scanner turns characters into tokens, which a parser reads.")])
    ])
    let outcome: KeepOutcome = try await store.keep(
      article, of: links[0].id, at: links[0].address, date: .now)
    print(outcome)  // kept

    let filter = SavedFilter("tokens")
    let found = try await store.list(SavedQuery(filter: filter)).ids
    let excerpts: [SavedLink.ID: Excerpt] = try await store.excerpts(of: found, filter: filter)
    for excerpt in excerpts.values { print(excerpt.text) }  // "A scanner turns characters into…"

    let size = try await store.keptSize()
    print(size.articles, size.textBytes, size.storedBytes, size.indexBytes)
    // docc:end
    #expect(outcome == .kept && found == [links[0].id])
    #expect(excerpts[links[0].id]?.text.contains("into tokens") == true)
    #expect(size.articles == 1 && size.textBytes > 50 && size.storedBytes > 0)
    #expect(size.indexBytes > 0)

    // docc:begin GettingStarted
    let all = try await store.list(SavedQuery()).ids
    let batch: BatchOutcome = await store.applyInBatches(.trash(all, at: .now), at: .now) { count in
      print("\(count) of \(all.count)")
    }
    if let error = batch.error { print(error) }

    print(try store.undoStatus().canUndo)  // true
    let undone = try await store.undo(at: .now)
    print(undone?.count ?? 0)  // 2

    let log: [LoggedChange] = try await store.changes(limit: 10)
    for entry in log { print(entry.text, entry.isUndone) }  // "Removed 2 links" true, …
    // docc:end
    #expect(batch.rest == nil && batch.error == nil && batch.inverse == .restore(all))
    #expect(undone?.count == 2 && log.first?.isUndone == true)
    #expect(log.first?.text == "Removed 2 links")
    #expect(try await store.list(SavedQuery()).ids == all)

    // docc:begin GettingStarted
    let file = Data("https://example.com/\nftp://example.com/\nhttps://example.org/trees\n".utf8)
    let report = try await store.importLinks(
      from: BookmarkReader(data: file, name: "list.txt"), at: .now)
    print(report.added, report.known)  // 1 1
    let skipped: [SkippedEntries] = report.skipped
    for entries in skipped { print(entries.kind.text(count: entries.count)) }  // 1 ftp:
    // docc:end
    #expect(report.added == 1 && report.known == 1)
    #expect(skipped.map(\.count) == [1] && skipped.map(\.kind) == [.scheme("ftp")])
  }
}
