import Testing

@testable import Markup

struct PlainAddressTests {
  @Test("an address that needs no parsing is what parsing it gives")
  func agrees() throws {
    var random = RandomSpelling(seed: 20_261_122)
    var plain = 0
    for _ in 0..<20_000 {
      let spelling = random.next()
      let base = spelling.base.flatMap { WebAddress($0) }
      guard let text = PlainAddress.text(spelling.text, relativeTo: base) else { continue }
      plain += 1
      let record = URLParser.parse(spelling.text, base: base.flatMap { URLParser.parse($0.text) })
      #expect(record?.text == text, "\(spelling)")
    }
    #expect(plain > 50)
  }

  @Test(
    "the addresses of most pages need no parsing",
    arguments: [
      ("https://example.org/", "https://example.org/"),
      ("https://news.example.co.uk/2024/05/a-b_c.html?x=1&y=%20#top", nil),
      ("http://127.0.0.1:8080/", nil), ("https://example.org:80/a", nil),
      ("http://255.10.0.9/x", nil),
      ("/a/b.png?v=2", "https://example.org/a/b.png?v=2"),
      ("//cdn.example.org/a.js", "https://cdn.example.org/a.js"),
    ])
  func plain(text: String, address: String?) {
    let base = WebAddress("https://example.org/c/d")
    #expect(PlainAddress.text(text, relativeTo: base) == address ?? text)
  }

  @Test(
    "what parsing changes is parsed",
    arguments: [
      "https://example.org", "https://Example.org/", "https://example.org:443/",
      "https://user@example.org/", "https://127.1/",
      "http://example.org:80/", "https://example.org:/", "https://example.org:080/",
      "https://example.org:65536/", "https://example.org:8a/", "https://127.0.0.256/",
      "https://127.0.0.01/", "https://1.2.3.4.5/", "https://1.2.3/", "https://127.0.0.1./",
      "https://0x7f.0.0.1/", "https://a:b@127.0.0.1/", "https://example.1/", "https://xn--a/",
      "https://a..b/", "https:///a", "https://example.org/a/../b", "https://example.org/%2e/",
      "https://example.org/a b", "https://example.org/é", "https://example.org/a\\b",
      "https://example.org/'", "ftp://example.org/", "a/b", "?a", "#a", "", "/\\a", "///a",
    ])
  func parsed(text: String) {
    #expect(PlainAddress.text(text, relativeTo: WebAddress("https://example.org/c/d")) == nil)
  }
}
