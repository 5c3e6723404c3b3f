import Bookmarks
import Foundation
import Markup
import Testing

struct TableTests {
  @Test("Pocket's CSV is read")
  func pocket() async throws {
    let file = try await readFile(
      """
      title,url,time_added,tags,status
      "Say ""hi"", friend",https://a.example/,1500000000,swift|ray tracing,unread
      https://b.example/,https://b.example/,1500000001,,archive
      """)
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/"), title: "Say \"hi\", friend",
          tags: ["swift", "ray tracing"], savedAt: date(1_500_000_000)),
        Bookmark(url: try url("https://b.example/"), savedAt: date(1_500_000_001)),
      ])
    #expect(file.problems.isEmpty)
  }

  @Test("Instapaper's CSV is read, with and without tags")
  func instapaper() async throws {
    let file = try await readFile(
      "URL,Title,Selection,Folder,Timestamp,Tags\r\n"
        + "https://a.example/,A,\"quoted\nwords\",Unread,1500000000,\"[\"\"swift\"\",\"\"art\"\"]\"\r\n"
        + "https://b.example/,B,,Graphics,1500000001,[]\r\n")
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/"), title: "A", note: "quoted\nwords",
          tags: ["swift", "art"], savedAt: date(1_500_000_000)),
        Bookmark(
          url: try url("https://b.example/"), title: "B", tags: ["Graphics"],
          savedAt: date(1_500_000_001)),
      ])
  }

  @Test("Raindrop's CSV is read")
  func raindrop() async throws {
    let file = try await readFile(
      """
      \u{FEFF}id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
      1,A,my words,the page's,https://a.example/,Unsorted,"swift, art",2017-07-14T02:40:00.123Z,,,false
      2,B,,,https://b.example/,Graphics / Rays,,2017-07-14T02:40:00.123Z,,,true
      """)
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/"), title: "A", summary: "the page's", note: "my words",
          tags: ["swift", "art"], savedAt: date(1_500_000_000.123)),
        Bookmark(
          url: try url("https://b.example/"), title: "B", tags: ["Graphics", "Rays"],
          savedAt: date(1_500_000_000.123)),
      ])
  }

  @Test("bad rows are reported with the line they begin in")
  func problems() async throws {
    let file = try await readFile(
      """
      url,title
      https://a.example/,"A
      two lines"

      nonsense,B
      https://c.example/
      https://d.example/,too,many,fields
      ,D
      """)
    #expect(file.bookmarks.map(\.title) == ["A two lines", nil, "too"])
    #expect(file.problems.map(\.line) == [5, 8])
  }

  @Test("an unclosed quotation mark doesn't swallow a large file")
  func unclosed() async throws {
    let rows = String(repeating: "https://b.example/,B\n", count: 250_000)
    let file = try await readFile(
      "url,title\nhttps://a.example/,\"A\n\(rows)https://c.example/,C\n")
    #expect(file.problems.map(\.line) == [2])
    #expect(file.bookmarks.last?.title == "C")
    #expect(file.bookmarks.count < 250_000)
  }

  @Test("a table without an address column is reported")
  func noColumn() async throws {
    let file = try await readFile("a,b\nhttps://a.example/,2\n", format: .csv)
    #expect(file.bookmarks.isEmpty)
    #expect(
      file.problems == [
        BookmarkProblem(
          line: 1, sentence: "The header has no address column, such as url.")
      ])
  }

  @Test("semicolons and tabs are separators too", arguments: [";", "\t"])
  func separators(separator: String) async throws {
    let file = try await readFile(
      "url,title,tags\nhttps://a.example/,\"A;\tB\",x\n".replacing(",", with: separator))
    #expect(file.bookmarks.map(\.url.absoluteString) == ["https://a.example/"])
    #expect(file.bookmarks.first?.title == "A; B")
    #expect(file.bookmarks.first?.tags == ["x"])
  }

  @Test("a table without a header is read by what its columns hold")
  func noHeader() async throws {
    let file = try await readFile(
      """
      Rays\tC++\tA book\thttps://a.example/\t2017-07-14
      # a comment
      Rays\tC\tAnother\thttps://b.example/\t2017-07-14
      Sound\tC\tA third\thttps://c.example/\t2017-07-15
      Sound\tC\tA fourth\tnowhere\t2017-07-15
      """)
    #expect(file.bookmarks.map(\.address.text).last == "https://c.example/")
    #expect(file.bookmarks.map(\.title) == ["A book", "Another", "A third"])
    #expect(file.bookmarks.map(\.tags) == [["Rays", "C++"], ["Rays", "C"], ["Sound", "C"]])
    #expect(file.bookmarks.allSatisfy { $0.savedAt != nil })
    #expect(file.problems.map(\.line) == [5])
  }

  @Test("a header can be a comment, and its topics become tags")
  func commentedHeader() async throws {
    let file = try await readFile(
      "# topic\tlanguage\turl\nRays\tC\thttps://a.example/\n# Rays\tC\tx\n\t\thttps://b.example/\n")
    #expect(file.bookmarks.map(\.tags) == [["Rays", "C"], []])
    #expect(file.problems.isEmpty)
  }

  @Test(
    "lines above the header are passed over",
    arguments: [
      "sep=;\nurl;title;note\nhttps://a.example/1;First;n\n",
      "\u{FEFF}sep=\t\nurl\ttitle\tnote\nhttps://a.example/1\tFirst\tn\n",
      "My places\n\nTitle,Note,URL\nFirst,n,https://a.example/1\n",
      "My places;;\n;;\nTitle;Note;URL\nFirst;n;https://a.example/1\n",
      "Exported by Someone, on 2024-03-05\nUser: me\n\n\"Title\",\"Note\",\"URL\"\n\"First\",\"n\",\"https://a.example/1\"\n",
    ])
  func preamble(text: String) async throws {
    let file = try await readFile(text)
    let link = try file.only
    #expect(link.address.text == "https://a.example/1")
    #expect(link.title == "First" && link.note == "n")
    let broken = try await readFile(text + "nowhere\n")
    #expect(broken.problems.map(\.line) == [text.count { $0 == "\n" } + 1])
  }

  @Test("prose about a table isn't one")
  func proseAboutTables() async throws {
    let text = "Tables begin like this:\n\nurl,title\n\nSee https://a.example/ for more.\n"
    #expect(BookmarkFormat(startOfFile: Array(text.utf8)) == .text)
  }
}
