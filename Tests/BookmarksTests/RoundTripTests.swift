import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

/// Written bookmarks read back the same, as far as the format supports them.
struct RoundTripTests {
  /// Words chosen to break one format or another.
  private static let pieces = [
    "plain", "\"quoted\"", "'", "a<b>", "</A>", "<DT>", "&amp;", "&", "a,b", ",", "](", "[x]",
    "(y)", "\\", "\\]", "`code`", "#tag", "c#", "#", "— dash", "- [ ] x", "https://z.example/",
    "http://", "*b*", "_u_", "日本語", "한국어", "🦊", "👨‍👩‍👦", "שלום", "مرحبا", "é", "e\u{301}",
    "]]>", "<![CDATA[", "<!--", "{\"a\":1}", "=1+1", ";", "|", "a\u{1}b", "\u{202E}", "\u{FEFF}",
    "\t", "%20", "&#10;", "\u{2028}", "…", "12", "2024", "~~~", "!",
  ]

  /// Returns random bookmarks. The fixed seed gives the same ones in each run.
  private static func bookmarks(count: Int) throws -> [Bookmark] {
    var random = SeededRandom(seed: 42)
    func words(_ separator: String, from low: Int = 0) -> String {
      (0..<Int.random(in: low...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined(separator: separator)
    }
    return try (0..<count).map { number in
      var bookmark = Bookmark(url: try url("https://a.example/\(number)?q=%22&x=(1)&y='#z"))
      bookmark.title = words(" ")
      bookmark.summary = words(" ")
      bookmark.note = words(Bool.random(using: &random) ? "\n" : " ")
      bookmark.tags = (0..<Int.random(in: 0...4, using: &random)).map { _ in words(" ", from: 1) }
      bookmark.savedAt = date(Double(Int.random(in: 1...2_000_000_000_000, using: &random)) / 1_000)
      if number.isMultiple(of: 3) { bookmark.openedAt = date(1_700_000_000.007) }
      if number.isMultiple(of: 2) {
        // Foundation drops a byte order mark at the start of a string.
        let title = words(" ").replacing("\u{FEFF}", with: "")
        bookmark.metadata = try JSONSerialization.data(
          withJSONObject: ["title": title, "sizes": [16, 32], "url": "https://b.example/"],
          options: [.sortedKeys, .withoutEscapingSlashes])
      }
      return bookmark
    }
  }

  /// Returns the parts of a bookmark that a format supports.
  private static func carried(_ bookmark: Bookmark, by format: BookmarkFormat) -> Bookmark {
    var carried = bookmark
    let second = { (date: Date) in
      Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
    if format != .json, format != .jsonLines { carried.metadata = nil }
    switch format {
    case .netscape:
      carried.savedAt = carried.savedAt.map(second)
      carried.openedAt = carried.openedAt.map(second)
    case .opml:
      carried.savedAt = carried.savedAt.map(second)
      carried.openedAt = nil
    case .markdown:
      carried.note = nil
      carried.savedAt = nil
      carried.openedAt = nil
    case .text: carried = Bookmark(url: bookmark.url)
    default: break
    }
    return carried
  }

  private func written(_ bookmarks: [Bookmark], as format: BookmarkFormat) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = try #require(BookmarkWriter(format: format) { bytes += $0 })
    for bookmark in bookmarks { writer.write(bookmark) }
    writer.finish()
    return bytes
  }

  @Test(
    "hostile content survives a round trip",
    arguments: BookmarkFormat.allCases.filter(\.isWritable))
  func roundTrip(format: BookmarkFormat) async throws {
    // Reading turns text into plain text. JSON supports every field, so it gives the expectation.
    let original = try Self.bookmarks(count: 1_000)
    let plain = try await readFile(written(original, as: .jsonLines)).bookmarks
    #expect(plain.map(\.url) == original.map(\.url))
    #expect(plain.map(\.savedAt) == original.map(\.savedAt), "dates are exact to the millisecond")
    let bytes = try written(original, as: format)
    #expect(BookmarkFormat(startOfFile: bytes) == format)
    let file = try await readFile(bytes)
    #expect(file.problems.isEmpty)
    #expect(file.bookmarks.count == original.count)
    for (bookmark, expected) in zip(file.bookmarks, plain) {
      #expect(bookmark == Self.carried(expected, by: format))
    }
    #expect(try written(file.bookmarks, as: format) == bytes, "writing again gives the same bytes")
  }

  @Test(
    "ordinary content survives unchanged",
    arguments: BookmarkFormat.allCases.filter(\.isWritable))
  func exact(format: BookmarkFormat) async throws {
    let bookmark = Bookmark(
      url: try url("https://a.example/x?y=%20"), title: "A “title” <b> & 日本語 🦊 ](", summary: "S #x",
      note: "one\n\ntwo", tags: ["a, b", "c#", "two words", "\"q\"", "2024"],
      savedAt: date(1_500_000_000), openedAt: date(1_600_000_000))
    let file = try await readFile(written([bookmark], as: format))
    #expect(try file.only == Self.carried(bookmark, by: format))
  }

  @Test(
    "addresses that end like sentences or look like markup survive unchanged",
    arguments: BookmarkFormat.allCases.filter(\.isWritable))
  func oddAddresses(format: BookmarkFormat) async throws {
    let addresses = [
      "x_(y", "x)y", "((((x))))", "x_", "x*", "x?", "x:", "x.", "x,", "x;", "x'", "x!", "?q=`a`",
      "?q=\\a", "?q=&copy;&amp;x", "?copy=1&reg=2", "#/a`b", "[a]", "~", "?a=<b>", "%3Cb%3E", "|",
    ].map { "https://a.example/\($0)" }
    let bookmarks = try addresses.enumerated().map { number, text in
      Bookmark(
        address: try #require(WebAddress(text)), title: number.isMultiple(of: 2) ? "T" : nil)
    }
    let file = try await readFile(written(bookmarks, as: format), format: format)
    #expect(file.bookmarks.map(\.address) == bookmarks.map(\.address))
    #expect(format == .text || file.bookmarks.map(\.title) == bookmarks.map(\.title))
  }

  @Test(
    "an empty file of each format is read",
    arguments: BookmarkFormat.allCases.filter(\.isWritable))
  func empty(format: BookmarkFormat) async throws {
    let file = try await readFile(written([], as: format), format: format)
    #expect(file.bookmarks.isEmpty && file.problems.isEmpty)
  }

  @Test("errors of the output are passed on, and browsers' files can't be written")
  func failures() throws {
    struct DiskFull: Error {}
    let bookmark = Bookmark(url: try url("https://a.example/"))
    var writer = try #require(
      BookmarkWriter(format: .text) { (_) throws(DiskFull) in throw DiskFull() })
    try writer.write(bookmark)
    #expect(throws: DiskFull.self) { try writer.finish() }
    #expect(
      BookmarkFormat.allCases.allSatisfy {
        (BookmarkWriter(format: $0) { _ in } != nil) == $0.isWritable
      })
  }
}
