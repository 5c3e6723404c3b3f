import Foundation
import Testing

@testable import Markup

struct WebAddressTests {
  @Test(
    "an address that's typed without a scheme is https, and http for machines nearby",
    arguments: [
      ("localhost:8080", "http://localhost:8080/"), ("localhost", "http://localhost/"),
      ("LocalHost/a", "http://localhost/a"), ("app.localhost:3000", "http://app.localhost:3000/"),
      ("127.0.0.1:3000/x", "http://127.0.0.1:3000/x"), ("127.1", "http://127.0.0.1/"),
      ("192.168.1.5", "http://192.168.1.5/"), ("10.0.0.1/a b", "http://10.0.0.1/a%20b"),
      ("[::1]:8080", "http://[::1]:8080/"), ("[fd00::1]/x", "http://[fd00::1]/x"),
      ("nas.local", "http://nas.local/"), ("NAS.local:5000/a", "http://nas.local:5000/a"),
      ("box.home.arpa", "http://box.home.arpa/"), ("wiki.internal", "http://wiki.internal/"),
      ("router.lan", "http://router.lan/"), (" example.org/page ", "https://example.org/page"),
      ("example.org:8443", "https://example.org:8443/"), ("local.org", "https://local.org/"),
      ("https://localhost:8080", "https://localhost:8080/"),
      ("http://a.example", "http://a.example/"),
      ("nas", nil), ("a word", nil), ("me@example.org", nil), ("", nil), ("/etc/hosts", nil),
      ("ftp://nas.local", nil), ("mailto:a@nas.local", nil),
    ] as [(String, String?)])
  func typed(text: String, address: String?) {
    #expect(WebAddress(typed: text)?.text == address)
  }

  @Test(
    "logins in the addresses of a message are removed",
    arguments: [
      ("http://me:pw@a.example/x is gone", "http://a.example/x is gone"),
      ("a: HTTPS://token@a.example", "a: HTTPS://a.example"),
      ("http://me:p@w@a.example/@b http://:pw@b.example", "http://a.example/@b http://b.example"),
      ("ftp://me:pw@h/, http:/me:pw@h/, https:me:pw@h", "ftp://me@h/, http:/h/, https:h"),
      ("ssh://git@h/x, ssh://me:pw@h", "ssh://git@h/x, ssh://me@h"),
      // A slash in the password.
      ("https://me:pa/ss@host", "https://host"), ("a https://me:/p@host/x b", "a https://host/x b"),
      ("\"https://me:p/a?s#s@host\" x@y", "\"https://host\" x@y"),
      ("https:me:p/w@h, ftp://me:p/w@h", "https:h, ftp://me@h"),
      ("https://me:99999/9@host", "https://host"), (#"https://me:p\w@host"#, "https://host"),
      ("https://me:p/a@s@host:80/@x", "https://x"), ("“https://me:p/w@host”", "“https://host”"),
      ("https://me:p/w is gone, me@host", "https://me:p/w is gone, me@host"),
      ("https://host/path@x:y", "https://host/path@x:y"),
      ("https://host:8080/@me", "https://host:8080/@me"),
      ("https://host/a:b@c", "https://host/a:b@c"), ("http://[::1]/@x", "http://[::1]/@x"),
      ("http://[::1]:80/@x", "http://[::1]:80/@x"),
      ("https://host/?at=12:30&to=me@b", "https://host/?at=12:30&to=me@b"),
      ("https://host/@me https://me:p/w@b", "https://host/@me https://b"),
      (#"http:\\me:pw@h\x@y"#, #"http:\\h\x@y"#), ("http://me:pw@", "http://"),
      ("https://a.example/?q=me@b.example", "https://a.example/?q=me@b.example"),
      ("git@example.org:a.git", "git@example.org:a.git"), ("at 12:30 @ home", "at 12:30 @ home"),
      ("mailto:me@a.example", "mailto:me@a.example"), ("@", "@"), (":@", ":@"), ("", ""),
    ])
  func logins(text: String, cleaned: String) { #expect(text.withoutLogins == cleaned) }

  @Test(
    "addresses are normalized as in the URL Standard",
    arguments: [
      // Existing escapes stay, next to characters that must be encoded.
      ("https://b.example/q?x=%7B%22a%22|b", "https://b.example/q?x=%7B%22a%22|b"),
      ("https://b.example/50%/%2f b", "https://b.example/50%/%2f%20b"),
      ("https://b.example/%C3%A9é", "https://b.example/%C3%A9%C3%A9"),
      // Each component encodes its own set of characters.
      ("https://b.example/\"<>`{}'|", "https://b.example/%22%3C%3E%60%7B%7D'|"),
      ("https://b.example/?\"<>`{}'|", "https://b.example/?%22%3C%3E`{}%27|"),
      ("https://b.example/#\"<>`{}'|", "https://b.example/#%22%3C%3E%60{}'|"),
      ("https://b.example/a^b?^#^", "https://b.example/a%5Eb?^#^"),
      ("https://a:b:c@d@b.example/", "https://a:b%3Ac%40d@b.example/"),
      // White space, line breaks and slashes of all kinds.
      (" \u{1}https://b.example/a\tb\r\nc\n", "https://b.example/abc"),
      ("http:\\\\b.example\\a/..\\c", "http://b.example/c"),
      ("https:b.example", "https://b.example/"),
      ("https://b.example/a/%2E./%2e/b/.", "https://b.example/b/"),
      ("https://b.example/.x/../..y/.", "https://b.example/..y/"),
      // Hosts and ports.
      ("HTTPS://B.Example:0443/", "https://b.example/"),
      ("http://b.example:443", "http://b.example:443/"),
      ("https://b.example:0/", "https://b.example:0/"),
      ("https://Grüße.example", "https://xn--gre-6ka8l.example/"),
      ("https://ｂ。example/", "https://b.example/"),
      ("https://-ü-.example/", "https://xn-----xka.example/"),
      ("https://☃.example./", "https://xn--n3h.example./"),
      ("http://0x7F.0.1/", "http://127.0.0.1/"), ("http://0300.0250.1.", "http://192.168.0.1/"),
      ("http://[1::0:2:0.0.0.3]", "http://[1::2:0:3]/"),
      ("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"),
      ("http://[::2:3:4:5:6:7:8]/", "http://[0:2:3:4:5:6:7:8]/"),
    ])
  func spelling(text: String, address: String) {
    #expect(WebAddress(text)?.text == address)
    #expect(WebAddress(address)?.text == address, "a normalized address stays the same")
  }

  @Test(
    "addresses that the standard refuses, or with other schemes, are invalid",
    arguments: [
      "", "b.example", "//b.example", "http://", "http:///", "https://a b.example/", "https://a^b/",
      "https://b.example:65536/", "https://b.example:8a/", "http://1.2.3.256/", "http://08.1/",
      "http://[1::2::3]/", "http://[::1", "http://[::1%25en0]/", "https://a%b.example/",
      "https://xn--a.example/", "https://a@/", "ftp://b.example/", "javascript:alert(1)",
      "file:///a",
      "data:text/html,a", "\u{A0}https://b.example/",
    ])
  func refusal(text: String) {
    #expect(WebAddress(text) == nil)
    #expect(URL(webAddress: text) == nil)
  }

  @Test(
    "relative addresses are resolved against the page's address",
    arguments: [
      ("c", "https://b.example/a/c"), ("/c", "https://b.example/c"),
      ("?c", "https://b.example/a/b?c"),
      ("#c|%zz", "https://b.example/a/b?x=|#c|%zz"), ("", "https://b.example/a/b?x=|"),
      ("//c.example\\d", "https://c.example/d"), ("https:c", "https://b.example/a/c"),
      ("http:c", "http://c/"), ("../../../c", "https://b.example/c"), ("mailto:c@b.example", nil),
    ] as [(String, String?)])
  func relative(text: String, address: String?) {
    let base = WebAddress("https://b.example/a/b?x=|#y")
    #expect(WebAddress(text, relativeTo: base)?.text == address)
  }

  @Test(
    "a URL keeps the whole address and encodes only what RFC 3986 doesn't allow",
    arguments: [
      (
        "https://b.example/a%20b?x=%7B|{}^`[]\\&%zz%",
        "https://b.example/a%20b?x=%7B%7C%7B%7D%5E%60%5B%5D%5C&%25zz%25"
      ),
      ("https://b.example/[a]|%7c#a#b|", "https://b.example/%5Ba%5D%7C%7c#a%23b%7C"),
      ("https://a%b@b.example/", "https://a%25b@b.example/"),
      ("http://[::1]:81/[", "http://[::1]:81/%5B"),
      ("https://b.example/a%7Cb?'()*!$,;:@/?#/?", "https://b.example/a%7Cb?%27()*!$,;:@/?#/?"),
    ])
  func url(text: String, sent: String) {
    #expect(URL(webAddress: text)?.absoluteString == sent)
  }

  @Test(
    "hosts are displayed in Unicode",
    arguments: [
      ("https://www.Grüße.example:81/a", "grüße.example"), ("https://a:b@b.example/@", "b.example"),
      ("http://[::1]:81/", "::1"), ("https://xn--b.xn--gre-6ka8l.example/", nil),
    ] as [(String, String?)])
  func displayHost(text: String, host: String?) {
    #expect(WebAddress(text)?.displayHost == host)
    #expect(URL(webAddress: text)?.displayHost == host)
  }
}
