import Articles
import Foundation
import TestSupport
import Testing

/// Pages made to use up time or the stack, with a loop over all pairs of elements or a recursion over
/// the depth.
@Suite struct ArticleHostilePageTests {
  private static func page(_ part: String, _ count: Int, then rest: String = "") -> String {
    String(repeating: part, count: count) + rest
  }

  /// Pages whose parts are repeated in proportion to a number.
  static func pages(_ count: Int) -> [String] {
    [
      page("<div>", 4 * count, then: ArticleSamples.prose),
      page("<b>", 2 * count, then: page("x, y<br><br>", count / 2)),
      page("<ul><li>", 2 * count, then: ArticleSamples.prose),
      page("<blockquote>", 2 * count, then: ArticleSamples.prose),
      page("<table><tr><td>", count, then: ArticleSamples.prose),
      "<p>" + page("hello, x<script></script>", count),
      ArticleSamples.prose
        + page("<div>", count, then: page("<ul><li><a href=a>a link</a></ul>", count)),
      page("<em>a, b </em>", count),
      page("<a href=#a><table><tr><td>", count, then: ArticleSamples.prose + "<ol><li id=a>Note"),
      ArticleSamples.prose + page("<ol><li id=a><a href=#a>1</a>", count),
      page(
        "<div><h3><a href=/a>A linked heading</a></h3><p>A text, short, and one line.</p></div>",
        count / 2),
      "<article>" + ArticleSamples.prose + page("<div>Label", 4 * count),
      ArticleSamples.prose + page("<div class=photo><img src=/a.jpg><p>A pier</p>", count),
      page("<noscript><img src=a>", count, then: ArticleSamples.prose),
      page("<div class=widget>", count, then: page("a, b and c or d.</div>", count)),
      "<title>Ferry news</title><meta name=author content='\(page("Ada ", count / 2))'>"
        + page("<h2>Ada Ada Ada</h2><p>12.3.2024</p>", count / 2, then: ArticleSamples.prose),
      "<p>" + page("<", 20 * count),
      ArticleSamples.prose + page("<div><h2>Related</h2>", count)
        + page("<div><a href=/x>A long title of a page</a></div>", count),
      ArticleSamples.prose + page("<ul><li><h3>1/5 x</h3></li>", count),
      ArticleSamples.prose + "<pre>" + page(" \n<div class=title>", count),
      ArticleSamples.prose + page("<code class='hl lean block'>a\nb</code><i></i>", count),
      ArticleSamples.prose + "<h2>" + page("<span id=a>", count, then: "a</h2>"),
      ArticleSamples.prose
        + page("<h2 id=see-also>See also</h2><ul><li><a href=/x>A page</a>", count),
      "<article>" + ArticleSamples.prose + page("<p><img src=/a.jpg></p>", 2 * count),
      ArticleSamples.prose + "<p>" + page("a<ruby>b<rt>c<i><i><i><i>", count),
      ArticleSamples.prose + "<p>" + page("<ruby>b<rp>(<rt>c", count),
      ArticleSamples.prose + "<p>" + page("<em>a b c</em><b><sup>n", count),
      page("<noscript>", count, then: page("<p>A text, short, and a line.</p>", count)),
      ArticleSamples.prose + page("<h2>Share</h2><p>Share it.</p><h3>Tags</h3>", count),
      ArticleSamples.prose + page("<form><p>Share it, all of you.</p><input>", count),
      page("<p class='", 1, then: page("a-b ", 2 * count, then: "'>") + ArticleSamples.prose),
    ]
  }

  @Test("four times the page takes about four times the work", arguments: pages(1).indices)
  func hostilePagesAreReadInLinearTime(place: Int) throws {
    let (short, long) = (Self.pages(500)[place], Self.pages(2_000)[place])
    var markdown = ""
    let time = ProcessorTime(
      short: { _ = try? ArticleSamples.article(short) },
      long: { markdown = (try? ArticleSamples.article(long))?.markdown ?? "" })
    #expect(time.isInProportion, "\(time)")
    #expect(markdown.utf8.count <= 4 * long.utf8.count)
  }
}
