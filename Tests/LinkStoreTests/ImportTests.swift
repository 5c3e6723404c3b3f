import Bookmarks
import Foundation
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct ImportTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func withStore(
    _ body: (SavedLinkStore, TemporaryHome) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      try await body(
        try SavedLinkStore(
          location: StoreLocation(environment: home.environment, folder: "raylette")), home)
    }
  }

  private func importText(
    _ text: String, into store: SavedLinkStore, of home: TemporaryHome,
    format: BookmarkFormat? = nil
  ) async throws -> Result<ImportReport, ImportError> {
    let file = home.file("links")
    try Data(text.utf8).write(to: file)
    do {
      return .success(
        try await store.importLinks(from: BookmarkReader(file: file, format: format), at: date))
    } catch {
      return .failure(error)
    }
  }

  private func bookmarks(_ store: SavedLinkStore) async throws -> [Bookmark] {
    let ids = try await store.list(SavedQuery(sort: .oldest)).ids
    let links = try await store.links(ids)
    return ids.compactMap { id in links.first { $0.id == id }?.bookmark }
  }

  private static let page = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <DL><p>
    <DT><H3>Läse</H3><DL><p>
    <DT><A HREF="https://example.org/a" ADD_DATE="1600000000" TAGS="x,y">A &amp; B</A>
    <DD>A note
    <DT><A HREF="javascript:alert(1)">bad</A>
    <DT><A HREF="https://EXAMPLE.org/a/#top" TAGS="z">A again</A>
    </DL><p>
    <DT><A HREF="https://example.org/b">B</A>
    </DL><p>
    """

  @Test("new links are added, known ones enriched, bad entries reported; again adds nothing")
  func importing() async throws {
    try await withStore { store, home in
      let report = try await importText(Self.page, into: store, of: home).get()
      #expect((report.added, report.enriched, report.known, report.problemCount) == (2, 1, 0, 1))
      #expect(report.problems.first?.line == 6)
      let links = try await bookmarks(store)
      #expect(links.map(\.title) == ["A & B", "B"])
      #expect(links[0].tags.sorted() == ["Läse", "x", "y", "z"])
      #expect(links[0].note == "A note")
      #expect(links[0].savedAt == Date(timeIntervalSince1970: 1_600_000_000))
      #expect(links[1].savedAt == date)
      let again = try await importText(Self.page, into: store, of: home).get()
      #expect((again.added, again.enriched, again.known) == (0, 0, 3))
      #expect(try await bookmarks(store) == links)
      #expect(try await store.list(SavedQuery(filter: SavedFilter("note #läse"))).ids == [1])
    }
  }

  @Test("a file that fails halfway changes nothing")
  func allOrNothing() async throws {
    try await withStore { store, home in
      let result = try await importText(
        #"[{"url": "https://example.org/"}, {"url": "#, into: store, of: home, format: .json)
      guard case .failure(let error) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(!error.description.isEmpty)
      #expect(try await store.list(SavedQuery()).total == 0)
      #expect(try await importText("", into: store, of: home).isFailure)
    }
  }

  @Test("a cancelled import changes nothing")
  func cancelled() async throws {
    try await withStore { store, home in
      let file = home.file("links")
      try Data(Self.page.utf8).write(to: file)
      let date = date
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.importLinks(from: BookmarkReader(file: file), at: date)
      }
      await #expect(throws: ImportError.file(.cancelled)) { try await task.value }
      #expect(try await store.list(SavedQuery()).total == 0)
    }
  }

  @Test(
    "importing an export gives back the same links",
    arguments: BookmarkFormat.allCases.filter(\.isWritable))
  func roundTrip(format: BookmarkFormat) async throws {
    try await withStore { store, home in
      try await fill(store)
      let exported = try await bookmarks(store)
      var bytes: [UInt8] = []
      var writer = try #require(BookmarkWriter(format: format) { bytes += $0 })
      for bookmark in exported { writer.write(bookmark) }
      writer.finish()
      try await withStore { other, home in
        let text = String(decoding: bytes, as: UTF8.self)
        let report = try await importText(text, into: other, of: home).get()
        #expect(report.added == exported.count && report.problemCount == 0)
        let back = try await bookmarks(other)
        let expected = exported.map { format.carried(of: $0, importedAt: date) }
        #expect(Set(back.map { format.carried(of: $0, importedAt: date) }) == Set(expected))
      }
    }
  }

  private func fill(_ store: SavedLinkStore) async throws {
    for (number, title) in ["Plain", "日本語 <b>&", "Quotes \" ' and, commas", "🙂 ] ( [x](y)"]
      .enumerated()
    {
      let address = "https://example.org/\(number)?a=1&b=%20"
      var metadata = LinkMetadata(originalURL: try #require(URL(webAddress: address)))
      metadata.title = title
      metadata.summary = "About \(title)"
      metadata.siteName = "Site"
      guard case .saved(let link) = try await store.save(metadata, at: date + Double(number)) else {
        Issue.record("not saved: \(title)")
        continue
      }
      try await store.apply(.addTags(["swift", "c++"], to: [link.id]), at: date)
      try await store.apply(.set(.note, [link.id: "My \"note\" & <more>"]), at: date)
    }
  }
}

extension BookmarkFormat {
  /// Returns the parts of a bookmark that this format supports.
  fileprivate func carried(of bookmark: Bookmark, importedAt date: Date) -> Bookmark {
    var carried = bookmark
    if self != .json, self != .jsonLines { carried.metadata = nil }
    switch self {
    case .text: return Bookmark(url: bookmark.url, savedAt: date)
    case .markdown:
      carried.note = nil
      carried.savedAt = date
    default: break
    }
    carried.tags.sort()
    return carried
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
