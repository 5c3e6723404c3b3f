import Foundation
import LinkPreview
import Testing

/// Dates that only readers of the page see.
@Suite("Visible dates")
struct VisibleDateTests {
  private func day(
    _ body: String, language: String = "en", head: String = "", path: String = "/news/story"
  ) throws -> String? {
    let url = try #require(URL(string: "https://www.daily-news.org" + path))
    let page =
      "<html lang=\(language)><head><title>A Quiet Morning - Daily News</title>\(head)</head>"
      + "<body>\(body)</body>"
    return LinkMetadata(html: Data(page.utf8), url: url).published?.formatted(.iso8601)
      .prefix(10).description
  }

  @Test(
    "a date below the headline is read in many languages",
    arguments: [
      ("March 9, 2021", "en"), ("9th of March, 2021", "en"), ("Tue 9 Mar 2021, 10:15", "en"),
      ("9. März 2021", "de"), ("Dienstag, 09.03.2021", "de"), ("9 mars 2021 à 10h15", "fr"),
      ("9 de marzo de 2021", "es"), ("9 marzo 2021", "it"), ("9 de março de 2021", "pt"),
      ("9 marca 2021 r.", "pl"), ("9 марта 2021 г.", "ru"), ("9 березня 2021", "uk"),
      ("2021年3月9日", "ja"), ("2021 年 3 月 9 日 10:15", "zh"), ("2021년 3월 9일", "ko"),
      ("2021. március 9.", "hu"), ("9 Mart 2021", "tr"), ("الثلاثاء 09 مارس 2021", "ar"),
      ("2021-03-09", "en"), ("2021/03/09", "ja"), ("3/9/2021", "en-US"), ("09/03/2021", "fr"),
      ("9 &#109;&auml;rz&nbsp;2021".replacing("&#109;&auml;rz", with: "M&auml;rz"), "de"),
    ])
  func languages(written: String, language: String) throws {
    #expect(
      try day("<h1>A Quiet Morning</h1><p>\(written)</p>", language: language) == "2021-03-09")
  }

  @Test(
    "a date counts where people look for it",
    arguments: [
      "<h1>A Quiet Morning</h1><p>By Ada Moore, March 9, 2021</p>",
      "<h1>Daily News</h1><h2>A Quiet Morning</h2><p>March 9, 2021</p>",
      "<p>March 9, 2021</p><h1>A Quiet Morning</h1>",
      "<h1>A Quiet Morning</h1><time>March 9, 2021</time>",
      "<h1><span class=date>March 9, 2021</span> A Quiet Morning</h1>",
      "<h1>A Quiet Morning</h1><p>\(prose)</p><span class=entry-date>March 9, 2021</span>",
      "<h1>A Quiet Morning</h1><p>\(prose)</p><b id=pubDate><i>March</i> <i>9</i>, 2021</b>"
        .replacing("<i>March</i> <i>9</i>, 2021", with: "March 9, 2021"),
      "<h1>A Quiet Morning</h1><p>\(prose)</p><td>Published:</td><td>March 9, 2021</td>",
      "<h1>A Quiet Morning</h1><abbr class=published title=2021-03-09>just now</abbr>",
      "<div class=post-date>09.03.21</div><h1>A Quiet Morning</h1>",
      "<h1>A Quiet Morning</h1><p>Updated April 2, 2021</p><p>Posted March 9, 2021</p>",
      "<h1>A Quiet Morning</h1><p>Last updated: March 9, 2021</p>",
      "<nav><i class=date>May 1, 2022</i></nav><h1>A Quiet Morning</h1><p>March 9, 2021</p>",
      "<b class=current-date>May 1, 2022</b><h1>A Quiet Morning</h1><p>March 9, 2021</p>",
    ])
  func places(body: String) throws { #expect(try day(body) == "2021-03-09") }

  @Test(
    "a date of something else isn't the page's",
    arguments: [
      "<h1>A Quiet Morning</h1><p>It all began on March 9, 2021, when \(prose)</p>",
      "<h1>A Quiet Morning of March 9, 2021</h1>",
      "<h1>A Quiet Morning</h1><footer><p class=date>March 9, 2021</p></footer>",
      "<h1>A Quiet Morning</h1><div class=comment><b class=date>March 9, 2021</b></div>",
      "<h1>A Quiet Morning</h1><p>© March 9, 2021</p>", "<h1>A Quiet Morning</h1><p>1.3.9.2021</p>",
      "<h1>A Quiet Morning</h1><p>March 9, 2021, 10:00 - 12:00</p>",
      "<h1>A Quiet Morning</h1><p>9.3.2021 - 11.3.2021</p>",
      "<h1>A Quiet Morning</h1><p>3/9/2021</p>", "<h1>A Quiet Morning</h1><p>March 9, 2994</p>",
      "<h1>A Quiet Morning</h1><p>March 9, 1994</p>", "<h1>A Quiet Morning</h1><p>March 2021</p>",
      "<h1>A Quiet Morning</h1><p>February 30, 2021</p>",
      "<h1>A Quiet Morning</h1><p>Deadline: March 9, 2021</p>",
      "<i class=date>March 9, 2021</i><i class=date>May 3, 2021</i><i class=date>May 4, 2021</i>",
      "<b class=date>March 9, 2021</b><p>\(prose)</p><h1>A Quiet Morning</h1>",
      "<template><h1>A Quiet Morning</h1><p>March 9, 2021</p></template>",
    ])
  func otherDates(body: String) throws { #expect(try day(body) == nil) }

  @Test("a front page has no date")
  func frontPage() throws {
    #expect(try day("<h1>A Quiet Morning</h1><p>March 9, 2021</p>", path: "/") == nil)
  }

  @Test(
    "what the page states for machines takes precedence, and the address comes last",
    arguments: [
      ("<meta property=article:published_time content=2020-01-02>", "/x", "2020-01-02"),
      ("<meta name=date content=2020-01-02>", "/x", "2020-01-02"),
      ("<meta property=article:published_time content=2994-01-02>", "/x/y", nil),
      ("<meta property=article:modified_time content=2022-01-02>", "/x", "2021-03-09"),
      // A day after the last change is today's.
      ("<meta property=article:modified_time content=2020-01-02>", "/x", "2020-01-02"),
      ("", "/2021/03/09/x", "2021-03-09"), ("", "/2021/03/08/x", "2021-03-09"),
      ("", "/2019/05/06/x", "2021-03-09"), ("", "/1989/05/06/x", "2021-03-09"),
    ] as [(String, String, String?)])
  func precedence(head: String, path: String, found: String?) throws {
    let body = "<h1>A Quiet Morning</h1><p class=date>March 9, 2021</p>"
    #expect(try day(body, head: head, path: path) == found)
  }

  @Test(
    "an article isn't from before there were web pages, but a book may be",
    arguments: [("NewsArticle", "1970-01-01", nil), ("Book", "1903-05-06", "1903-05-06")]
      as [(String, String, String?)])
  func oldSubject(type: String, published: String, found: String?) throws {
    let head = ld("{\"@type\":\"\(type)\",\"datePublished\":\"\(published)\"}")
    #expect(try day("", head: head) == found)
  }

  @Test("dates in the address before there were web pages are ignored")
  func oldAddress() throws {
    #expect(try day("", path: "/1989/05/06/x") == nil)
  }

  @Test("long pages take time in proportion to their length")
  func hostile() throws {
    let line = "<h2>A Quiet Morning</h2><b class=date>1.1.1.1.1.1.1.1/1/1/1</b>"
    func time(_ count: Int) throws -> Duration {
      let page = String(repeating: line, count: count)
      return try ContinuousClock().measure { _ = try day(page) }
    }
    _ = try time(100)
    #expect(try time(20_000) < .seconds(5))
  }

  private static let prose = String(repeating: "Nothing much happened in the village. ", count: 12)
}
