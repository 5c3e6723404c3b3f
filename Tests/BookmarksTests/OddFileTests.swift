import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

/// Files as other programs really write them. A careless reader would lose links or invent some.
struct OddFileTests {
  struct Sample: Sendable {
    var text: String
    var format: BookmarkFormat
    var links: [String]

    init(_ format: BookmarkFormat, _ text: String, _ links: String...) {
      self.text = text
      self.format = format
      self.links = links
    }
  }

  private static let filler = "# " + String(repeating: "x", count: 60_000) + "\n"

  /// A link is described as `address title #tag (note)`, without `https://a.example/`.
  @Test(
    "odd files are recognized and read",
    arguments: [
      Sample(
        .text, "https://a.example/1 | First\nhttps://a.example/2 | He said \"hello\"", "1 First",
        "2 He said \"hello\""),
      Sample(
        .text, "https://a.example/1 | See http://b.example/ [x](https://c.example/)",
        "1 See http://b.example/ [x](https://c.example/)"),
      Sample(.text, "https://a.example/1 - \"Great\"\n", "1"),
      Sample(
        .text, "https://a.example/1,https://a.example/2;http://b.example/", "1", "2",
        "http://b.example/"),
      Sample(.text, "# c\rhttps://a.example/1\rhttps://a.example/2\r", "1", "2"),
      Sample(.text, "url\nhttps://a.example/1,2\n", "1,2"),
      Sample(
        .text, "https://a.example/](http://x\nhttps://a.example/[[https:]]\n", "](http://x",
        "[[https:]]"),
      Sample(
        .newsboat,
        filler + (0..<400).map { "https://a.example/\($0) tag \"~T\"\n" }.joined(),
        "0 T #tag"),
      Sample(.csv, "title,url\rA,https://a.example/1\rB,https://a.example/2\r", "1 A", "2 B"),
      Sample(.csv, "Title,Note,URL,Tags,Comment\nA,n,https://a.example/1,,c", "1 A (n\nc)"),
      Sample(.csv, "Title,URL,Tags\nA,https://a.example/1,x;two words", "1 A #x #two words"),
      Sample(.csv, "url,link\nfoo,https://a.example/1", "1"),
      Sample(
        .org, "[[https://a.example/1][The long\ntitle]] and\n* [[https://a.example/2][cut",
        "1 The long title", "2"),
      Sample(
        .org,
        "#+TITLE: x\n- [[https://a.example/1][One]]\n#+begin_src md\n[x](https://a.example/9)\n* H\nhttps://a.example/2",
        "1 One", "2"),
      Sample(
        .org, "* TODO [#A] Foo :t:\n:PROPERTIES:\n:ROAM_REFS: https://a.example/1\n:END:",
        "1 Foo #t"),
      Sample(
        .markdown, "- [A](https://a.example/1) put a <script> tag\n- [B](https://a.example/2)",
        "1 A", "2 B"),
      Sample(.markdown, "<div><style>\n</div>\n\n- [B](https://a.example/2)", "2 B"),
      Sample(.markdown, "A[^1] b\n\n[^1]: https://a.example/1", "1"),
      Sample(
        .markdown,
        filler.dropFirst(2) + String(repeating: "- [Tool][t]\n", count: 900)
          + "\n[t]: https://a.example/1",
        "1 Tool"),
      Sample(
        .markdown, "<p>mentions <opml> and <outline></p>\n\n# H\n\n[A](https://a.example/1)", "1 A"),
      Sample(.markdown, "<header>\n\n[A](https://a.example/1)", "1 A"),
      Sample(.markdown, "Link\n====\n- [A](https://a.example/1)", "1 A"),
      Sample(
        .netscape, "<DL><DT><A HREF=\"https://a.example/1\">How to use <outline></A></DL>",
        "1 How to use <outline>"),
      Sample(
        .netscape,
        "<DL><DT><A HREF=\"https://a.example/1\">A</A><DD>see <a href=\"https://b.example/\">this</a> for\nmore</DL>",
        "1 A (see this for\nmore)"),
      Sample(
        .netscape,
        "<DL><DT><A HREF=\"https://a.example/1\">A</A><DD>d[linkding-notes]n[/linkding-notes]</DL>",
        "1 A (d\nn)"),
      Sample(
        .xbel,
        "<xbel><bookmark href='https://a.example/1' TAGS='x,y'><title>A</title></bookmark></xbel>",
        "1 A #x #y"),
      Sample(
        .markdown,
        "- [A](https://a.example/1) <!-- TAGS: x,y z -->\n- <https://a.example/2> <!-- TAGS: x -->",
        "1 A #x #y z", "2 #x"),
      Sample(
        .opml,
        "<opml><body><outline text='A' htmlUrl='/' xmlUrl='https://a.example/1'/><outline text='B' xmlUrl='feed://a.example/2'/></body></opml>",
        "1 A", "http://a.example/2 B"),
      Sample(
        .xbel,
        "<xbel><bookmark href='https://a.example/1'><title>A</title><info><metadata><time_added>1</time_added></metadata></info></bookmark></xbel>",
        "1 A"),
      Sample(
        .chrome,
        #"{"roots":{"bookmark_bar":{"children":[]},"custom_root":{"unsorted":{"children":[{"type":"url","url":"https://a.example/1","meta_info":{"Description":"n"}}]}},"trash":{"children":[{"url":"https://a.example/9"}]}}}"#,
        "1 (n)"),
      Sample(
        .json,
        #"{"title":"bad \ud83d end","url":"https://a.example/1","x":1e999,"y":"\ud83d\ude00"}"#,
        "1 bad \u{FFFD} end"),
      Sample(
        .json,
        #"{"1":{"url":"https://a.example/1"},"b":{"url":"https://a.example/2"},"user":{"url":"https://no.example/"}}"#,
        "1", "2"),
      Sample(.json, #"{"windows":{"1":{"23":{"url":"https://a.example/1"}}}}"#, "1"),
      Sample(.json, #"{"urls":["https://a.example/1","x"]}"#, "1"),
      Sample(
        .json,
        #"{"results":[{"url":"https://a.example/1","description":"d","notes":"n","website_description":"w"}]}"#,
        "1 (d\nn)"),
      Sample(
        .json,
        #"{"children":[{"uri":"https://a.example/1","annos":[{"name":"bookmarkProperties/description","value":"n"}]}]}"#,
        "1 (n)"),
    ])
  func reads(_ sample: Sample) async throws {
    let file = try await readFile(sample.text)
    #expect(BookmarkFormat(startOfFile: Array(sample.text.utf8.prefix(65_536))) == sample.format)
    let told = file.bookmarks.prefix(sample.links.count).map { link in
      let address = link.address.text.replacing("https://a.example/", with: "")
      let tags = link.tags.map { "#\($0)" }
      return
        ([address, link.title].compactMap(\.self) + tags
        + [link.note.map { "(\($0))" }].compactMap(\.self))
        .joined(separator: " ")
    }
    #expect(told == sample.links)
    #expect(
      sample.format == .newsboat || sample.format == .markdown
        || file.bookmarks.count == sample.links.count)
  }

  /// Programs write titles and notes without escaping them.
  @Test(
    "markup that's a bookmark's text swallows nothing",
    arguments: [
      "the <script> element", "the <style> element", "the <title> element", "the <textarea>",
      "<xmp> and <plaintext>", "<iframe src=x> it", "<noembed>, <noframes>",
      "a <select> in a <form>",
      "the <svg> and <math> elements", "<template> it", "how <!-- more --> works",
      "write <!-- first",
      "<!DOCTYPE html> explained", "<?php and <?xml", "</ body>", "<![CDATA[ it", "if x <y then z",
      "if a <b then c", "1 < 2 <3", "a <b=\"1 or <i='2", "the <dd> element", "of <dt>, <dl>",
      "of <li>",
      "the <h3> element", "a <h1>", "the <div> element", "the <table> and <td>", "the <a> element",
      "vector<int> v", "Optional<T>", "the <video controls> element",
    ])
  func unescaped(text: String) async throws {
    let link = { (number: Int, title: String) in
      "<DT><A HREF=\"https://a.example/\(number)\" ADD_DATE=\"1600000000\">\(title)</A>\n"
    }
    let start = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>Mine</H3>\n<DL><p>\n"
    let titled = try await readFile(
      "\(start)\(link(1, text))\(link(2, "Two"))</DL><p>\n\(link(3, "Three"))</DL><p>\n")
    #expect(titled.bookmarks.map(\.title) == [text, "Two", "Three"])
    #expect(titled.bookmarks.map(\.tags) == [["Mine"], ["Mine"], []])
    let noted = try await readFile(
      "\(start)\(link(1, "One"))<DD>On \(text)\n\(link(2, "Two"))</DL><p>\n\(link(3, "Three"))</DL><p>\n"
    )
    #expect(noted.bookmarks.map(\.title) == ["One", "Two", "Three"])
    #expect(noted.bookmarks.map(\.tags) == [["Mine"], ["Mine"], []])
    #expect(noted.problems.isEmpty && titled.problems.isEmpty)
  }

  @Test(
    "a note keeps all its text, whatever markup it has",
    arguments: [
      ("Steps:<ul><li>first<li>second</ul>done", "Steps:\nfirst\nsecond\ndone"),
      ("<p>First paragraph</p><p>Second</p>", "First paragraph\nSecond"),
      ("<h3>Head</h3>text", "Head\ntext"), ("a<br>b<br/>c", "a\nb\nc"),
      (
        "Terms:<dl><dt>one<dd>the first<dt>two<dd>the second</dl>end",
        "Terms:\none\nthe first\ntwo\nthe second\nend"
      ),
      ("<blockquote>said</blockquote> he", "said\nhe"),
      ("<b>bold</b> and <i>it</i>", "bold and it"),
      ("see <ol><li><a href=\"https://b.example/\">this</a></ol>", "see\nthis"),
      ("about the <script> element", "about the <script> element"),
    ])
  func noteMarkup(written: String, note: String) async throws {
    let file = try await readFile(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p>
      <DT><H3>Mine</H3>
      <DL><p>
      <DT><A HREF="https://a.example/1" ADD_DATE="1600000000">One</A>
      <DD>\(written)
      <DT><A HREF="https://a.example/2">Two</A>
      <DD>\(written)
      </DL><p>
      <DT><A HREF="https://a.example/3">Three</A>
      </DL><p>
      """)
    #expect(file.bookmarks.map(\.title) == ["One", "Two", "Three"])
    #expect(file.bookmarks.map(\.note) == [note, note, nil])
    #expect(file.bookmarks.map(\.tags) == [["Mine"], ["Mine"], []])
  }

  @Test(
    "an Internet shortcut is one link, named by its file",
    arguments: [
      (
        "My page.url",
        "[InternetShortcut]\r\nURL=https://a.example/page\r\nIconFile=https://a.example/favicon.ico\r\nIconIndex=0\r\n"
      ),
      (
        "My page.url",
        "[DEFAULT]\nBASEURL=https://b.example/\n[InternetShortcut]\nURL=https://a.example/page\nModified=0\n"
      ),
      (
        "x.desktop",
        "[Desktop Entry]\nVersion=1.0\nType=Link\nName=My page\nName[de]=Meine Seite\nIcon=text-html\nURL=https://a.example/page\n"
      ),
      (
        "My page.webloc",
        "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\"><plist version=\"1.0\"><dict><key>URL</key><string>https://a.example/page</string></dict></plist>"
      ),
    ])
  func shortcuts(name: String, text: String) async throws {
    try await withTemporaryHome { home in
      try Data(text.utf8).write(to: home.file(name))
      for reader in [
        BookmarkReader(file: home.file(name)), BookmarkReader(data: Data(text.utf8), name: name),
      ] {
        let contents = try reader.contents()
        #expect(contents.bookmarks.map(\.address.text) == ["https://a.example/page"])
        #expect(contents.bookmarks.map(\.title) == ["My page"])
        #expect(contents.problems.isEmpty)
      }
    }
  }

  @Test(
    "a file that ends within an entry is an error",
    arguments: [
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF=\"https://a.example/\">A</A><DT><A HREF=\"https://b.ex",
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF=\"https://a.example/\">A</A><DT><A HREF=\"https://b.example/\">Tw",
      "Opera Hotlist version 2.0\n\n#FOLDER\n\tNAME=x\n\n#URL\n\tURL=https://a.exam",
      "{\"url\":\"https://a.example/\"}\n{\"url\":\"https://b.example/\",\"metadata\":{\"title\":\"x\"}",
      "{\"url\": nonsense}",
    ])
  func cutOff(text: String) async throws {
    await #expect(throws: BookmarkFileError.self) { try await readFile(text) }
  }

  @Test("a property list built to exhaust its parser is an error", .takesTurn)
  func deepPropertyList() async throws {
    let open = "<dict><key>Children</key><array>"
    let deep =
      "<plist>" + String(repeating: open, count: 5_000)
      + String(repeating: "</array></dict>", count: 5_000) + "</plist>"
    await #expect(throws: BookmarkFileError.self) { try await readFile(deep) }
  }
}
