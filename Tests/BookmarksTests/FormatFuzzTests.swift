import Foundation
import Markup
import TestSupport
import Testing

@testable import Bookmarks

/// Damaged files of every format. Longer runs: `FUZZ_ROUNDS=100000 swift test --filter Fuzz`.
struct FormatFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 250

  private static let tokens = [
    "<", ">", "</A>", "<DT>", "<DL>", "&amp;", "&#0;", "\"", "\"\"", "'", ",", ";", "\t", "\r\n",
    "[", "](", ")", "{", "}", "[[", "]]", "\\", "\\u0000", "<!--", "<![CDATA[", "#", "* ", "```",
    "https://x.example/", "javascript:1", "null", "1e999", "\u{202E}", "mozLz40\0", "bplist00",
  ]

  /// A sound file of a format.
  private static func sample(of format: BookmarkFormat) throws -> [UInt8] {
    var bookmark = Bookmark(address: try #require(WebAddress("https://a.example/1?q=%20#x")))
    bookmark.title = "Title \"one\" & two"
    bookmark.summary = "A summary"
    bookmark.note = "A note\nin two lines"
    bookmark.tags = ["swift", "c++"]
    bookmark.savedAt = Date(timeIntervalSince1970: 1_700_000_000)
    bookmark.metadata = Data(#"{"title":"T","url":"https://a.example/"}"#.utf8)
    var bytes: [UInt8] = []
    if var writer = BookmarkWriter<Never>(format: format, sink: { bytes += $0 }) {
      for _ in 0..<3 { writer.write(bookmark) }
      writer.finish()
      return bytes
    }
    if format == .firefoxBackup {
      let json = Array(#"{"children":[{"uri":"https://a.example/"}]}"#.utf8)
      // One block of literals only: their number is 15 and the next byte.
      return Array("mozLz40\0".utf8) + [UInt8(json.count), 0, 0, 0, 0xF0, UInt8(json.count - 15)]
        + json
    }
    return Array((importOnly[format] ?? "").utf8)
  }

  private static let importOnly: [BookmarkFormat: String] = [
    .chrome: """
    {"roots":{"bookmark_bar":{"name":"Bar","type":"folder","children":[
    {"type":"url","name":"T","url":"https://a.example/","date_added":"13300000000000000"}]}}}
    """,
    .safari: """
    <?xml version="1.0"?><plist version="1.0"><dict><key>Children</key><array><dict>
    <key>URLString</key><string>https://a.example/</string><key>URIDictionary</key><dict>
    <key>title</key><string>T</string></dict></dict></array></dict></plist>
    """,
    .opera: """
    Opera Hotlist version 2.0
    #FOLDER
    \tNAME=F
    #URL
    \tNAME=T
    \tURL=https://a.example/
    \tCREATED=1200000000
    -
    """,
    .shortcut: "[InternetShortcut]\r\nURL=https://a.example/\r\nIconIndex=0\r\n",
    .xbel: """
    <?xml version="1.0"?><xbel><folder><title>F</title><bookmark href="https://a.example/"
    added="2020-01-01T00:00:00Z"><title>T</title><desc>D</desc></bookmark></folder></xbel>
    """,
    .newsboat: "https://a.example/feed \"~Title\" swift \"two words\"\n# comment\nexec:x\n",
    .feed: """
    <rss version="2.0"><channel><title>F</title><item><title>T</title><link>https://a.example/</link>
    <pubDate>Wed, 01 Jan 2020 00:00:00 GMT</pubDate><category>c</category>
    <description>&lt;p&gt;D&lt;/p&gt;</description></item></channel></rss>
    """,
    .sitemap: """
    <?xml version="1.0"?><urlset><url><loc>https://a.example/</loc><lastmod>2020-01-01</lastmod></url>
    </urlset>
    """,
    .page: """
    <!DOCTYPE html><html><body><h2>H</h2><p><a href="https://a.example/">T</a> <nav><a href="/b">B</a>
    </nav></body></html>
    """,
    .org: """
    * TODO [[https://a.example/][Title]] :swift:
      [2020-01-01 Wed]
    - <https://b.example/> and https://c.example/
    """,
  ]

  @Test(
    "a damaged file gives sound bookmarks, or an error",
    arguments: BookmarkFormat.allCases.filter { $0 != .firefox })
  func damaged(format: BookmarkFormat) async throws {
    let sample = try Self.sample(of: format)
    #expect(!sample.isEmpty)
    var mutations = Mutations(of: [sample], tokens: Self.tokens)
    var count = 0
    try await withTemporaryHome { home in
      for _ in 0..<Self.rounds {
        try Data(mutations.next()).write(to: home.file("file"))
        var file = ReadFile()
        do throws(BookmarkFileError) {
          try BookmarkReader(file: home.file("file"), format: format).read { file.add($0) }
        } catch {
          #expect(!error.description.isEmpty)
        }
        for bookmark in file.bookmarks {
          count += 1
          #expect(bookmark == bookmark.sanitized)
          #expect(WebAddress(bookmark.address.text) == bookmark.address)
        }
        #expect(file.problems.allSatisfy { !$0.sentence.isEmpty })
      }
    }
    #expect(count > 0, "some of a sound file survives the damage")
  }

  @Test("a damaged Firefox database is an error, or gives sound bookmarks")
  func firefox() async throws {
    let header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4_080)
    var mutations = Mutations(of: [header], tokens: Self.tokens)
    try await withTemporaryHome { home in
      for _ in 0..<20 {
        try Data(mutations.next()).write(to: home.file("places.sqlite"))
        #expect(throws: BookmarkFileError.self) {
          try BookmarkReader(file: home.file("places.sqlite"), format: .firefox).read { _ in }
        }
      }
    }
  }

  @Test("sound files are recognized, and only the first 64 KB of damaged ones count")
  func recognition() throws {
    for format in BookmarkFormat.allCases where format != .firefox {
      #expect(BookmarkFormat(startOfFile: try Self.sample(of: format)) == format)
    }
    var mutations = Mutations(
      of: try BookmarkFormat.allCases.map(Self.sample), tokens: Self.tokens, seed: 2)
    var recognized = 0
    for round in 0..<300 {
      let bytes = mutations.next()
      if BookmarkFormat(startOfFile: bytes) != nil { recognized += 1 }
      guard round % 30 == 0 else { continue }
      let padding = [UInt8](repeating: 0x0A, count: BookmarkFormat.recognitionLength)
      let tail = Array("https://x.example/\n<!DOCTYPE html>".utf8)
      #expect(
        BookmarkFormat(startOfFile: bytes + padding)
          == BookmarkFormat(startOfFile: bytes + padding + tail))
    }
    #expect((1..<300).contains(recognized))
  }
}
