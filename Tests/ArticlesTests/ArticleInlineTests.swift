import Articles
import Testing

/// Marks within lines, and what lists and tables say of their items and cells.
@Suite struct ArticleInlineTests {
  @Test(arguments: [
    ("<p>It took <del>four</del> <s>five</s> hours.</p>", "It took ~~four~~ ~~five~~ hours."),
    ("<p>It says <samp>ready</samp>, press <kbd>R</kbd>.</p>", "It says `ready`, press R."),
    (
      "<ul><li><input type=checkbox checked> Bread, fresh<li><label><input type=checkbox>Tea</label></ul>",
      "- [x] Bread, fresh\n- [ ] Tea"
    ),
    (
      "<ul><li>Bread, fresh <input type=checkbox><li><input type=text>Tea</ul>",
      "- Bread, fresh\n- Tea"
    ),
    (
      "<table><thead><th>Port<th>Time</thead><tr><td>Hull<td>6<tr><td>Wick<td>7</table>",
      "| Port | Time |\n| --- | --- |\n| Hull | 6 |\n| Wick | 7 |"
    ),
  ])
  func marksStay(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }

  @Test(arguments: [("en", "“Go on”"), ("de-AT", "„Go on“"), ("fr", "«Go on»")])
  func quotationsHaveTheMarksOfTheLanguage(language: String, quotation: String) throws {
    let article = try ArticleSamples.article(
      "<html lang=\(language)><article>\(ArticleSamples.prose)<p>He said <q>Go on</q>, and left.</p>"
    )
    #expect(article.plainText.hasSuffix("He said \(quotation), and left."))
  }

  @Test(arguments: [
    ("<ol reversed>", 2, ArticleBlock.List.Numbering(isReversed: true)),
    ("<ol reversed start=9 type=A>", 9, .init(style: .upperAlpha, isReversed: true)),
    ("<ol type=i>", 1, .init(style: .lowerRoman)), ("<ol type=1>", 1, nil),
  ])
  func listsAreNumberedAsStated(
    tag: String, start: Int, numbering: ArticleBlock.List.Numbering?
  ) throws {
    let article = try ArticleSamples.article(
      "\(ArticleSamples.prose)\(tag)<li>Nine, said he.<li>Ten</ol>\(ArticleSamples.prose)")
    let lists = article.blocks.compactMap { block in
      if case .list(let list) = block { list } else { nil }
    }
    #expect(lists.map(\.start) == [start])
    #expect(lists.first?.numbering == numbering)
  }

  @Test(
    arguments: [
      (3, .init(isReversed: true), ["3", "2", "1"]), (9, nil, ["9", "10", "11"]),
      (25, .init(style: .lowerAlpha), ["y", "z", "aa"]),
      (0, .init(style: .upperAlpha), ["0", "A", "B"]),
      (702, .init(style: .lowerAlpha), ["zz", "aaa", "aab"]),
      (3, .init(style: .lowerRoman), ["iii", "iv", "v"]),
      (1994, .init(style: .upperRoman, isReversed: true), ["MCMXCIV", "MCMXCIII", "MCMXCII"]),
      (3999, .init(style: .lowerRoman), ["mmmcmxcix", "4000", "4001"]),
      (nil, .init(style: .lowerRoman), [nil, nil, nil]),
    ] as [(Int?, ArticleBlock.List.Numbering?, [String?])])
  func itemsHaveTheSignsOfTheList(
    start: Int?, numbering: ArticleBlock.List.Numbering?, signs: [String?]
  ) {
    let list = ArticleBlock.List(start: start, numbering: numbering, items: [])
    #expect((0..<3).map { list.sign(at: $0) } == signs)
  }

  @Test func aListThatCountsDownDoesSoInMarkdown() throws {
    let html = "<ol reversed><li>Three<li>Two<li>One</ol>"
    #expect(try ArticleSamples.markdown(of: html) == "3. Three\n2. Two\n1. One")
  }
}
