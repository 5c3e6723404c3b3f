import Foundation
import Markup
import Bookmarks
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
        "1 How to use"),
      Sample(
        .netscape,
        "<DL><DT><A HREF=\"https://a.example/1\">A</A><DD>see <a href=\"https://b.example/\">this</a> for\nmore</DL>",
        "1 A (see this for\nmore)"),
      Sample(
        .netscape,
        "<DL><DT><A HREF=\"https://a.example/1\">A</A><DD>d[linkding-notes]n[/linkding-notes]</DL>",
        "1 A (d\nn)"),
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
