import Bookmarks
import Foundation
import Markup
import Testing

struct PageTests {
  private func page(_ html: String, at base: String? = nil) throws -> BookmarkReader.Contents {
    let contents = try contents(
      of: html, format: .page, options: .init(base: base.flatMap { URL(string: $0) }))
    #expect(contents.problems.isEmpty)
    return contents
  }

  @Test("the links in the text of a page are read, with the headings above them")
  func links() throws {
    let contents = try contents(
      of: """
        <!DOCTYPE html><html><head><title>Good
        links</title></head><body><header><a href="https://no.example/">No</a></header>
        <nav><a href="https://no.example/1">No</a></nav><div role="navigation"><a href="https://no.example/2">No</a></div>
        <main><h1>All</h1><h2>Graphics</h2><p><a href="https://a.example/">The <i>A</i></a>, <a href="/own">own</a>
        <h3>Rays</h3><a href="https://b.example/"><img alt="x" src="x"></a> <a href="https://c.example/">C</a>
        <h2><a href="https://d.example/">D</a></h2><a href="#x">x</a> <a href="mailto:x@e.example">E</a>
        <h2>Sound</h2><a href="//e.example/">E</a> <a href="https://share.example/?u=https%3A//p.example/">Share</a>
        </main><aside><a href="https://no.example/3">No</a></aside><footer><a href="https://no.example/4">No</a></footer>
        """, options: .init(base: try url("https://p.example/list")))
    #expect(contents.format == .page)
    #expect(contents.title == "Good links")
    #expect(
      contents.bookmarks == [
        Bookmark(url: try url("https://a.example/"), title: "The A", tags: ["Graphics"]),
        Bookmark(url: try url("https://c.example/"), title: "C", tags: ["Graphics", "Rays"]),
        Bookmark(url: try url("https://d.example/"), title: "D"),
        Bookmark(url: try url("https://e.example/"), title: "E", tags: ["Sound"]),
      ])
    #expect(contents.problems.isEmpty)
  }

  @Test(
    "without enough links to other sites, those to the own site count",
    arguments: [(10, 1, 1), (11, 1, 11), (3, 0, 3), (0, 2, 2)])
  func own(own: Int, other: Int, expected: Int) throws {
    let links =
      (0..<own).map { "<a href='/\($0)'>O</a>" }
      + (0..<other).map { "<a href='https://o.example/\($0)'>O</a>" }
    let page = try page(links.joined(), at: "https://www.p.example/")
    #expect(page.bookmarks.count == expected)
  }

  @Test(
    "relative addresses are resolved",
    arguments: [
      ("<base href='https://b.example/c/'>", "https://p.example/", "https://b.example/c/x"),
      ("", "https://p.example/a/b", "https://p.example/a/x"),
      ("<link rel=canonical href='https://q.example/a/'>", nil, "https://q.example/a/x"),
      (
        "<!-- saved from url=(0020)https://s.example/a/ -->\n", nil, "https://s.example/a/x"
      ),
      ("", nil, nil),
    ] as [(String, String?, String?)])
  func bases(head: String, base: String?, address: String?) throws {
    let page = try page("<!DOCTYPE html>\(head)<p><a href='x'>X</a>", at: base)
    #expect(page.bookmarks.map(\.address.text) == [address].compactMap(\.self))
  }

  @Test("a heading that's a sentence is no topic")
  func longHeading() throws {
    let heading = String(repeating: "word ", count: 13)
    let page = try page("<h2>\(heading)</h2><a href='https://a.example/'>A</a>")
    #expect(page.bookmarks.map(\.tags) == [[]])
  }
}
