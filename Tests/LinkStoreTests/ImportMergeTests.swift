import Bookmarks
import Foundation
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// How an import changes existing links, and what it leaves of a truncated file.
struct ImportMergeTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func withStore(
    _ body: (SavedLinkStore, (Data) async throws -> ImportReport)
      async throws -> Void
  ) async throws {
    let date = date
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      try await body(store) { data in
        try data.write(to: home.file("links"))
        return try await store.recording(.imported, from: .shell, at: date).importLinks(
          from: BookmarkReader(file: home.file("links")), at: date)
      }
    }
  }

  private func only(_ store: SavedLinkStore) async throws -> SavedLink {
    let list = try await store.list(SavedQuery(), rows: 2)
    #expect(list.ids.count == 1)
    return try #require(list.firstLinks.first)
  }

  @Test("duplicates join notes and keep the earliest date, and a second import changes nothing")
  func merges() async throws {
    try await withStore { store, read in
      let file = Data(
        """
        url,title,note,created,tags
        https://a.example/,,one,1600000000,x
        https://a.example/,A,two,1500000000,y
        https://a.example/,B,one,1650000000,X
        """.utf8)
      let report = try await read(file)
      #expect((report.added, report.enriched, report.known) == (1, 1, 1))
      let link = try await only(store)
      #expect(link.note == "one\ntwo")
      #expect(link.metadata.title == "A")
      #expect(link.tags == ["x", "y"])
      #expect(link.savedAt == Date(timeIntervalSince1970: 1_500_000_000))
      let again = try await read(file)
      #expect((again.added, again.enriched, again.known) == (0, 0, 3))
      #expect(try await only(store) == link)
    }
  }

  @Test("notes that don't fit are counted, also where a link has one already")
  func longNotes() async throws {
    try await withStore { store, read in
      let whole = String(repeating: "ü", count: 20_000)
      for (path, note, count) in [
        ("1", whole, 0), ("1", whole, 0), ("2", whole + "x", 1), ("1", "another", 1),
        // As the store exports it.
        ("2", whole + "…", 0),
      ] {
        let report = try await read(Data("url,note\nhttps://a.example/\(path),\(note)\n".utf8))
        #expect(report.cutNotes == count && report.linkCount == 1)
      }
      let notes = try await store.links(store.list(SavedQuery()).ids).map(\.note)
      #expect(notes.map { $0.hasSuffix("…") } == [true, false])
    }
  }

  @Test(
    "a link in the trash is restored with the file's details, and undo trashes it again")
  func restores() async throws {
    try await withStore { store, read in
      let saved = try await store.save(
        LinkMetadata(originalURL: try #require(URL(webAddress: "https://a.example/"))), at: date)
      try await store.apply(.trash([saved.link.id], at: date), at: date)
      let report = try await read(Data("url,note\nhttps://a.example/,n\n".utf8))
      #expect((report.added, report.restored, report.linkCount) == (0, 1, 1))
      #expect(try await only(store).note == "n")
      _ = try await store.undo(at: date)
      #expect(try await store.list(SavedQuery()).ids.isEmpty)
      let trash = try await store.list(SavedQuery(isTrash: true), rows: 1).firstLinks
      #expect(trash.map(\.note) == [""])
    }
  }

  @Test("undo takes back what a file added and changed, also of links that are in it twice")
  func undo() async throws {
    try await withStore { store, read in
      let url = try #require(URL(webAddress: "https://old.example/"))
      let old = try await store.save(LinkMetadata(originalURL: url), at: date).link
      let report = try await read(
        Data(
          """
          url,note,tags
          https://a.example/,one,x
          https://old.example/,n,y
          https://b.example/,two,
          https://a.example/,more,z
          https://c.example/,,
          """.utf8))
      #expect((report.added, report.enriched) == (3, 2))
      let imported = try await store.links(store.list(SavedQuery(sort: .oldest)).ids)
      let undone = try await store.undo(at: date)
      #expect(undone?.change.kind == .imported && undone?.count == 4 && undone?.leftCount == 0)
      #expect(try await only(store) == old)
      _ = try await store.redo(at: date)
      let redone = try await store.links(store.list(SavedQuery(sort: .oldest)).ids)
      #expect(Set(redone.map(\.note)) == Set(imported.map(\.note)) && redone.count == 4)
      // Later additions are recorded again.
      let other = try #require(URL(webAddress: "https://d.example/"))
      _ = try await store.recording(.saved, at: date)
        .save(LinkMetadata(originalURL: other), at: date)
      let second = try await store.undo(at: date)
      #expect(second?.change.kind == .saved && second?.count == 1 && second?.leftCount == 0)
    }
  }

  @Test(
    "a date is earlier only in the precision of the file",
    arguments: [
      // Whole seconds, as HTML and OPML have them, minutes and days.
      (".000", "10:11:12.345", "10:11:12.345"), (".000", "10:11:11.999", "10:11:11.999"),
      (":00.000", "10:11:12.345", "10:11:12.345"), (":00.000", "10:12:00.000", "10:11:00.000"),
      ("T00:00:00.000", "10:11:12.345", "10:11:12.345"),
      (".344", "10:11:12.345", "10:11:12.344"), (".345", "10:11:12.345", "10:11:12.345"),
    ])
  func precision(ending: String, saved: String, kept: String) async throws {
    try await withStore { store, read in
      let whole = "2024-03-05T10:11:12.345"
      let start = ending.hasPrefix("T") ? 10 : ending.hasPrefix(":") ? 16 : 19
      let line = { (time: String) in #"{"url":"https://a.example/","savedAt":"\#(time)Z"}"# + "\n" }
      _ = try await read(Data(line("2024-03-05T\(saved)").utf8))
      let report = try await read(Data(line(whole.prefix(start) + ending).utf8))
      #expect(report.enriched == (kept == saved ? 0 : 1))
      let date = try await only(store).savedAt
      #expect(
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
          == "2024-03-05T\(kept)Z")
    }
  }

  @Test("importing one's own export changes nothing", arguments: BookmarkFormat.allCases)
  func ownExport(format: BookmarkFormat) async throws {
    try await withStore { store, read in
      let lines = ["345", "999", "000", "500"].enumerated().map {
        #"{"url":"https://a.example/\#($0)","title":"A","tags":["b"],"savedAt":"2024-03-05T10:11:12.\#($1)Z"}"#
      }
      _ = try await read(Data(lines.joined(separator: "\n").utf8))
      let ids = try await store.list(SavedQuery(sort: .oldest)).ids
      let before = try await store.links(ids)
      var file = Data()
      var writer = BookmarkWriter(format: format) { (bytes) throws(CancellationError) in
        file += bytes
      }
      guard writer != nil else { return }
      for link in before { try writer?.write(link.bookmark) }
      try writer?.finish()
      let report = try await read(file)
      #expect((report.added, report.enriched, report.known) == (0, 0, 4))
      #expect(try await store.list(SavedQuery(sort: .oldest)).ids == ids)
      #expect(try await store.links(ids) == before)
    }
  }

  @Test("known links are found among many new ones, and so are duplicates")
  func many() async throws {
    try await withStore { store, read in
      let first = (0..<2_000).map { "https://a.example/\($0)\n" }
      #expect(try await read(Data(first.joined().utf8)).added == 2_000)
      let later = (1_000..<4_000).map { "https://a.example/\($0)?utm_source=x\n" }
      let report = try await read(Data((later + later.suffix(500)).joined().utf8))
      #expect((report.added, report.enriched, report.known) == (2_000, 0, 1_500))
      #expect(try store.count() == 4_000)
    }
  }

  private static let objects = (0..<3_000).map { #"{"url":"https://a.example/\#($0)"}"# }

  @Test(
    "a truncated file imports nothing, however much of it was read",
    arguments: [
      "[" + objects.joined(separator: ",\n"),
      "[" + objects.joined(separator: ",\n") + ",{\"url\":\"https://b.ex",
      objects.joined(separator: "\n") + "\n{\"url\":\"https://b.ex",
      "{\"items\":[" + objects.joined(separator: ",") + "]",
      "url,title\n" + (0..<3_000).map { "https://a.example/\($0),x\n" }.joined()
        + "https://b.example/,\"open\nhttps://c.example/,C\n",
      "<opml><body>" + (0..<3_000).map { "<outline url='https://a.example/\($0)'/>\n" }.joined(),
      "<opml><body>" + (0..<3_000).map { "<outline url='https://a.example/\($0)'/>\n" }.joined()
        + "<outline url='https://b.ex",
      "<opml><body><outline url='https://a.example/' text='a &nbsp; & b'/>",
      "<xbel><bookmark href='https://a.example/'><title>A</title></bookmark>",
      "{\"roots\":{\"bookmark_bar\":{\"children\":[{\"url\":\"https://a.example/\"}]",
    ])
  func cutOff(text: String) async throws {
    try await withStore { store, read in
      await #expect {
        try await read(Data(text.utf8))
      } throws: { error in
        guard case .file(.malformed)? = error as? ImportError else { return false }
        return true
      }
      let total = try await store.list(SavedQuery()).total
      #expect(total == 0)
      let report = try await read(Data("https://a.example/\n".utf8))
      #expect(report.added == 1, "the store still works")
    }
  }

  @Test("entries are rolled back if the file turns out to be truncated")
  func rollback() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      try Data(("[" + Self.objects.joined(separator: ",")).utf8).write(to: home.file("links"))
      let counts = EntryCounts()
      await #expect(throws: ImportError.self) {
        try await store.importLinks(
          from: BookmarkReader(file: home.file("links")), at: date
        ) { progress in counts.add(progress.entryCount) }
      }
      #expect(counts.largest == 3_000)
      #expect(try await store.list(SavedQuery()).total == 0)
    }
  }
}

/// The largest number of entries that an import reports from another thread.
private final class EntryCounts: Sendable {
  private let value = Locked(0)
  var largest: Int { value.withLock(\.self) }
  func add(_ count: Int) { value.withLock { $0 = max($0, count) } }
}
