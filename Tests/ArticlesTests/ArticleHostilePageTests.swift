import Foundation
import Articles
import Testing

/// Pages made to use up time or the stack. A loop over all pairs of elements, or a recursion over
/// the depth, would never finish or crash.
@Suite struct ArticleHostilePageTests {
  private static func page(_ part: String, _ count: Int, then rest: String = "") -> String {
    String(repeating: part, count: count) + rest
  }

  static let pages: [String] = [
    page("<div>", 50_000, then: ArticleSamples.prose),
    page("<b>", 25_000, then: page("x, y<br><br>", 5_000)),
    page("<ul><li>", 25_000, then: ArticleSamples.prose),
    page("<blockquote>", 25_000, then: ArticleSamples.prose),
    page("<table><tr><td>", 12_500, then: ArticleSamples.prose),
    "<p>" + page("hello, x<script></script>", 12_500),
    ArticleSamples.prose
      + page("<div>", 12_500, then: page("<ul><li><a href=a>a link</a></ul>", 12_500)),
    page("<em>a, b </em>", 12_500),
    page("<a href=#a><table><tr><td>", 12_500, then: ArticleSamples.prose + "<ol><li id=a>Note"),
    ArticleSamples.prose + page("<ol><li id=a><a href=#a>1</a>", 12_500),
    page(
      "<div><h3><a href=/a>A linked heading</a></h3><p>A text, short, and one line.</p></div>",
      6_000),
    "<article>" + ArticleSamples.prose + page("<div>Label", 50_000),
    ArticleSamples.prose + page("<div class=photo><img src=/a.jpg><p>A pier</p>", 12_500),
    page("<noscript><img src=a>", 12_500, then: ArticleSamples.prose),
    page("<div class=widget>", 12_500, then: page("a, b and c or d.</div>", 12_500)),
    "<title>Ferry news</title><meta name=author content='\(page("Ada ", 5_000))'>"
      + page("<h2>Ada Ada Ada</h2><p>12.3.2024</p>", 6_000, then: ArticleSamples.prose),
    "<p>" + page("<", 250_000),
    ArticleSamples.prose + page("<div><h2>Related</h2>", 12_500)
      + page("<div><a href=/x>A long title of a page</a></div>", 12_500),
    ArticleSamples.prose + page("<ul><li><h3>1/5 x</h3></li>", 12_500),
    ArticleSamples.prose + "<pre>" + page(" \n<div class=title>", 12_500),
    ArticleSamples.prose + page("<code class='hl lean block'>a\nb</code><i></i>", 12_500),
    ArticleSamples.prose + "<h2>" + page("<span id=a>", 12_500, then: "a</h2>"),
    ArticleSamples.prose
      + page("<h2 id=see-also>See also</h2><ul><li><a href=/x>A page</a>", 12_500),
    "<article>" + ArticleSamples.prose + page("<p><img src=/a.jpg></p>", 25_000),
    page("<p class='", 1, then: page("a-b ", 25_000, then: "'>") + ArticleSamples.prose),
  ]

  @Test(arguments: pages.indices)
  func hostilePagesAreReadInLinearTime(place: Int) throws {
    let html = Self.pages[place]
    let markdown = (try? ArticleSamples.article(html))?.markdown ?? ""
    #expect(markdown.utf8.count <= 4 * html.utf8.count)
  }
}
