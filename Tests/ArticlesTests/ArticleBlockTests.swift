import Articles
import Foundation
import Testing

/// What the blocks of an article are, as the Markdown they're written as.
@Suite struct ArticleBlockTests {
  @Test(arguments: [
    ("<h2>The  crossing</h2><p>It took six hours.</p>", "## The crossing\n\nIt took six hours."),
    (
      "<p>A <b>bold</b> and <em>soft</em> word, and <code>a`b</code>.</p>",
      "A **bold** and *soft* word, and ``a`b``."
    ),
    (
      "<h2><a class=toc-backref href='#id1'>Across</a><a class=headerlink href='#x'>¶</a></h2><p>Six.</p>",
      "## Across\n\nSix."
    ),
    ("<p>One<br>two, and three.</p>", "One\\\ntwo, and three."),
    ("<div>First line of it.<br><br>Second line.</div>", "First line of it.\n\nSecond line."),
    (
      "<p>See <a href='/map (1)'>the map</a>, or <a href='javascript:x()'>not</a>, as you like.</p>",
      "See [the map](https://example.org/map%20(1)), or not, as you like."
    ),
    (
      "<ul><li>Bread, fresh<li>Tea<ul><li>green</ul></ul>",
      "- Bread, fresh\n- Tea\n  - green"
    ),
    ("<ol start=9><li>Nine, said he.<li>Ten</ol>", "9. Nine, said he.\n10. Ten"),
    (
      "<ul><li><p>One, first.</p><p>More.</p></li><li>Two</li></ul>",
      "- One, first.\n\n  More.\n\n- Two"
    ),
    (
      "<blockquote><p>Quiet, please.</p><p>Thanks.</p></blockquote>",
      "> Quiet, please.\n>\n> Thanks."
    ),
    (
      "<pre><code class='hljs language-swift'>let a = 1\n  if a &lt; 2 { }\n</code></pre>",
      "```swift\nlet a = 1\n  if a < 2 { }\n```"
    ),
    ("<pre>```\nfence\n```</pre>", "````\n```\nfence\n```\n````"),
    (
      "<table><tr><th>Port<th>Time<tr><td>Aberdeen<td>6 | 7 h<tr><td>Lerwick<td></table>",
      "| Port | Time |\n| --- | --- |\n| Aberdeen | 6 \\| 7 h |\n| Lerwick |  |"
    ),
    (
      "<figure><img src=a.png alt='A ship'><figcaption>The ferry at dawn</figcaption></figure>",
      "![A ship](https://example.org/blog/a.png)\n\n*The ferry at dawn*"
    ),
    (
      "<img src='data:image/gif;base64,x' data-src='/real.jpg' alt=''>",
      "![](https://example.org/real.jpg)"
    ),
    (
      "<img src='data:image/gif;base64,x'> <noscript><img src=/real.jpg alt=Sea></noscript>",
      "![Sea](https://example.org/real.jpg)"
    ),
    (
      "<img data-src=/real.jpg><noscript><img src=/other.jpg></noscript>",
      "![](https://example.org/real.jpg)"
    ),
    (
      "<div class=lazy></div><noscript><img src=/real.jpg></noscript>",
      "![](https://example.org/real.jpg)"
    ),
    (
      "<amp-img src=/amp.jpg alt=Sea><noscript><img src=/other.jpg></noscript></amp-img>",
      "![Sea](https://example.org/amp.jpg)"
    ),
    (
      "<p><img srcset='s.jpg 1x, l.jpg 2x'></p>", "![](https://example.org/blog/l.jpg)"
    ),
    ("<hr>", "---"),
    ("<p>1986. A good year, all in all.</p>", "1986\\. A good year, all in all."),
    ("<p># not a heading, - nor a list</p>", "\\# not a heading, - nor a list"),
    (
      "<p>*stars* and [brackets] &amp;amp; a_b &lt;b></p>",
      "\\*stars\\* and \\[brackets\\] \\&amp; a_b \\<b>"
    ),
    ("<p>Un<b>believ</b>able, a<b>(b)</b>c</p>", "Un**believ**able, a(b)c"),
    ("<p><ruby>島<rt>しま</rt></ruby>が見えた、と彼は言った。</p>", "島(しま)が見えた、と彼は言った。"),
  ])
  func blocksAreWrittenAsMarkdown(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }

  @Test func plainTextHasNoMarks() throws {
    let article = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)<ul><li><b>Bread</b>, fresh<li>Tea, too</ul>"
        + "<pre>a\n  b</pre>\(ArticleSamples.prose)</article>")
    #expect(article.plainText.contains("at last.\n\nBread, fresh\nTea, too\n\na\n  b\n\nThe ferry"))
  }

  @Test func cellsThatSpanOthersLeaveTheColumnsInPlace() throws {
    let table = """
      <table><tr><th colspan=2>Port<th>Time<tr><td rowspan=2>North<td>Aberdeen<td>6<tr><td>Lerwick<td>7
      <tr><td>West<td>Skye<td rowspan=2>8<tr><td>Isle<td>Mull<tr><td>Far<td>Foula<td>5
      <tr><td rowspan=0 colspan=x>South<td>Hull<td rowspan=99999999999>9<tr><td>East<td>Wick</table>
      """
    let article = try ArticleSamples.article("<article>\(ArticleSamples.prose)\(table)")
    func cells(_ texts: String...) -> [[ArticleInline]] {
      texts.map { $0.isEmpty ? [] : [.text($0)] }
    }
    #expect(
      article.blocks.last
        == .table(
          .init(
            header: cells("Port", "", "Time"),
            rows: [
              cells("North", "Aberdeen", "6"), cells("", "Lerwick", "7"),
              cells("West", "Skye", "8"), cells("Isle", "Mull", ""), cells("Far", "Foula", "5"),
              cells("South", "Hull", "9"), cells("East", "Wick"),
            ])))
  }

  @Test("a column is aligned as most of its cells are, whatever its heading is")
  func alignment() throws {
    let table = """
      <table><tr><th align=center>A<th>B<th>C<th>D<th style='text-align: right'>E
      <tr><td>1<td align=RIGHT>2<td style='color: red; TEXT-ALIGN : Center !important'>3<td align=left>4<td>5
      <tr><td align=char>1<td style='text-align:end'>2<td align=center>3<td>4<td align=justify>5
      <tr><td>1<td>2<td colspan=1 align=center>3<td style='text-align:start'>4<td align=right>5</table>
      """
    #expect(
      try ArticleSamples.markdown(of: table).hasPrefix(
        "| A | B | C | D | E |\n| --- | --: | :-: | :-- | --- |\n| 1 | 2 |"))
  }

  @Test func whiteSpaceIsNoTextOfCells() throws {
    let space = "\n" + String(repeating: " ", count: 400)
    let table = "<table><tr><td>\(space)A<td>\(space)B<tr><td>\(space)C<td>D</table>"
    let expected = "|  |  |\n| --- | --- |\n| A | B |\n| C | D |"
    #expect(try ArticleSamples.markdown(of: table) == expected)
  }

  @Test func longCellsWithoutHeadersAreLayout() throws {
    let long = String(repeating: "The ferry left the harbour, and the sea was calm. ", count: 12)
    let rows = "<tr><td>A<td>\(long)<tr><td>B<td>C"
    #expect(try !ArticleSamples.markdown(of: "<table>\(rows)</table>").contains("|"))
    let table = "<table><tr><th>x<th>y\(rows)</table>"
    #expect(try ArticleSamples.markdown(of: table).contains("| A | The ferry"))
  }

  @Test func cellsHaveCodeOfALine() throws {
    let table =
      "<table><tr><td>Since 2<td><pre>let a = 1</pre><tr><td>Since 3<td><pre>let b</pre></table>"
    let expected = "|  |  |\n| --- | --- |\n| Since 2 | `let a = 1` |\n| Since 3 | `let b` |"
    #expect(try ArticleSamples.markdown(of: table) == expected)
  }

  @Test("cells with nothing to show stay in their columns")
  func emptyCells() throws {
    let table = """
      <table><tr><th></th><th> </th><th>Time</th></tr><tr><td>Hull<td><td>6<tr><td colspan=2><td>7
      <tr><td>Wick<td>8<td></table>
      """
    #expect(
      try ArticleSamples.markdown(of: table) == """
        |  |  | Time |
        | --- | --- | --- |
        | Hull |  | 6 |
        |  |  | 7 |
        | Wick | 8 |  |
        """)
  }

  @Test("what's stated to be a table is one, whatever its size")
  func statedTables() throws {
    let cells = "<tr><th>Port</th></tr><tr><td>Hull</td></tr>"
    #expect(
      try ArticleSamples.markdown(of: "<table role=table>\(cells)</table>")
        == "| Port |\n| --- |\n| Hull |")
    #expect(try ArticleSamples.markdown(of: "<table>\(cells)</table>") == "Port\n\nHull")
  }

  @Test func tablesForLayoutAreNoTables() throws {
    let article = try ArticleSamples.article(
      "<table><tr><td><a href=/>Home</a><td>\(ArticleSamples.prose)</table>")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test func valuesSurviveCoding() throws {
    let article = try ArticleSamples.article(
      "<title>Ferry</title><article>\(ArticleSamples.prose)<ol><li>One, two<li>Three</ol>"
        + "\(ArticleSamples.prose)</article>")
    let data = try JSONEncoder().encode(article)
    #expect(try JSONDecoder().decode(Article.self, from: data) == article)
  }

  @Test func textIsSafeToShow() throws {
    let text = try ArticleSamples.article(
      "<p>Safe\u{202E}, or &#x1b;[31m not?\u{200B}</p>\(ArticleSamples.prose)"
    ).plainText
    #expect(text.hasPrefix("Safe, or [31m not?\n"))
  }

  @Test(arguments: [
    ("one, two; three-four", 3), ("Don't stop", 2), ("島が見えた", 5), ("", 0), ("a – b", 2),
  ])
  func wordsAreCounted(text: String, count: Int) {
    #expect(Article(blocks: [.paragraph([.text(text)])]).wordCount == count)
  }

  @Test(arguments: [
    ("2<sup>10</sup> is 1024", "2¹⁰ is 1024"), ("x<sup>n+1</sup>", "xⁿ⁺¹"),
    ("H<sub>2</sub>O, CO<sub>2</sub>", "H₂O, CO₂"), ("the 1<sup>st</sup>", "the 1st"),
    ("a<sub>max</sub>", "a_max"), ("Sea<sup>®</sup>", "Sea®"),
  ])
  func numbersAboveAndBelowTheLineStayThere(html: String, text: String) throws {
    let article = try ArticleSamples.article(
      "<article><p>\(html).</p>\(ArticleSamples.prose)\(ArticleSamples.prose)")
    #expect(article.plainText.hasPrefix(text + "."))
  }

  @Test func readingTimeFollowsTheWords() {
    let words = Array(repeating: "word", count: 476).joined(separator: " ")
    #expect(Article(blocks: [.paragraph([.text(words)])]).readingTime == .seconds(120))
  }
}
