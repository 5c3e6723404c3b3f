import Bookmarks
import Foundation
import Testing

struct FormatRecognitionTests {
  @Test(
    "formats are recognized by their content",
    arguments: [
      ("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n", .netscape),
      ("\u{FEFF}\n<html><body><a href=x>", .page), ("<DL><p>\n<DT><A HREF=x>", .netscape),
      ("SQLite format 3\0rest", .firefox),
      ("{\n   \"checksum\": \"0\",\n   \"roots\": {", .chrome), ("{\"roots\":{}}", .chrome),
      ("title,url,time_added,tags,status\n", .csv),
      ("URL,Title,Selection,Folder,Timestamp\r\n", .csv),
      ("\u{FEFF}id,title,note,excerpt,url,folder,tags,created,cover", .csv),
      ("url\nhttps://a.b/", .text), ("Titel;URL;Tags\n", .csv), ("url\ttitle\n", .csv),
      ("<?xml version=\"1.0\"?>\n<opml version=\"2.0\">", .opml), ("<opml>", .opml),
      ("# Links\n\n- [a](https://a.example/)\n", .markdown), ("[a](https://a.example/)", .markdown),
      ("- <https://a.example/>", .markdown), ("- https://a.example/", .markdown),
      ("https://a.example/\n", .text), ("see HTTP://a.example/ there", .text),
      ("<https://a.example/>", .text),
      ("[{\"href\":", .json), (" [\n  {\"url\":", .json), ("[]", .json), ("{\n\"url\":", .json),
      ("{\"url\":\"https://a.example/\"}\n", .json),
      ("{\"tags\":[\"roots\"],\"url\":\"\"}\n", .json),
      ("{\"url\":\"https://a.example/\"}\n{", .jsonLines), ("{\"a\":{}}\r\n\n{\"a\"", .jsonLines),
      ("mozLz40\0rest", .firefoxBackup), ("bplist00rest", .safari),
      ("<?xml version=\"1.0\"?><!DOCTYPE plist>", .safari), ("<!DOCTYPE xbel>\n<xbel>", .xbel),
      (
        "<!-- a list -->\n<p align=\"center\"><img src=\"x\"></p>\n\n- [a](https://a.example)",
        .markdown
      ),
      ("<h1>Links</h1>\n[a]\n\n[a]: https://a.example/", .markdown),
      ("<!-- [a](https://a.example/) --><html><a href=x>", .page),
      ("<html><ul><li><a href=x time_added=1>", .netscape),
      ("<!DOCTYPE html><DL><DT><H3>x</H3>", .netscape),
      ("<!DOCTYPE html><div><dl><dt><a href=x>", .page), ("<p>see <a href=x>", .page),
      ("<?xml version=\"1.0\"?>\n<!-- x --><rss version=\"2.0\">", .feed),
      ("<feed xmlns=x>", .feed),
      ("<atom:feed>", .feed), ("<rdf:RDF xmlns=x>", .feed), ("<RSS>", .feed),
      ("{ \"version\": \"https:\\/\\/jsonfeed.org\\/version\\/1\", \"items\": []}", .feed),
      ("{\"version\":\"1\",\"items\":[]}", .json),
      ("<?xml version=\"1.0\"?><urlset>", .sitemap), ("<sm:sitemapindex xmlns:sm=x>", .sitemap),
      ("Rays\tC\thttps://a.example/\n", .csv), ("# topic\tlanguage\turl\n", .csv),
      ("# Tools, link, and more\n- [a](https://a.example)", .markdown),
      ("https://a.example/,Title\nhttps://b.example/,Other\n", .csv),
      ("https://a.example/,Title\n", .text), ("https://a.example/,https://b.example/\n", .text),
      ("so, https://a.example/\nand, see https://b.example/\n", .text),
      ("a\thttps://a.example/\nb\n", .text),
      ("Opera Hotlist version 2.0\nOptions: encoding = utf8", .opera),
      ("* A\n[[https://a.example/][A]]\n", .org),
      ("* A :x:\n:PROPERTIES:\n:URL: https://a.example/", .org),
      ("https://a.example/feed \"two words\"\n", .newsboat),
      ("http://a.example/ ~Title tag\n", .newsboat),
      ("\"exec:curl https://a.example/\"\n", .newsboat), ("https://a.example/ see there\n", .text),
      ("https://a.example/ | Title\n", .text), ("https://a.example/\nfile:///etc/passwd\n", .text),
      ("", nil), ("\n", nil), ("hello", nil), ("a,b,c\n", nil), ("\u{7F}ELF\0https://a.b", nil),
      ("<svg>", nil),
    ] as [(String, BookmarkFormat?)])
  func recognises(start: String, format: BookmarkFormat?) {
    #expect(BookmarkFormat(startOfFile: Array(start.utf8)) == format)
  }

  @Test("UTF-16 is decoded before the format is recognized")
  func utf16() async throws {
    let units = Array("\u{FEFF}url,title\nhttps://a.example/,日本語\n".utf16)
    let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(BookmarkFormat(startOfFile: bytes) == .csv)
    #expect(try await readFile(bytes).only.title == "日本語")
  }

  @Test("formats have command-line names")
  func names() {
    #expect(
      BookmarkFormat.allCases.filter(\.isWritable).map(\.rawValue) == [
        "html", "csv", "opml", "markdown", "text", "json", "jsonl",
      ])
    #expect(
      BookmarkFormat.allCases.filter { !$0.isWritable }.map(\.rawValue) == [
        "firefox", "jsonlz4", "chrome", "safari", "opera", "shortcut", "xbel", "newsboat", "feed",
        "sitemap", "page", "org",
      ])
  }
}
