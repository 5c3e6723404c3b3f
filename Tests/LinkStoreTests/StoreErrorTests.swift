import GRDB
import Links
import Testing

@testable import LinkStore

/// What people read when SQLite fails.
struct StoreErrorTests {
  /// All result codes of SQLite, with its own words for them.
  private static let codes: [(Int32, String)] = [
    (1, "SQL logic error"), (2, "unknown error"), (3, "access permission denied"),
    (4, "query aborted"), (5, "database is locked"), (6, "database table is locked"),
    (7, "out of memory"), (8, "attempt to write a readonly database"), (9, "interrupted"),
    (10, "disk I/O error"), (11, "database disk image is malformed"), (12, "unknown operation"),
    (13, "database or disk is full"), (14, "unable to open database file"),
    (15, "locking protocol"), (17, "database schema has changed"), (18, "string or blob too big"),
    (19, "FOREIGN KEY constraint failed"), (20, "datatype mismatch"),
    (21, "bad parameter or other API misuse"), (23, "authorization denied"),
    (25, "column index out of range"), (26, "file is not a database"),
    (10 | 2 << 8, "disk I/O error"), (10 | 3 << 8, "disk I/O error"),
    (10 | 19 << 8, "disk I/O error"), (19 | 8 << 8, "UNIQUE constraint failed: link.key"),
  ]

  @Test("an error says what to do, and no constraint's name", arguments: codes)
  func sentences(code: Int32, words: String) {
    let error = DatabaseError(resultCode: ResultCode(rawValue: code), message: words)
    let text = StoreError(error, path: "/a/saved.sqlite", holds: .savedLinks).description
    #expect(!text.contains("constraint") && !text.contains("I/O") && !text.contains("protocol"))
    #expect(text == "it was stopped" || text.contains("/a/saved.sqlite"))
    // What's wrong, and after it what to do.
    #expect(text.contains(";") || text.contains(":") || text == "it was stopped", "\(text)")
  }

  @Test(
    "errors that people can mend say how",
    arguments: [
      (10, "the disk failed to read or write it; check that the disk is connected and healthy"),
      (10 | 2 << 8, "-wal was removed while another raylette used it; quit that one"),
      (19, "so nothing was changed; try again"), (7, "close other programs and try again"),
      (15, "is locked by another program; try again"),
    ] as [(Int32, String)])
  func advice(code: Int32, part: String) {
    let error = DatabaseError(resultCode: ResultCode(rawValue: code), message: "x")
    let text = StoreError(error, path: "/a/saved.sqlite", holds: .savedLinks).description
    #expect(text.contains(part), "\(text)")
  }
}
