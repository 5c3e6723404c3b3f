import Articles
import Foundation
import TestSupport
import Testing

/// Pages that are no articles: what kind they are, and what of them is read.
@Suite struct ArticleKindTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var kind: Article.Kind
    var address: String
    var html: String
    /// What's in the text, in this order.
    var has: [String]
    var hasNot: [String]
    var testDescription: String { "\(kind), \(address)" }
  }

  private static let frame = (
    """
    <header><a href=/>Lantern Club</a><nav><ul><li><a href=/a>Home</a><li><a href=/b>Log in</a>\
    <li><a href=/c>Sign up</a></ul></nav></header>
    """,
    """
    <footer><ul><li><a href=/d>Privacy</a><li><a href=/e>Terms of use</a></ul>\
    <p>© 2026 Lantern Club</p></footer>
    """
  )

  private static func page(_ title: String, head: String = "", _ body: String) -> String {
    "<html><head><title>\(title)</title>\(head)</head><body>\(frame.0)\(body)\(frame.1)</body></html>"
  }

  private static let names = ["Ada", "Brook", "Cleo", "Dara", "Eli", "Finn", "Gus", "Hana"]

  static let posts = names.enumerated().map { number, name in
    """
    <div class=post id=p\(number)><div class=postprofile><a href=/u/\(name)>\(name)</a></div>\
    <div class=postbody><p class=author>by \(name) » 3 May 2025, 10:0\(number)</p><div class=content>\
    <p>My lamp number \(number) went out in the rain, and I had to dry it for \(number + 2) days.</p>\
    <p>Does yours do that, too? The wick is new, and the glass is clean.</p></div></div></div>
    """
  }.joined()

  static let entries = names.map { name in
    """
    <li class=entry><h3><a href=/read/\(name)>\(name) builds a lantern from tin</a></h3>\
    <p class=summary>Twelve steps, from the tin to the flame, by \(name).</p></li>
    """
  }.joined()

  static let sections = names.map { name in
    """
    <section class=feature><h2>\(name) keeps your lamps lit</h2><p>Our team in \(name)ville looks \
    after every lamp in your street, in any weather.</p><a class=btn href=/try>Try it</a></section>
    """
  }.joined()

  static let samples = [
    Sample(
      kind: .thread, address: "https://forum.example.org/viewtopic.php?t=12",
      html: page("Wet lamps", "<h2><a href=#>Wet lamps</a></h2>\(posts)"),
      has: ["My lamp number 0", "My lamp number 1", "My lamp number 7", "the glass is clean"],
      hasNot: ["Log in", "Privacy", "Terms of use"]),
    Sample(
      kind: .list, address: "https://example.org/category/lanterns",
      html: page(
        "Lanterns", head: "<meta property=og:type content=website>",
        "<main><h1>Lanterns</h1><ul class=entries>\(entries)</ul></main>"),
      has: ["Ada builds", "Twelve steps", "Hana builds"],
      hasNot: ["Log in", "Privacy", "Terms of use"]),
    Sample(
      kind: .page, address: "https://example.org/",
      html: page(
        "Lamps in your street", head: "<meta property=og:type content=website>",
        "<main><h1>Lamps in your street</h1>\(sections)</main>"),
      has: ["Ada keeps your lamps", "looks after every lamp", "Hana keeps your lamps"],
      hasNot: ["Log in", "Privacy", "Terms of use"]),
    Sample(
      kind: .product, address: "https://shop.example.org/products/storm-lantern",
      html: page(
        "Storm Lantern",
        head: """
          <meta property=og:type content=product><script type=application/ld+json>\
          {"@type":"Product","name":"Storm Lantern","offers":{"price":"35.00"}}</script>
          """,
        """
        <main><h1>Storm Lantern</h1><p class=price>$ 35.00</p><form><button>Add to cart</button>\
        </form><div class=description><p>A lantern of tin and glass that burns for twenty hours, \
        in any wind.</p><ul><li>Height: 30 cm<li>Weight: 900 g</ul></div></main>
        """),
      has: ["burns for twenty hours", "Height: 30 cm"], hasNot: ["Log in", "Privacy"]),
  ]

  @Test("a page is read as its kind, from its first section to its last", arguments: samples)
  func kinds(sample: Sample) throws {
    let url = try #require(URL(string: sample.address))
    let article = try Article(html: Data(sample.html.utf8), url: url)
    #expect(article.kind == sample.kind)
    var text = article.plainText[...]
    for part in sample.has {
      let range = try #require(text.range(of: part), "\(part) isn't in \(text)")
      text = text[range.upperBound...]
    }
    for part in sample.hasNot { #expect(!article.plainText.contains(part)) }
  }

  @Test("an article among menus is an article")
  func article() throws {
    let html = Self.page(
      "The ferry", head: "<meta property=og:type content=article>",
      "<article><h1>The ferry</h1>\(ArticleSamples.prose)</article>")
    let article = try ArticleSamples.article(html)
    #expect(article.kind == .article)
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test("an article that was stored before there were kinds is one")
  func stored() throws {
    var article = try ArticleSamples.article(ArticleSamples.prose)
    article.kind = .list
    let data = try JSONEncoder().encode(article)
    #expect(try JSONDecoder().decode(Article.self, from: data).kind == .list)
    let old = String(decoding: data, as: UTF8.self).replacing(/"kind":"list",?/, with: "")
      .replacing(",}", with: "}")
    #expect(try JSONDecoder().decode(Article.self, from: Data(old.utf8)).kind == .article)
  }

  @Test("each weight has the name of its feature")
  func weights() { #expect(FeatureReport.misnamedWeights.isEmpty) }

  @Test("a list beside a hidden form to log in is read")
  func formBeside() throws {
    let url = try #require(URL(string: "https://shop.example.org/collections/lamps"))
    let products = (1...30).map { number in
      "<li><a href=/products/\(number)>Storm lantern number \(number)</a> <b>$ \(number).00</b></li>"
    }
    let html = Self.page(
      "Lamps",
      "<main><h1>Lamps</h1><ul>\(products.joined())</ul></main><form><input type=password></form>")
    let article = try Article(html: Data(html.utf8), url: url)
    #expect(article.kind == .list)
    #expect(article.plainText.contains("Storm lantern number 3 "))
  }

  @Test("four times the posts take about four times the work")
  func manyPosts() throws {
    let url = try #require(URL(string: "https://forum.example.org/viewtopic.php?t=12"))
    let pages = [1_500, 6_000].map { count in
      Data(Self.page("Wet lamps", String(repeating: Self.posts, count: count / 8)).utf8)
    }
    let time = ProcessorTime(
      short: { _ = try? Article(html: pages[0], url: url) },
      long: { _ = try? Article(html: pages[1], url: url) })
    #expect(time.isInProportion, "\(time)")
  }
}
