import Articles
import Foundation
import Testing

/// Articles that are written as Markdown and read again.
///
/// Markdown has nothing for the signs of numbered items, captions (which become paragraphs), films and
/// sounds (which become links), emphasis that other emphasis begins or ends with (which goes), a line
/// break at the end of code, and addresses and TeX that are no links and formulas (which become
/// some).
@Suite struct MarkdownRoundTripTests {
  private static let url = address("https://example.org/a")

  private static func address(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

  private static let picture = ArticlePicture(
    url: address("https://example.org/a_b(c).png"), alternativeText: "A *ship* [1]")

  private static let inlines: [[ArticleInline]] = [
    [.text("a *b* _c_ `d` ~~e~~ [f](g) <b>h</b> &amp; i_j \\ k | l! {{m}} # n > o")],
    [.text("# a")], [.text("> a")], [.text("- a")], [.text("+ a")], [.text("1. a")],
    [.text("2) a")], [.text("=")], [.text("---")], [.text("***")], [.text("~~~ a")],
    [.text("``` a")], [.text(":::note a")], [.text("|a|b|"), .lineBreak, .text("|-|-|")],
    [.text("a"), .lineBreak, .text("- b"), .lineBreak, .text("# c")], [.text("[x] a")],
    [.text("[^1]: a")], [.text("[a]: b")], [.text("from $5 to $6 or US$7-US$8")],
    [.text("<!-- a -->")], [.text("&copy; &#35;")], [.text("a\\")],
    [.text("!"), .link([.text("a")], url)],
    [
      .emphasis([.text("a")]), .text(" b "),
      .strong([.text("c "), .emphasis([.text("d")]), .text(" e")]),
    ],
    [
      .text("a "), .deleted([.text("b")]), .text(" c "), .code("d `e` ``"), .text(" f "),
      .code("g"),
    ],
    [
      .link(
        [.text("a "), .code("b"), .strong([.text("c")])], address("https://example.org/(a)?b=c&d"))
    ],
    [.text("a "), .formula(ArticleFormula(tex: "x_1 * y_2 < \\frac{a}{b}")), .text(", b")],
    [.text("a "), .picture(picture), .text(" b")],
  ]

  private static let blocks: [[ArticleBlock]] = [
    (1...6).map { .heading(level: $0, [.text("a "), .code("b"), .emphasis([.text("c")])]) },
    [.list(.init(items: [[.paragraph([.text("a")])], [.paragraph([.text("b")])]]))],
    [.list(.init(start: 7, items: [[.paragraph([.text("a")])], [.paragraph([.text("b")])]]))],
    [
      .list(
        .init(items: [
          [
            .paragraph([.text("a")]),
            .list(.init(start: 1, items: [[.paragraph([.text("b")]), .paragraph([.text("c")])]])),
          ],
          [
            .paragraph([.text("d")]), .code("e\n\nf", language: "swift"),
            .quote([.paragraph([.text("g")])]),
          ],
        ]))
    ],
    [
      .list(
        .init(items: [
          [.paragraph([.task(isDone: true), .text("a")])],
          [.paragraph([.task(isDone: false), .emphasis([.text("b")])])],
        ]))
    ],
    [
      .list(.init(items: [[.paragraph([.text("a")])]])),
      .list(.init(items: [[.paragraph([.text("b")])]])),
    ],
    [
      .quote([
        .paragraph([.text("a")]), .quote([.paragraph([.text("b")])]), .code("c", language: nil),
      ])
    ],
    [.callout(.init(kind: "note", blocks: [.paragraph([.text("a")]), .paragraph([.text("b")])]))],
    [
      .callout(
        .init(
          kind: "warning", title: [.text("a "), .emphasis([.text("b")])],
          blocks: [
            .list(.init(items: [[.paragraph([.text("See")])]])), .code("d", language: "c++"),
          ]))
    ],
    [.callout(.init(kind: "tip", blocks: [.code("a", language: "sh")]))],
    [.code("```\na\n````\n\n  b\n\tc", language: nil), .code("~~~", language: "objective-c")],
    [.code("a\n\n\n$b$ :::\n!!! c\n    d", language: "x")],
    [
      .table(
        .init(
          header: [[.text("a")], [.emphasis([.text("b|c")])]],
          rows: [
            [[.text("d"), .lineBreak, .text("e")], [.code("f")]],
            [[], [.formula(ArticleFormula(tex: "x_1"))]],
          ]))
    ],
    [.table(.init(header: [], rows: [[[.text("a")], [.text("b")]]]))],
    [.table(.init(header: [[.text("a")]], rows: [[[.text("-")]], [[.text("b")]]]))],
    [.picture(picture, caption: [])],
    [.formula(ArticleFormula(tex: "\\begin{aligned}\na &= b_1 \\\\\n- c &< d_2\n\\end{aligned}"))],
    [.quote([.formula(ArticleFormula(tex: "a_1 _b_"))])],
    [.list(.init(items: [[.paragraph([.text("a")]), .formula(ArticleFormula(tex: "b\n= c"))]]))],
    [.rule],
    [.code("a", language: "swift", caption: "b.swift"), .code("c", language: nil, caption: "d e")],
    [
      .table(
        .init(
          header: [[.text("a")], [.text("b")], [.text("c")], [.text("d")], [.text("e")]],
          alignments: [.left, .center, nil, .right], rows: [(1...5).map { [.text("\($0)")] }]))
    ],
  ]

  private func readAgain(_ blocks: [ArticleBlock]) throws -> [ArticleBlock] {
    // The first heading would be the title, and rules at the ends go.
    let edge = ArticleBlock.paragraph([.text("It left.")])
    let article = Article(blocks: [edge] + blocks + [edge])
    let url = try #require(URL(string: "https://example.org/"))
    let again = try Article(markdown: Data(article.markdown.utf8), url: url).blocks
    #expect(again.first == edge)
    #expect(again.last == edge)
    return Array(again.dropFirst().dropLast())
  }

  @Test(arguments: blocks) func blocksStay(blocks: [ArticleBlock]) throws {
    #expect(try readAgain(blocks) == blocks)
  }

  @Test(arguments: inlines) func linesStay(line: [ArticleInline]) throws {
    let blocks = [ArticleBlock.paragraph(line)]
    #expect(try readAgain(blocks) == blocks)
    let quote = [ArticleBlock.quote(blocks), .list(.init(items: [blocks, blocks]))]
    #expect(try readAgain(quote) == quote)
  }

  // https://github.github.com/gfm/#example-200
  @Test(
    "a bar in a cell doesn't end it",
    arguments: [
      [.code("ls | wc")], [.text("a | b")], [.text("a \\| b")], [.code("grep 'a\\|b'")],
      [.code("a || b")], [.code("| a |")], [.code("`|`")], [.deleted([.code("a|b")])],
      [.link([.text("a|b "), .code("c|d")], address("https://example.org/a"))],
      [.strong([.text("a "), .code("b|c")]), .text(" d")],
      [.picture(ArticlePicture(url: url, alternativeText: "a | b"))],
      [.code("a|b"), .lineBreak, .code("c|d")],
    ] as [[ArticleInline]])
  func bars(cell: [ArticleInline]) throws {
    let table = ArticleBlock.Table(header: [cell, [.text("x")]], rows: [[cell, cell]])
    #expect(try readAgain([.table(table)]) == [.table(table)])
  }

  @Test("a bar in a link's target or in a formula doesn't end the cell")
  func barsInTargets() throws {
    let url = Self.address("https://example.org/a?b=c|d")
    let formula = ArticleFormula(tex: "|x|")
    let cell: [ArticleInline] = [
      .link([.text("a"), .formula(formula)], url), .text(" "), .formula(formula),
      .picture(ArticlePicture(url: url)),
    ]
    let table = ArticleBlock.Table(header: [[.text("x")], [.text("y")]], rows: [[cell, cell]])
    guard case .table(let again)? = try readAgain([.table(table)]).first else {
      Issue.record("no table")
      return
    }
    #expect(again.rows.first?.count == 2 && again.rows.first?.first == again.rows.first?.last)
    #expect(Article(blocks: [.table(table)]).markdown.split(separator: "\n").count == 3)
  }

  @Test(
    "the caption of code has many spellings, and none makes its fence longer",
    arguments: [
      ("js title=\"a b.js\" {1,3}", "a b.js"), ("js {filename='a.js'}", "a.js"),
      ("js file=a.js", "a.js"), ("js,title=a.js", "a.js"), ("js subtitle=a", nil),
      ("js title=\"a", nil), ("title", nil),
    ])
  func captions(info: String, caption: String?) throws {
    let url = try #require(URL(string: "https://example.org/"))
    let text = "It left.\n\n~~~\(info)\na\n~~~\n\nIt left."
    let block = try Article(markdown: Data(text.utf8), url: url).blocks[1]
    #expect({ if case .code("a", _, caption) = block { true } else { false } }(), "\(block)")
    let hostile = ArticleBlock.code("a", language: "js", caption: "`\"\n# b")
    #expect(try readAgain([hostile]) == [.code("a", language: "js", caption: "'' # b")])
  }

  @Test("two blocks in a row stay two")
  func pairsOfBlocks() throws {
    for first in Self.blocks {
      // A line across the page, or a picture, isn't repeated.
      for second in Self.blocks where first != second || first.count > 1 {
        #expect(try readAgain(first + second) == first + second)
      }
    }
  }

  @Test func notesStay() throws {
    let blocks: [ArticleBlock] = [
      .paragraph([
        .text("a"), .footnoteReference(label: "1"), .text(" b"), .footnoteReference(label: "12"),
      ]),
      .footnotes([
        ArticleFootnote(label: "1", blocks: [.paragraph([.text("c "), .strong([.text("d")])])]),
        ArticleFootnote(
          label: "12",
          blocks: [
            .paragraph([.text("e")]), .code("f\n\ng", language: nil), .paragraph([.text("h")]),
          ]),
      ]),
    ]
    let url = try #require(URL(string: "https://example.org/"))
    let markdown = Article(blocks: blocks).markdown
    #expect(try Article(markdown: Data(markdown.utf8), url: url).blocks == blocks)
  }
}
