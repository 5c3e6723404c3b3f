import Foundation
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkFetching

struct CookieTests {
  struct Sample: Sendable {
    var header: String
    var from = "https://www.example.org/shop/cart"
    var to: String
    var sent: String?
  }

  static let samples = [
    Sample(header: "a=1", to: "https://www.example.org/shop/x", sent: "a=1"),
    Sample(header: "a=1", to: "https://www.example.org/shopping", sent: nil),
    Sample(header: "a=1; Path=/", to: "https://www.example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=x", to: "https://www.example.org/shop", sent: "a=1"),
    Sample(header: "a=1; Path=/", to: "https://example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=.example.org", to: "https://example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=/; Domain=EXAMPLE.ORG", to: "https://x.example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=/; Domain=example.org", to: "https://badexample.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=org", to: "https://www.example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=other.org", to: "https://other.org/", sent: nil),
    Sample(header: "a=1; Path=/; Domain=a.www.example.org", to: "https://a.www.example.org/"),
    Sample(header: "a=1; Path=/; Secure", to: "https://www.example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=/; Secure", to: "http://www.example.org/", sent: nil),
    Sample(
      header: "a=1; Path=/; Secure", from: "http://www.example.org/",
      to: "https://www.example.org/", sent: nil),
    Sample(header: "a=1; Path=/; Max-Age=0", to: "https://www.example.org/", sent: nil),
    Sample(
      header: "a=1; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      to: "https://www.example.org/", sent: "a=1"),
    Sample(
      header: "a=1; Path=/; Expires=Thu, 01-Jan-70 00:00:01 GMT", to: "https://www.example.org/",
      sent: nil),
    Sample(
      header: "a=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT",
      to: "https://www.example.org/", sent: "a=1"),
    Sample(header: "a=1; Path=/; Expires=soon", to: "https://www.example.org/", sent: "a=1"),
    Sample(
      header: "a=1; Path=/; Expires=1 Jan 1970 9223372036854775806:0:0",
      to: "https://www.example.org/", sent: "a=1"),
    Sample(
      header: "a=1; Path=/; Expires=1 Jan 9223372036854775806", to: "https://www.example.org/",
      sent: "a=1"),
    Sample(header: "=1; Path=/", to: "https://www.example.org/", sent: nil),
    Sample(header: "nothing", to: "https://www.example.org/", sent: nil),
    Sample(header: "a=x\u{1}y; Path=/", to: "https://www.example.org/", sent: nil),
    Sample(header: "a=b=c; Path=/", to: "https://www.example.org/", sent: "a=b=c"),
  ]

  @Test("a cookie is sent only to matching addresses", arguments: samples)
  func matching(_ sample: Sample) throws {
    var jar = CookieJar()
    let from = try #require(URL(string: sample.from))
    jar.store(from: ["Set-Cookie": sample.header], at: from)
    #expect(try jar.header(for: #require(URL(string: sample.to))) == sample.sent)
  }

  @Test("later cookies replace earlier ones, expired ones remove them, and longer paths come first")
  func order() throws {
    let url = try #require(URL(string: "https://example.org/a/b"))
    var jar = CookieJar()
    jar.store(
      from: HTTPHeaders(["a=1; Path=/", "b=2; Path=/a", "c=3; Path=/"].map { ("Set-Cookie", $0) }),
      at: url)
    #expect(jar.header(for: url) == "b=2; a=1; c=3")
    jar.store(
      from: HTTPHeaders([("Set-Cookie", "a=9; Path=/"), ("set-cookie", "c=; Path=/; Max-Age=-1")]),
      at: url)
    #expect(jar.header(for: url) == "b=2; a=9")
  }

  @Test("damaged headers don't reach beyond their host")
  func headers() throws {
    let url = try #require(URL(webAddress: "https://a.example.org/x"))
    let samples = [
      "id=1; Domain=example.org; Path=/; Max-Age=60; Secure; HttpOnly",
      "a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Domain=.org", "x",
    ]
    var mutations = Mutations(of: samples, tokens: [";", "=", "Domain=", "Path=", ".", ",", "\""])
    for _ in 0..<1_800 {
      let text = String(decoding: mutations.next(), as: UTF8.self)
      _ = ContentType(text)
      _ = MetaRefresh(text)
      guard let cookie = Cookie(header: text, from: url, now: .distantPast) else { continue }
      #expect(!cookie.name.isEmpty || !cookie.value.isEmpty, "\(text)")
    }
  }
}
