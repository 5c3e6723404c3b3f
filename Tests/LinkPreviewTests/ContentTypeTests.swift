import TestSupport
import Testing

@testable import LinkPreview

@Suite("Content types")
struct ContentTypeTests {
  @Test(
    "the last valid type of a header counts, and what can't be parsed is no type",
    arguments: [
      // Fetch, "extract a MIME type"
      ("text/html, text/html", "text/html", nil),
      ("text/plain, text/html;charset=gbk", "text/html", "gbk"),
      ("text/html;charset=gbk, text/html", "text/html", "gbk"),
      ("text/html;charset=gbk;a=b, text/html;x=y", "text/html", "gbk"),
      ("text/html;charset=gbk, x/x, text/html;x=y", "text/html", nil),
      ("text/html;charset=gbk, text/plain", "text/plain", nil),
      ("text/html, */*", "text/html", nil), ("text/html, cannot-parse", "text/html", nil),
      ("text/html,", "text/html", nil), (",text/html", "text/html", nil),
      ("cannot-parse;charset=gbk, text/html", "text/html", nil),
      ("text/html;\"text/plain, x\"", "text/html", nil),
      ("text/html;x=\", text/plain\"", "text/html", nil),
      ("application/rss+xml, application/rss+xml; charset=koi8-r", "application/rss+xml", "koi8-r"),
      ("image/png,image/png", "image/png", nil),
      // MIME Sniffing, "parse a MIME type"
      ("html", "", nil), ("text/", "", nil), ("/html", "", nil), ("text html", "", nil),
      ("text/html charset=utf-8", "", nil), ("te xt/html", "", nil), ("text/ht ml", "", nil),
      ("", "", nil), (" ", "", nil), (";charset=utf-8", "", nil), ("*/*", "", nil),
      (" TEXT/HTML ;charset=UTF-8", "text/html", "UTF-8"), ("text/html;", "text/html", nil),
      ("text/html ; Charset = \"utf-8\"", "text/html", "utf-8"),
      ("text/html;charset='utf-8'", "text/html", "utf-8"),
      ("text/html;x=(;charset=gbk", "text/html", "gbk"),
      ("text/html;charset=gbk;charset=utf-8", "text/html", "gbk"),
      ("text/html;charset=\"a;b\";x=y", "text/html", "a;b"),
      // MIME Sniffing, section 7: types that mean "unknown"
      ("unknown/unknown", "", nil), ("application/unknown", "", nil),
    ] as [(String, String, String?)])
  func header(header: String, mediaType: String, charset: String?) {
    let type = ContentType(header)
    #expect(type.mediaType == mediaType)
    #expect(type.charset == charset)
  }

  @Test(
    "what has no valid type may be a page",
    arguments: [
      ("html", true), ("text/html, text/html", true), ("", true), ("image/png, image/png", false),
      ("application/pdf", false),
    ])
  func pages(header: String, mayBePage: Bool) {
    #expect(ContentType(header).mayBePage == mayBePage)
  }

  @Test("damaged headers are read")
  func damaged() {
    let samples = ["text/html; charset=\"utf-8\", image/png;a=b", "0; url='/next?a=b'", "x"]
    var mutations = Mutations(of: samples, tokens: [";", "=", "charset=", "url=", ",", "\""])
    for _ in 0..<1_800 {
      let text = String(decoding: mutations.next(), as: UTF8.self)
      #expect(ContentType(text).mediaType.utf8.count <= text.utf8.count)
      _ = MetaRefresh(text)
    }
  }
}
