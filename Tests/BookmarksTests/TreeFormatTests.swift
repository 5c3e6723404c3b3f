import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

/// Chrome's JSON and OPML.
struct TreeFormatTests {
  @Test("Chrome's file is read")
  func chrome() async throws {
    let file = try await readFile(
      """
      {
         "checksum": "0",
         "roots": {
            "bookmark_bar": {
               "children": [ {
                  "date_added": "13144473600123456", "date_last_used": "13244473600000000",
                  "guid": "g", "id": "5", "name": "A \\u0026 B", "type": "url",
                  "url": "https://a.example/"
               }, {
                  "children": [ {
                     "children": [ { "name": "B", "type": "url", "url": "https://b.example/" } ],
                     "name": "Rays", "type": "folder" } ],
                  "name": "Graphics", "type": "folder"
               } ],
               "name": "Lesezeichenleiste", "type": "folder"
            },
            "other": { "children": [
              { "type": "url", "name": "Config", "url": "chrome://flags" }, 7, { "type": "url" },
              { "type": "url", "name": 5, "date_added": {}, "url": "https://c.example/" } ] },
            "synced": { "children": "none" },
            "sync_transaction_version": "1"
         },
         "version": 1
      }
      """)
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/"), title: "A & B", savedAt: date(1_500_000_000.123),
          openedAt: date(1_600_000_000)),
        Bookmark(url: try url("https://b.example/"), title: "B", tags: ["Graphics", "Rays"]),
        Bookmark(url: try url("https://c.example/")),
      ])
    #expect(
      file.problems.map(\.sentence) == [
        "chrome://flags is not an http or https address.", "An entry has no address.",
        "An entry has no address.",
      ])
  }

  @Test("a broken Chrome file is an error")
  func brokenChrome() async throws {
    for text in ["{\"roots\":{\"other\":", "{\"checksum\":1}"] {
      await #expect {
        try await readFile(text, format: .chrome)
      } throws: { error in
        guard case BookmarkFileError.malformed(_, .chrome, _) = error else { return false }
        return true
      }
    }
  }

  @Test("deeply nested folders don't overflow the stack")
  func deepChrome() async throws {
    let start = String(repeating: "{\"children\":[", count: 200)
    let end = String(repeating: "]}", count: 200)
    let text =
      "{\"roots\":{\"other\":\(start){\"type\":\"url\",\"url\":\"https://a.example\"}\(end)}}"
    #expect(try await readFile(text, format: .chrome).only.url.host() == "a.example")
  }

  @Test("links and feeds in OPML outlines are read")
  func opml() async throws {
    let file = try await readFile(
      """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <opml version="2.0">
        <head><title>No link</title></head>
        <body>
          <outline text="Graphics">
            <outline text="A &amp; B" type="link" url="https://a.example/?x=1&amp;y=2"
              created="Fri, 14 Jul 2017 02:40:00 GMT" category="swift,art" description="About"
              _note="one&#10;two"/>
            <outline title="Feed" type="rss" xmlUrl="https://b.example/feed.xml"
              htmlUrl="https://b.example/"/>
            <outline text="Only a feed" xmlUrl="https://c.example/feed.xml">
              <outline text="inside" url="https://d.example/"/>
            </outline>
          </outline>
          <outline text="file" url="file:///x"/>
        </body>
      </opml>
      """)
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/?x=1&y=2"), title: "A & B", summary: "About",
          note: "one\ntwo", tags: ["Graphics", "swift", "art"], savedAt: date(1_500_000_000)),
        Bookmark(url: try url("https://b.example/"), title: "Feed", tags: ["Graphics"]),
        Bookmark(
          url: try url("https://c.example/feed.xml"), title: "Only a feed", tags: ["Graphics"]),
        Bookmark(
          url: try url("https://d.example/"), title: "inside", tags: ["Graphics", "Only a feed"]),
      ])
    #expect(file.problems.map(\.line) == [15])
  }

  /// http://opml.org/spec2.opml
  @Test("comments, categories and encoded markup of OPML 2.0 are read")
  func opml2() async throws {
    let file = try await readFile(
      """
      <opml version="2.0"><head><title>T</title></head><body>
      <outline text="A" type="link" url="https://a.example/" category="/Boston/Weather,news"/>
      <outline text="not this" isComment="true" url="https://b.example/">
        <outline text="nor this" url="https://c.example/"/>
      </outline>
      <outline text="&lt;b&gt;Rays&lt;/b&gt; &amp;amp; more">
        <outline text="a &lt;em&gt;good&lt;/em&gt; one" url="https://d.example/"/>
        <outline text="vector&lt;int&gt; &lt; 3" url="https://e.example/" isComment="false"/>
      </outline>
      </body></opml>
      """)
    #expect(file.bookmarks.map(\.address.text).map { $0.dropFirst(8).first } == ["a", "d", "e"])
    #expect(file.bookmarks.map(\.title) == ["A", "a good one", "vector<int> < 3"])
    #expect(
      file.bookmarks.map(\.tags) == [
        ["Boston", "Weather", "news"], ["Rays & more"], ["Rays & more"],
      ])
    #expect(file.problems.isEmpty)
  }

  @Test("an outline is decoded in the charset it declares")
  func opmlCharset() async throws {
    let start = Array(
      "<?xml version=\"1.0\" encoding=\"windows-1252\"?><opml><outline text=\"".utf8)
    let end = Array("\" url=\"https://a.example/\"/></opml>".utf8)
    #expect(try await readFile(start + [0x63, 0x61, 0x66, 0xE9] + end).only.title == "café")
  }

  // RFC 7303, section 3: a byte order mark, then the header's charset, then the declaration.
  @Test(
    "the charset that came with XML takes precedence over the declaration",
    arguments: [
      "<rss version='2.0'><channel><item><title>Привет</title><link>https://a.example/</link></item></channel></rss>",
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>Привет &amp; &nbsp;</title><link href='https://a.example/'/></entry></feed>",
      "<opml version='2.0'><body><outline text='Привет' url='https://a.example/'/></body></opml>",
      "<opml><body><outline text='Привет' url='https://a.example/?a&b'/></body></opml>",
      "<xbel version='1.0'><bookmark href='https://a.example/'><title>Привет</title></bookmark></xbel>",
    ])
  func transportCharset(file: String) throws {
    func read(_ bytes: some Sequence<UInt8>, charset: String?) throws -> String? {
      var options = BookmarkReader.Options()
      options.charset = charset
      let reader = BookmarkReader(data: Data(bytes), name: "file", options: options)
      let title = try reader.contents().bookmarks.first?.title
      return title.map { String($0.prefix(6)) }
    }
    let cyrillic = { (text: String) in
      text.unicodeScalars.map { UInt8($0.value < 0x80 ? $0.value : $0.value - 0x410 + 0xC0) }
    }
    let wide = { (text: String) in text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    for declaration in ["", "<?xml version='1.0'?>", "<?xml version='1.0' encoding='utf-8'?>"] {
      let file = declaration + file
      #expect(try read(cyrillic(file), charset: "windows-1251") == "Привет", "\(declaration)")
      #expect(try read(file.utf8, charset: "UTF-8") == "Привет")
      #expect(try read(file.utf8, charset: "no such charset") == "Привет")
      #expect(try read([0xEF, 0xBB, 0xBF] + file.utf8, charset: "windows-1251") == "Привет")
      #expect(try read([0xFF, 0xFE] + wide(file), charset: "windows-1251") == "Привет")
      #expect(try read(wide(file), charset: "utf-16le") == "Привет")
    }
    let declared = "<?xml version='1.0' encoding='windows-1251'?>" + file
    #expect(try read(declared.utf8, charset: "utf-8") == "Привет")
    #expect(try read(cyrillic(declared), charset: nil) == "Привет")
  }

  @Test("JSON is UTF-8, whatever charset came with it")
  func jsonCharset() throws {
    // RFC 8259, section 8.1
    var options = BookmarkReader.Options()
    options.charset = "windows-1251"
    let feed = """
      {"version":"https://jsonfeed.org/version/1.1","title":"é","items":[{"url":"https://a.example/","title":"é"}]}
      """
    #expect(try contents(of: feed, options: options).bookmarks.map(\.title) == ["é"])
  }

  @Test("an outline that isn't valid XML is read leniently, like HTML")
  func brokenOPML() async throws {
    let file = try await readFile(
      """
      <opml><body>
      <outline text="A" url="https://a.example/"/>
      <outline text="B & C &aelig;" URL="https://b.example/?x=1&y=2"/>
      </body></opml>
      <opml><body><outline text="D"><outline text="" title="E" xmlurl="" HTMLurl="https://e.example/"/>
      </outline></body></opml>
      """)
    #expect(file.bookmarks.map(\.title) == ["A", "B & C æ", "E"])
    #expect(
      file.bookmarks.map(\.url.absoluteString)
        == ["https://a.example/", "https://b.example/?x=1&y=2", "https://e.example/"])
    #expect(file.bookmarks.last?.tags == ["D"])
    #expect(file.problems.isEmpty)
  }

  @Test("entities defined in a file aren't expanded", .takesTurn)
  func laughs() async throws {
    let levels = (1..<12).map { level in
      "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    let file = try await readFile(
      """
      <?xml version="1.0"?><!DOCTYPE opml [<!ENTITY e0 "ha">\(levels.joined())]>
      <opml><outline text="&e11;" url="https://a.example/"/></opml>
      """)
    #expect(file.bookmarks.count == 1)
    #expect(file.bookmarks.allSatisfy { $0.title == nil || $0.title?.contains("ha") == false })
  }

  @Test("external entities aren't loaded into an outline")
  func externalEntity() async throws {
    try await withTemporaryHome { home in
      try Data("secret".utf8).write(to: home.file("secret"))
      let file = try await readFile(
        """
        <?xml version="1.0"?><!DOCTYPE opml [<!ENTITY x SYSTEM "\(home.file("secret"))">]>
        <opml>&x;<outline text="&x;" url="https://a.example/"/></opml>
        """)
      #expect(!String(describing: file).contains("secret"))
    }
  }
}
