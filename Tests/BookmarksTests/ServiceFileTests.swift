import Bookmarks
import Foundation
import Markup
import Testing

/// Files of other programs, each as small as possible but with all of its fields.
struct ServiceFileTests {
  private static let day = date(1_700_000_000)

  private static func link(
    _ address: String, _ title: String? = nil, note: String? = nil, tags: [String] = [],
    savedAt: Date? = nil, openedAt: Date? = nil
  ) throws -> Bookmark {
    Bookmark(
      address: try #require(WebAddress(address)), title: title, note: note, tags: tags,
      savedAt: savedAt,
      openedAt: openedAt)
  }

  @Test("XBEL's folders, descriptions and dates are read, and private data of programs is skipped")
  func xbel() async throws {
    let file = try await readFile(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "x">
      <xbel version="1.0"><title>All of mine</title>
      <folder><title>Out &amp; in</title><desc>of no link</desc>
        <folder><title>In</title>
          <bookmark href="https://a.example/" added="2023-11-14T22:13:20Z" visited="2023-11-14T22:13:20Z">
            <info><metadata owner="x"><title>no</title></metadata></info>
            <title><![CDATA[A]]></title><desc>Note</desc>
          </bookmark>
        </folder>
        <separator/><bookmark href="file:///x"/>
      </folder>
      <bookmark href="https://b.example/"/>
      </xbel>
      """)
    #expect(
      file.bookmarks == [
        try Self.link(
          "https://a.example/", "A", note: "Note", tags: ["Out & in", "In"], savedAt: Self.day,
          openedAt: Self.day), try Self.link("https://b.example/"),
      ])
    #expect(file.problems.count == 1)
  }

  @Test("Safari's property list is read as XML and as binary", arguments: [false, true])
  func safari(isBinary: Bool) async throws {
    func leaf(_ address: String, _ title: String) -> [String: Any] {
      [
        "WebBookmarkType": "WebBookmarkTypeLeaf", "URLString": address,
        "URIDictionary": ["title": title],
      ]
    }
    var read = leaf("https://c.example/", "C")
    read["ReadingList"] = ["DateAdded": Self.day, "PreviewText": "About C"]
    let tree: [String: Any] = [
      "Title": "",
      "Children": [
        [
          "Title": "BookmarksBar",
          "Children": [
            leaf("https://a.example/", "A"),
            ["Title": "Mine", "Children": [leaf("https://b.example/", "B")]],
          ],
        ],
        ["Title": "com.apple.ReadingList", "Children": [read]],
        ["WebBookmarkType": "WebBookmarkTypeProxy", "Title": "History"],
      ],
    ]
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: tree, format: isBinary ? .binary : .xml, options: 0)
    #expect(BookmarkFormat(startOfFile: bytes) == .safari)
    var third = try Self.link("https://c.example/", "C", savedAt: Self.day)
    third.summary = "About C"
    #expect(
      try await readFile(bytes).bookmarks == [
        try Self.link("https://a.example/", "A"),
        try Self.link("https://b.example/", "B", tags: ["Mine"]),
        third,
      ])
  }

  @Test("Opera's hotlist is read, without its trash")
  func opera() async throws {
    let file = try await readFile(
      """
      Opera Hotlist version 2.0
      Options: encoding = utf8, version=3

      #FOLDER
      \tNAME=Trash
      \tTRASH FOLDER=YES

      #URL
      \tNAME=Gone
      \tURL=https://gone.example/

      -

      #FOLDER
      \tNAME=Mine

      #URL
      \tNAME=A = B
      \tURL=https://a.example/?x=1
      \tCREATED=1700000000
      \tDESCRIPTION=one\u{2}\u{2}two

      -

      #URL
      \tURL=https://b.example/
      """)
    #expect(
      file.bookmarks == [
        try Self.link(
          "https://a.example/?x=1", "A = B", note: "one\ntwo", tags: ["Mine"], savedAt: Self.day),
        try Self.link("https://b.example/"),
      ])
  }

  @Test("newsboat's tags and titles are read, and commands are skipped")
  func newsboat() async throws {
    let file = try await readFile(
      """
      # feeds
      https://a.example/feed "two words" "~A \\"title\\"" !hidden # a comment
      "exec:curl https://no.example/" tag
      query:Unread:unread = "yes"
      https://b.example/
      """)
    #expect(
      file.bookmarks == [
        try Self.link("https://a.example/feed", "A \"title\"", tags: ["two words", "hidden"]),
        try Self.link("https://b.example/"),
      ])
  }

  @Test("Org's links in text and in heading properties are read")
  func org() async throws {
    let file = try await readFile(
      """
      #+TITLE: Links https://no.example/
      # https://no.example/
      * [[https://a.example/x\\]y][A *bold* /word/]] and https://b.example/.  :one:two:
      =https://no.example/= and [[file:x.org][none]] and [[https://i.example/][https://i.example/i.png]]
      #+BEGIN_SRC sh
      curl https://no.example/
      #+END_SRC
      ** A page  :three:
      :PROPERTIES:
      :URL:  https://c.example/
      :CREATED: [2023-11-14 Tue 22:13]
      :END:
      : https://no.example/
      """)
    #expect(
      file.bookmarks == [
        try Self.link("https://a.example/x]y", "A bold word", tags: ["one", "two"]),
        try Self.link("https://b.example/", tags: ["one", "two"]),
        try Self.link("https://i.example/", tags: ["one", "two"]),
        try Self.link(
          "https://c.example/", "A page", tags: ["three"], savedAt: date(1_699_999_980)),
      ])
  }

  @Test("OneTab's addresses and titles are read")
  func oneTab() async throws {
    let file = try await readFile(
      "https://a.example/ | A | B\n\nhttps://b.example/x_(y)_ | B\nhttps://c.example/ | https://d.example/\n"
    )
    #expect(file.bookmarks.map(\.title) == ["A | B", "B", "https://d.example/"])
    #expect(file.bookmarks[1].url.absoluteString == "https://b.example/x_(y)_")
  }

  @Test("Readwise's CSV and Pocket's HTML are read")
  func tables() async throws {
    let readwise = try await readFile(
      """
      Title,URL,ID,Document tags,Saved date
      "A","https://a.example/",x,"['one', ""it's two"", 'th\\'ree']","2023-11-14 22:13:20.000000+00:00"
      B,https://b.example/,y,,
      """)
    #expect(readwise.bookmarks[0].tags == ["one", "it's two", "th'ree"])
    #expect(readwise.bookmarks[0].savedAt == Self.day)
    let pocket = try await readFile(
      "<html><ul><li><a href=\"https://a.example/\" time_added=\"1700000000\" tags=\"a,b c\">A</a></ul>"
    )
    #expect(
      try pocket.only
        == Self.link("https://a.example/", "A", tags: ["a", "b c"], savedAt: Self.day))
  }
}
