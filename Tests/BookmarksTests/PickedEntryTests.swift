import Bookmarks
import Foundation
import Markup
import Testing

/// What the option ``BookmarkReader/Options/picksEntries`` does.
struct PickedEntryTests {
  private let list = """
    # Awesome Rays [![badge](https://img.example/b.svg)](https://badge.example/)

    <p align="center"><a href="https://sponsor.example/"><img src="s.png"></a></p>

    ## Contents
    - [Engines](#engines)

    ## Engines

    ### `C++` ones
    - [Embree](https://embree.example/) - Fast kernels, by [people](https://people.example/). See https://docs.example/.
    - [A](https://a.example/), [B](https://b.example/)
    - [Local](docs/local.md)

    ## Books
    [PBRT](https://pbrt.example/) #about
    - <https://bare.example/>

    Sponsored
    ---------
    <h2><a href="https://ad.example/">Buy</a></h2>

    - [C](https://c.example/) — about #fast
    """

  @Test("the entries of an awesome list are picked, with the headings above them")
  func entries() throws {
    let contents = try contents(of: list, options: .init(picksEntries: true))
    #expect(contents.format == .markdown)
    #expect(contents.title == "Awesome Rays")
    #expect(
      contents.bookmarks == [
        Bookmark(
          url: try url("https://embree.example/"), title: "Embree",
          summary: "Fast kernels, by people. See https://docs.example/.",
          tags: ["Engines", "C++ ones"]),
        Bookmark(url: try url("https://a.example/"), title: "A", tags: ["Engines", "C++ ones"]),
        Bookmark(url: try url("https://b.example/"), title: "B", tags: ["Engines", "C++ ones"]),
        Bookmark(url: try url("https://pbrt.example/"), title: "PBRT", tags: ["Books"]),
        Bookmark(url: try url("https://bare.example/"), tags: ["Books"]),
        Bookmark(url: try url("https://ad.example/"), title: "Buy"),
        Bookmark(
          url: try url("https://c.example/"), title: "C", summary: "about", tags: ["fast"]),
      ])
    #expect(contents.problems.isEmpty)
  }

  @Test("an import keeps all links, and no headings")
  func everything() throws {
    let contents = try contents(of: list)
    #expect(contents.bookmarks.count == 11)
    #expect(contents.bookmarks.allSatisfy { $0.tags.isEmpty || $0.tags == ["fast"] })
  }

  @Test("relative links need a base, and parts of the text are never links")
  func base() throws {
    let contents = try contents(
      of: list,
      options: .init(base: try url("https://r.example/list/README.md"), picksEntries: true))
    #expect(contents.bookmarks.map(\.address.text).contains("https://r.example/list/docs/local.md"))
    #expect(!contents.bookmarks.contains { $0.address.text.contains("#engines") })
  }

  @Test("several headings of the first level are topics")
  func parts() throws {
    let contents = try contents(
      of: "# One\n[a](https://a.example/)\n# Two\n[b](https://b.example/)\n",
      options: .init(picksEntries: true))
    #expect(contents.bookmarks.map(\.tags) == [["One"], ["Two"]])
  }

  @Test(
    "each line of a list has to be an address",
    arguments: [
      ("# a\n\nhttps://a.example/ two\n", [3]), ("https://a.example/\nnonsense", [2]),
      ("ftp://a.example/\n", [1]), ("https://a.example/\n<https://b.example/>\n", []),
      ("https://a.example/ | Title\nhttps://b.example/,https://c.example/\n", []),
    ])
  func lines(text: String, problems: [Int]) throws {
    let contents = try contents(of: text, format: .text, options: .init(picksEntries: true))
    #expect(contents.problems.map(\.line) == problems)
  }
}
