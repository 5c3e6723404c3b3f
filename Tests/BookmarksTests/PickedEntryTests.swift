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

  @Test(
    "the text behind an entry is its description, whatever stands between",
    arguments: [
      ("- [A](https://a.example/1) - plain", "plain"),
      (
        "- [A](https://a.example/1) [[crate](https://c.example/b)] - after a bracket",
        "after a bracket"
      ),
      ("- **[A](https://a.example/1)** - bold", "bold"), ("- _[A](https://a.example/1)_: it", "it"),
      ("- **[A](https://a.example/1)** without a dash", "without a dash"),
      (
        "- [A](https://a.example/1) ([demo](https://d.example/)) `C++` – *fast* [x](https://x.example/).",
        "fast x."
      ),
      (
        "- [A](https://a.example/1) by [B](https://b.example/) — rays (2020 - 2024)",
        "rays (2020 - 2024)"
      ),
      (
        "- [A](https://a.example/1) `⚠` - depends ([Source](https://s.example/)) `MIT`",
        "depends (Source) MIT"
      ),
      (
        "- [A](https://a.example/1) ![badge](b.svg) [![stars](s.svg)](https://s.example/) - about",
        "about"
      ),
      ("- ✨ [A](https://a.example/1) [[a - b](https://b.example/)]", nil),
      ("| Name | What |\n|---|---|\n| [A](https://a.example/1) | in a table |", "in a table"),
      (
        "| API | Auth | Description | HTTPS |\n|---|---|---|---|\n| [A](https://a.example/1) | No | Rays of \\| all kinds | Yes |\n| [B](https://b.example/) | No | More rays | Yes |",
        "Rays of | all kinds"
      ),
      ("| Stars | Repo |\n|---|---|\n| 12 | [A](https://a.example/1) |", nil),
      ("- [A](https://a.example/1), [B](https://b.example/) - both", nil),
    ] as [(String, String?)])
  func descriptions(text: String, summary: String?) throws {
    let contents = try contents(of: text, format: .markdown, options: .init(picksEntries: true))
    #expect(contents.bookmarks.first?.address.text == "https://a.example/1")
    #expect(contents.bookmarks.first?.summary == summary)
  }

  @Test("front matter is the list's title, and no topic")
  func frontMatter() throws {
    let contents = try contents(
      of: "---\ntitle: Links\ntags: [x]\n---\n\n- [A](https://a.example/) - d\n",
      options: .init(picksEntries: true))
    #expect(contents.title == "Links")
    #expect(contents.bookmarks.map(\.tags) == [[]])
    #expect(contents.bookmarks.map(\.summary) == ["d"])
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
    "an entry of a list is one link, whatever other addresses its project has",
    arguments: [
      // As awesome lists write them: a repository, a package, documentation, badges.
      (
        "[a](https://a.example/) [[source](https://git.example/a)] - About.", ["https://a.example/"]
      ),
      (
        "[o/tool](https://github.com/o/tool) [[tool](https://crates.io/crates/tool)] — x",
        ["https://github.com/o/tool"]
      ),
      (
        "[a](https://a.example/) ([Source](https://git.example/a), [Demo](https://d.example/)) `MIT`",
        ["https://a.example/"]
      ),
      ("**[a](https://a.example/)** - By [b](https://b.example/).", ["https://a.example/"]),
      ("[a](https://a.example/) [docs](https://docs.example/a)", ["https://a.example/"]),
      (
        "[a](https://a.example/) [![b](https://i.example/b.svg)](https://b.example/) x",
        ["https://a.example/"]
      ),
      (
        "[![b](https://i.example/b.svg)](https://b.example/) [a](https://a.example/)",
        ["https://a.example/"]
      ),
      ("🚀 [a](https://a.example/) is like [b](https://b.example/)", ["https://a.example/"]),
      ("[x] [a](https://a.example/) [b](https://b.example/)", ["https://a.example/"]),
      // Twins in an enumeration.
      (
        "Tool: [site](https://tool.example/), [code](https://github.com/o/tool), [docs](https://docs.tool.example/x)",
        ["https://tool.example/"]
      ),
      (
        "[tool](https://github.com/o/tool-x), [crate](https://crates.io/crates/tool_x), [tool-x](https://npm.example/p/tool-x)",
        ["https://github.com/o/tool-x"]
      ),
      (
        "**[Rays](https://rays.example/)** [Docs](https://docs.rs/rays), [Code](https://g.example/rays)",
        ["https://rays.example/"]
      ),
      // Entries of their own.
      (
        "[A](https://a.example/) ([code](https://x.example/)), [B](https://b.example/)",
        ["https://a.example/", "https://b.example/"]
      ),
      (
        "See [A](https://a.example/) for rays, [B](https://b.example/) for light",
        ["https://a.example/", "https://b.example/"]
      ),
      (
        "[a](https://a.example/), [b](https://b.example/) and [c](https://c.example/)",
        ["https://a.example/", "https://b.example/", "https://c.example/"]
      ),
      (
        "Parts: [1](https://a.example/blog), [2](https://b.example/blog) / [3](https://b.example/b)",
        ["https://a.example/blog", "https://b.example/blog", "https://b.example/b"]
      ),
      (
        "See ([a](https://a.example/)) or ([b](https://b.example/))",
        ["https://a.example/", "https://b.example/"]
      ),
      ("[top](#top) [a](https://a.example/)", ["https://a.example/"]),
      (
        "About: https://a.example/ and https://b.example/",
        ["https://a.example/", "https://b.example/"]
      ),
    ])
  func projects(item: String, addresses: [String]) throws {
    for list in ["- \(item)\n", "1. \(item)\n\n2. text\n", "- x\n  - \(item)\n"] {
      let contents = try contents(
        of: "## T\n\n\(list)", format: .markdown, options: .init(picksEntries: true))
      #expect(contents.bookmarks.map(\.address.text) == addresses)
    }
  }

  @Test(
    "a mistyped address in a list is a problem, but words aren't",
    arguments: [
      ("# a\n\nhttps://a.example/ two\nsome words\n", []), ("https://a.example/\nnonsense", [2]),
      ("My links:\nsee https://a.example/\nexample.com/x\n", []),
      ("ftp://a.example/\n", [1]), ("Title ftp://a.example/\n", [1]),
      ("https://a.example/\n<https://b.example/>\n", []),
      ("https://a.example/ | Title\nhttps://b.example/,https://c.example/\n", []),
    ])
  func lines(text: String, problems: [Int]) throws {
    let contents = try contents(of: text, format: .text, options: .init(picksEntries: true))
    #expect(contents.problems.map(\.line) == problems)
  }
}
