import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

/// Markdown and plain text.
struct ProseTests {
  struct Sample: Sendable {
    var text: String
    var addresses: [String]
    var titles: [String?]

    init(_ text: String, _ links: (String, String?)...) {
      self.text = text
      addresses = links.map(\.0)
      titles = links.map(\.1)
    }
  }

  @Test(
    "links in Markdown are found",
    arguments: [
      Sample("[a](https://a.example/)", ("https://a.example/", "a")),
      Sample("see [a](https://a.example/ \"T (x\") there", ("https://a.example/", "a")),
      Sample("[a](<https://a.example/x(y>)", ("https://a.example/x(y", "a")),
      Sample("[a](https://a.example/x_(y))", ("https://a.example/x_(y)", "a")),
      Sample("[a [b] \\] c](https://a.example/)", ("https://a.example/", "a [b] ] c")),
      Sample(
        "[![alt](https://i.example/i.png)](https://a.example/)", ("https://a.example/", "alt")),
      Sample("![alt](https://i.example/i.png)"),
      Sample(
        "<https://a.example/> https://b.example/.", ("https://a.example/", nil),
        ("https://b.example/", nil)),
      Sample("(see https://a.example/x_(y)).", ("https://a.example/x_(y)", nil)),
      Sample("[a][ref]\n\n[ref]: https://a.example/ \"T\"", ("https://a.example/", "a")),
      Sample("[a]: https://a.example/\n\nnothing refers to it"),
      Sample("[**a** `b` _c_](https://a.example/)", ("https://a.example/", "a b c")),
      Sample(
        "<a href=\"https://a.example/?x=1&amp;y\">a *b*</a> c", ("https://a.example/?x=1&y", "a b")),
      Sample(
        "<p>\n<a href='https://a.example/'>\n\n![alt](i.png)\n\n</a>", ("https://a.example/", "alt")
      ),
      Sample(
        "<!-- [a](https://a.example/) -->\n<img src=\"https://i.example/\">\n\n    https://b.example/"
      ),
      Sample(
        "- a\n  ```\n  https://a.example/\n  ```\n- [b](https://b.example/)",
        ("https://b.example/", "b")),
      Sample("https\\://a.example/ and \\\\https://b.example/", ("https://b.example/", nil)),
      Sample(
        "[https://a.example/x](https://b.example/)", ("https://b.example/", "https://a.example/x")),
      Sample("`[a](https://a.example/)` and `` ` https://b.example `` c"),
      Sample("```\nhttps://a.example/\n```\nhttps://b.example/", ("https://b.example/", nil)),
      Sample("# [a](https://a.example/)", ("https://a.example/", "a")),
      Sample("[a](relative.md) [b](#anchor) [c](mailto:x@a.example)"),
      Sample(
        "[a](https://a.example/)、[b](https://b.example/)", ("https://a.example/", "a"),
        ("https://b.example/", "b")),
      Sample("\\[a](https://a.example/)", ("https://a.example/", nil)),
      Sample("[a](https://a.example/", ("https://a.example/", nil)),
    ])
  func markdown(_ sample: Sample) async throws {
    let file = try await readFile(sample.text, format: .markdown)
    #expect(file.bookmarks.map(\.url.absoluteString) == sample.addresses)
    #expect(file.bookmarks.map(\.title) == sample.titles)
    #expect(file.problems.isEmpty)
  }

  @Test(
    "the summary and tags after a list item's link are read",
    arguments: [
      ("- [a](https://a.example/) — About #swift #ray-tracing", "About", ["swift", "ray-tracing"]),
      ("* [ ] [a](https://a.example/): about #1", "about #1", []),
      ("  12. [a](https://a.example/) #two words# #c\\#", nil, ["two words", "c#"]),
      ("+ [a](https://a.example/) - a \\#b c#", "a #b c#", []),
      ("- <https://a.example/>", nil, []), ("- [a](https://a.example/) #", "#", []),
      ("text [a](https://a.example/) — none #none", nil, []),
    ] as [(String, String?, [String])])
  func tails(line: String, summary: String?, tags: [String]) async throws {
    let bookmark = try await readFile(line, format: .markdown).only
    #expect(bookmark.summary == summary)
    #expect(bookmark.tags == tags)
  }

  @Test(
    "addresses in plain text are found",
    arguments: [
      ("https://a.example/\r\n\nhttp://b.example\n", ["https://a.example/", "http://b.example/"]),
      ("# https://a.example/\n  # x\nhttps://b.example/#c", ["https://b.example/#c"]),
      (
        "Read HTTPS://a.example/x, it's (https://b.example/)!",
        ["https://a.example/x", "https://b.example/"]
      ),
      ("「https://a.example/x」。", ["https://a.example/x"]), ("xhttps://a.example/", []),
      ("“https://a.example/x”", ["https://a.example/x"]), ("https://", []), ("a: b:// c://", []),
      ("https://a.example/https://b.example/", ["https://a.example/https://b.example/"]),
      ("https://a.example/))))", ["https://a.example/))))"]),
      (
        "https://a.example/\u{A0}\nhttps://b.example/\u{3000}x",
        ["https://a.example/", "https://b.example/"]
      ),
      (
        "https://a.example/x_(y)_\nhttps://b.example/?\n",
        ["https://a.example/x_(y)_", "https://b.example/?"]
      ),
      (
        "https://a.example/*\r\nhttps://b.example/a:\n",
        ["https://a.example/*", "https://b.example/a:"]
      ),
      (
        "https://a.example/',\n<https://b.example/x'>\n",
        ["https://a.example/", "https://b.example/x'"]
      ),
    ])
  func text(text: String, addresses: [String]) async throws {
    let file = try await readFile(text, format: .text)
    #expect(file.bookmarks.map(\.url.absoluteString) == addresses)
  }

  @Test(
    "a title in front of the only address of a line is its title",
    arguments: [
      ("Ray Tracing https://a.example/x", "Ray Tracing"),
      ("- Ray tracing: https://a.example/", "Ray tracing"),
      ("2. rays — https://a.example/", "rays"), ("光線 https://a.example/", "光線"),
      ("see https://a.example/", nil), ("See https://a.example/", nil),
      ("Read this. Then https://a.example/", nil), ("Rays (https://a.example/)", nil),
      ("A https://a.example/ B https://b.example/", nil), ("words https://a.example/", nil),
    ] as [(String, String?)])
  func titles(line: String, title: String?) async throws {
    let file = try await readFile(line, format: .text)
    #expect(file.bookmarks.first?.title == title)
    #expect(file.bookmarks.first?.url.host() == "a.example" && file.problems.isEmpty)
  }

  @Test(
    "an address in running text ends where its text does",
    arguments: [
      ("See <https://a.example/slack|label> there", ["https://a.example/slack"], "label"),
      ("<https://a.example/x|My page>", ["https://a.example/x"], "My page"),
      ("- <http://a.example/x?a|b|c>", ["http://a.example/x?a"], "b|c"),
      ("read https://a.example/long… ok", ["https://a.example/long"], nil),
      ("https://a.example/long…", ["https://a.example/long"], nil),
      ("read https://a.example/long... ok", ["https://a.example/long"], nil),
      ("see https://a.example/é…", ["https://a.example/%C3%A9"], nil),
      ("https://a.example/a|b", ["https://a.example/a|b"], nil),
    ] as [(String, [String], String?)])
  func runningText(line: String, addresses: [String], title: String?) async throws {
    for text in [line, "Some words\n\(line)\n"] {
      let file = try await readFile(text, format: .text)
      #expect(file.bookmarks.map(\.address.text) == addresses)
      #expect(file.bookmarks.first?.title == title)
    }
  }

  @Test("an address that's alone on its line needs no scheme")
  func withoutScheme() async throws {
    let text = "Some links\nexample.com/bare\n  www.example.org \nnotes.txt\nsee example.net/x\n"
    let file = try await readFile(text)
    #expect(
      file.bookmarks.map(\.url.absoluteString) == [
        "https://example.com/bare", "https://www.example.org/",
      ])
    #expect(file.problems.isEmpty)
    #expect(URL.webAddresses(in: text) == file.bookmarks.map(\.url))
    #expect(BookmarkFormat(startOfFile: Array("hello\nmain.rs\nv1.2\n".utf8)) == nil)
  }

  @Test("a line with another kind of address is reported, but prose isn't")
  func problems() async throws {
    let file = try await readFile("Some words: here\nftp://a.example/\nhttps://b.example/ b\n")
    #expect(file.bookmarks.count == 1)
    #expect(file.problems.map(\.line) == [2])
  }

  @Test(
    "lines built to take forever are read in time", .takesTurn,
    arguments: [
      "[", "]", "[](", "[](a ", "[](<", "`", "` ``", "![", "http://", "<http://", "#a ", "(", "\\",
      ")",
      "[a](https://a.example/x \"", "=a ", "*", "[[", "[[http://", "<!--", "<a ", "\"", "\n", "\n ",
    ])
  func hostile(piece: String) async throws {
    let line = String(repeating: piece, count: 10_000 / piece.utf8.count)
    for format in [BookmarkFormat.markdown, .text, .org, .newsboat, .opera] {
      _ = try await readFile("- [a](https://a.example/) \(line)\n\(line)", format: format)
    }
    // Recognizing the format must not take forever either.
    for start in ["", "<", "<p>", "[[", "{"] {
      _ = BookmarkFormat(startOfFile: Array("\(start)\(line) http://".utf8))
    }
  }

  @Test("lines of newsboat that aren't links are reported")
  func newsboat() async throws {
    let file = try await readFile(
      """
      # comment
      "query:Unread:unread = \\"yes\\""
      "exec:~/bin/x.sh"
      https://a.example/1 "~One"
      filter:~/f.sh:https://b.example/ tag
      """)
    #expect(file.bookmarks.map(\.title) == ["One"])
    #expect(file.problems.map(\.line) == [2, 3, 5])
    #expect(file.problems.map(\.kind) == [.scheme("query"), .scheme("exec"), .scheme("filter")])
  }

  @Test(
    "front matter is no topic, and names the page that a note is about",
    arguments: [
      (
        "---\ntitle: \"My page\"\nsource: \"https://a.example/1\"\ntags: [\"x\", \"two words\"]\n---\n\nWords.\n",
        ["https://a.example/1 My page #x #two words"]
      ),
      (
        "---\ntitle: My page\nurl: https://a.example/1\ntags:\n  - x\n---\n\n- [B](https://b.example/) - d\n",
        ["https://a.example/1 My page #x", "https://b.example/ B"]
      ),
      (
        "---\ntitle: Links\ntags: [x]\n---\n\n- [B](https://b.example/) - d\n",
        ["https://b.example/ B"]
      ),
      (
        "+++\ntitle = 'My page'\nlink = 'https://a.example/1'\ntags = ['x']\n+++\n",
        ["https://a.example/1 My page #x"]
      ),
      ("---\ntitle: T\nurl: /posts/x\n---\n[B](https://b.example/)\n", ["https://b.example/ B"]),
      ("---\n\n[B](https://b.example/)\n\n---\n", ["https://b.example/ B"]),
    ])
  func frontMatter(text: String, links: [String]) async throws {
    let file = try await readFile(text)
    let told = file.bookmarks.map { link in
      ([link.address.text, link.title].compactMap(\.self) + link.tags.map { "#\($0)" })
        .joined(separator: " ")
    }
    #expect(told == links)
  }
}
