import Bookmarks
import Foundation
import GRDB
import TestSupport
import Testing

struct FirefoxTests {
  private static let tables = FirefoxProfile.tables

  private static let links = """
    INSERT INTO moz_places (id, url, last_visit_date, description) VALUES
      (1, 'https://a.example/', 1600000000123456, 'About A'), (2, 'https://b.example/', NULL, NULL),
      (3, 'place:sort=8', NULL, NULL), (4, 'https://visited.example/', 1, NULL);
    INSERT INTO moz_bookmarks (id, type, fk, parent, title, dateAdded, guid) VALUES
      (10, 2, NULL, 3, 'Graphics', 1, 'f1'), (11, 2, NULL, 10, 'Rays', 1, 'f2'),
      (12, 1, 1, 11, 'A', 1500000000123456, 'b1'), (13, 1, 2, 5, NULL, 0, 'b2'),
      (14, 1, 3, 2, 'Most Visited', 1, 'b3'), (15, 3, NULL, 2, NULL, 1, 'separator'),
      (20, 2, NULL, 4, 'swift', 1, 't1'), (21, 1, 1, 20, NULL, 1, 't2'),
      (22, 2, NULL, 4, 'art', 1, 't3'), (23, 1, 1, 22, NULL, 1, 't4');
    """

  private func expectLinks(_ file: ReadFile) throws {
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/"), title: "A", summary: "About A",
          tags: ["Graphics", "Rays", "art", "swift"], savedAt: date(1_500_000_000.123),
          openedAt: date(1_600_000_000.123)),
        Bookmark(url: try url("https://b.example/")),
      ])
    #expect(
      file.problems == [
        BookmarkProblem(
          line: nil, sentence: "place:sort=8 is not an http or https address.",
          kind: .scheme("place"))
      ])
  }

  private func places(in home: TemporaryHome, _ sql: String...) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: home.file("places.sqlite").path())
    try queue.writeWithoutTransaction { db in
      for sql in sql { try db.execute(sql: sql) }
    }
    return queue
  }

  @Test("a symbolic link to the database isn't written to either, and a pipe isn't waited for")
  func symbolicLink() async throws {
    try await withTemporaryHome { home in
      let firefox = try places(
        in: home, "PRAGMA journal_mode = WAL", Self.tables, "PRAGMA wal_checkpoint(TRUNCATE)",
        Self.links)
      // Closing would merge the log.
      let files = ["places.sqlite", "places.sqlite-wal"]
      let folder = home.file("profile")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in files {
        try FileManager.default.copyItem(at: home.file(name), to: folder.appending(path: name))
      }
      try firefox.close()
      #expect(mkfifo(folder.appending(path: "places.sqlite-journal").path(), 0o600) == 0)
      let before = try files.map { try Data(contentsOf: folder.appending(path: $0)) }
      let link = home.file("link/places.sqlite")
      try FileManager.default.createDirectory(
        at: home.file("link"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: folder.appending(path: "places.sqlite"))
      var file = ReadFile()
      try BookmarkReader(file: link).read { file.add($0) }
      try expectLinks(file)
      #expect(try files.map { try Data(contentsOf: folder.appending(path: $0)) } == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == 3)
    }
  }

  @Test("the database and its log are read while Firefox locks them, and stay unchanged")
  func held() async throws {
    try await withTemporaryHome { home in
      let firefox = try places(
        in: home, "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL", Self.tables,
        "PRAGMA wal_checkpoint(TRUNCATE)", Self.links)
      let wal = home.file("places.sqlite-wal")
      let before = [try Data(contentsOf: home.file("places.sqlite")), try Data(contentsOf: wal)]
      #expect(!before[1].isEmpty, "new rows are only in the log")
      var file = ReadFile()
      try BookmarkReader(file: home.file("places.sqlite")).read { file.add($0) }
      try expectLinks(file)
      #expect(
        [try Data(contentsOf: home.file("places.sqlite")), try Data(contentsOf: wal)] == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path()).count == 2)
      try firefox.close()
    }
  }

  @Test("a database is read from standard input")
  func handle() async throws {
    try await withTemporaryHome { home in
      try places(in: home, Self.tables, Self.links).close()
      let handle = try FileHandle(forReadingFrom: home.file("places.sqlite"))
      var file = ReadFile()
      try BookmarkReader(handle: handle).read { file.add($0) }
      try expectLinks(file)
    }
  }

  @Test("invalid rows don't hide others")
  func damagedRows() async throws {
    try await withTemporaryHome { home in
      // A folder inside itself, a date that is text, and a missing address.
      try places(
        in: home, Self.tables, Self.links,
        """
        UPDATE moz_bookmarks SET parent = 11 WHERE id = 10;
        UPDATE moz_bookmarks SET dateAdded = 'x' WHERE id = 13;
        UPDATE moz_places SET url = NULL WHERE id = 3;
        """
      ).close()
      var file = ReadFile()
      try BookmarkReader(file: home.file("places.sqlite")).read { file.add($0) }
      #expect(
        file.bookmarks.map(\.url.absoluteString) == ["https://a.example/", "https://b.example/"])
      #expect(file.bookmarks.map(\.savedAt) == [date(1_500_000_000.123), nil])
      #expect(file.problems.map(\.sentence) == ["A bookmark can't be read."])
    }
  }

  @Test("an older profile without descriptions is read")
  func old() async throws {
    try await withTemporaryHome { home in
      try places(
        in: home, Self.tables, Self.links, "ALTER TABLE moz_places DROP COLUMN description"
      ).close()
      var file = ReadFile()
      try BookmarkReader(file: home.file("places.sqlite")).read { file.add($0) }
      #expect(file.bookmarks.map(\.summary) == [nil, nil])
    }
  }

  @Test("other databases, and files that aren't databases, are errors")
  func foreign() async throws {
    try await withTemporaryHome { home in
      try places(in: home, "CREATE TABLE moz_places (id)").close()
      let file = home.file("places.sqlite")
      let path = file.path()
      #expect(throws: BookmarkFileError.foreignDatabase(file: path)) {
        try BookmarkReader(file: file).read { _ in }
      }
      try Data("SQLite format 3\0nonsense".utf8).write(to: file)
      #expect(throws: BookmarkFileError.notADatabase(file: path)) {
        try BookmarkReader(file: file).read { _ in }
      }
      try Data("<DL><DT><A HREF=x>".utf8).write(to: file)
      #expect(throws: BookmarkFileError.notADatabase(file: path)) {
        try BookmarkReader(file: file, format: .firefox).read { _ in }
      }
    }
  }
}
