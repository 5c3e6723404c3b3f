import Bookmarks
import Foundation
import Testing

struct NetscapeTests {
  /// A file as Firefox writes it.
  static let firefox = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <!-- This is an automatically generated file. -->
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks Menu</H1>

    <DL><p>
        <DT><A HREF="place:sort=8&maxResults=10">Most Visited</A>
        <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Lesezeichen-Symbolleiste</H3>
        <DL><p>
            <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1500000000" LAST_MODIFIED="1500000001" ICON="data:image/png;base64,AAAA" TAGS="swift,über">A &amp; B &lt;3</A>
            <DD>First line
    second line
            <DT><H3>Graphics</H3>
            <DD>of the folder, not of a link
            <DL><p>
                <DT><H3>Ray tracing</H3>
                <DL><p>
                    <DT><A HREF="http://b.example/" LAST_VISIT="1600000000">B</A>
                </DL><p>
                <DT><A HREF="https://c.example/">C</A>
            </DL><p>
            <HR>
        </DL><p>
        <DT><A HREF="https://d.example/">D</A>
    </DL>

    """

  @Test("Firefox's folders, tags, dates and descriptions are read")
  func firefox() async throws {
    let file = try await readFile(Self.firefox)
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/?x=1&y=2"), title: "A & B <3",
          note: "First line\nsecond line", tags: ["swift", "über"], savedAt: date(1_500_000_000)),
        Bookmark(
          url: try url("http://b.example/"), title: "B", tags: ["Graphics", "Ray tracing"],
          openedAt: date(1_600_000_000)),
        Bookmark(url: try url("https://c.example/"), title: "C", tags: ["Graphics"]),
        Bookmark(url: try url("https://d.example/"), title: "D"),
      ])
    #expect(file.problems.map(\.line) == [8])
    #expect(
      file.problems.map(\.sentence) == [
        "place:sort=8&maxResults=10 is not an http or https address."
      ])
  }

  @Test(
    "entries that aren't web links are reported with their line",
    arguments: [
      "javascript:alert(1)", "data:text/html,x", "about:config", "chrome://settings",
      "file:///etc/passwd", "/relative", "", "http://", "ftp://a.example/",
    ])
  func problems(address: String) async throws {
    let file = try await readFile(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p>
      <DT><A HREF="https://a.example/">A
      two lines</A>
      <DT><A HREF="\(address)">B</A>
      <DT><A HREF="https://c.example/">C</A>
      </DL>
      """)
    #expect(file.bookmarks.map(\.title) == ["A two lines", "C"])
    #expect(file.problems.map(\.line) == [5])
    let sentence = address.isEmpty ? "An entry has no address." : "\(address) is not an http"
    #expect(file.problems.first?.sentence.hasPrefix(sentence) == true)
  }

  @Test(
    "root folders aren't tags, but deeper folders of the same name are",
    arguments: [
      ("<H3 PERSONAL_TOOLBAR_FOLDER=\"true\">Barra</H3>", []),
      ("<H3 UNFILED_BOOKMARKS_FOLDER=\"true\">Altri</H3>", []),
      ("<H3 id=\"com.apple.ReadingList\">Leseliste</H3>", []),
      ("<H3>Favourites</H3>", []), ("<H3>Bookmarks bar</H3>", []),
      ("<H3>Recipes</H3>", ["Recipes"]),
      ("<H3>Recipes</H3><DL><p><DT><H3>Favourites</H3>", ["Recipes", "Favourites"]),
    ])
  func roots(heading: String, tags: [String]) async throws {
    let file = try await readFile(
      "<DL><p><DT>\(heading)\n<DL><p><DT><A HREF=\"https://a.example/\">A</A></DL>")
    #expect(try file.only.tags == tags)
  }

  @Test(
    "dates are read in any unit",
    arguments: [
      ("1500000000", 1_500_000_000), ("1500000000123", 1_500_000_000.123),
      ("1500000000123000", 1_500_000_000.123), ("13144473600123000", 1_500_000_000.123),
      ("0", nil), ("-5", nil), ("yesterday", nil), ("99999999999999999999999", nil), ("nan", nil),
      ("inf", nil), ("", nil), ("2017-07-14T02:40:00Z", 1_500_000_000),
    ] as [(String, Double?)])
  func dates(text: String, seconds: Double?) async throws {
    let file = try await readFile(
      "<DL><DT><A HREF=\"https://a.example\" ADD_DATE=\"\(text)\">A</A>")
    #expect(try file.only.savedAt == seconds.map(date))
  }

  @Test(
    "titles become plain text of limited length",
    arguments: [
      ("a\u{1B}[31mb\u{202E}c", "a[31mbc"), ("  a \n\t b  ", "a b"), ("", nil),
      ("https://a.example/", nil), ("<b>bold</b> move", "bold move"), ("a &#0; b", "a \u{FFFD} b"),
      (String(repeating: "x", count: 501), String(repeating: "x", count: 500) + "…"),
    ] as [(String, String?)])
  func titles(written: String, title: String?) async throws {
    let file = try await readFile("<DL><DT><A HREF=\"https://a.example/\">\(written)</A>")
    #expect(try file.only.title == title)
  }

  @Test("notes keep their lines, but no control characters")
  func notes() async throws {
    let file = try await readFile(
      "<DL><DT><A HREF=\"https://a.example/\">A</A><DD>\r\n one\u{7} \r\n\r\n\r\n  two<br>three\n\n<DT>"
    )
    #expect(try file.only.note == "one\n\ntwo\nthree")
  }

  @Test("a file in another charset is decoded")
  func charset() async throws {
    let start =
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><META HTTP-EQUIV=Content-Type CONTENT=\"text/html; charset=Shift_JIS\">"
    let bytes =
      Array("\(start)<DL><DT><A HREF=\"https://a.example/\">".utf8)
      + [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA] + Array("</A>".utf8)
    #expect(try await readFile(bytes).only.title == "日本語")
  }

  @Test("lists with missing or extra end tags are read")
  func unbalanced() async throws {
    let deep = String(repeating: "<DL><DT><H3>x</H3>", count: 10_000)
    let file = try await readFile(
      "<H1>x</H1></DL></DL>\(deep)<DL><DT><A HREF=\"https://a.example/\">A</A><DT><A>none</A>",
      format: .netscape)
    #expect(try file.only.tags == ["x"])
  }
}
