import Articles
import Foundation
import Testing

/// Where an article begins and ends, and what's between its paragraphs.
@Suite struct ArticleEdgeTests {
  static let body = ArticleSamples.prose + ArticleSamples.prose + ArticleSamples.prose
  static let bodyMarkdown = [String](repeating: ArticleSamples.proseMarkdown, count: 3)
    .joined(separator: "\n\n")
  static let head = """
    <title>The ferry – Sea News</title><meta name=author content="Ada Lovelace">
    <meta property=og:description content="A night at sea, told by those who were awake for it">
    """

  @Test(arguments: [
    // Before the title.
    "<article><div>Our best stories, every day, since the year of the flood.</div>"
      + "<h1>The ferry</h1>\(body)</article>",
    // Between the title and the text.
    "<article><h1>The ferry</h1><div>Travel</div><p>12.3.24, 10:30</p>\(body)</article>",
    "<article><h1>The ferry</h1><p>Ada Lovelace, our woman at sea</p>\(body)</article>",
    // After the text.
    "<article>\(body)<p>Ada Lovelace writes about ships, and rows a boat.</p></article>",
    "<article>\(body)<h3>More by Ada Lovelace</h3><p>She writes about ships, and rows one.</p>"
      + "</article>",
    "<article>\(body)<div><h4>About us</h4><p>The harbour office is open, except on Sundays.</p>"
      + "</div></article>",
    // Within the text.
    "<article>\(ArticleSamples.prose)<div><img src=/1.jpg><h3><a href=/1>A story about the sea</a></h3>"
      + "<p>It's short, it's about a night, and it's in one sentence.</p></div>\(ArticleSamples.prose)\(ArticleSamples.prose)",
    // Beside it, and longer.
    "<article><h1>The ferry</h1>\(body)</article><div class=cookie-overlay>\(body)\(body)</div>",
    "<article>\(body)</article><div>\(String(repeating: "c2Vh", count: 1_000)), a.</div>",
  ])
  func onlyTheTextIsKept(html: String) throws {
    #expect(try ArticleSamples.article(Self.head + html).markdown == Self.bodyMarkdown)
  }

  @Test(
    "words of a sentence stay, whatever their class",
    arguments: [
      "<a class=nav-link href=/1>the mate</a>", "<span class=meta>the mate</span>",
      "<em class=author>the mate</em>", "<a class='related share' href=/1>the mate</a>",
      "<span class=sidebar-ad>the mate</span>",
    ])
  func wordsStay(inline: String) throws {
    let sentence = "<p>At midnight, \(inline) came on deck, and nobody else was awake.</p>"
    let text = try ArticleSamples.article(Self.head + "<article>\(sentence)\(Self.body)").plainText
    #expect(text.hasPrefix("At midnight, the mate came on deck, and nobody else was awake."))
  }

  @Test("a question is part of a page whose answers are longer")
  func questions() throws {
    let answer = "<div class=cell><div class='prose post-body'>\(Self.body)</div></div>"
    let html = """
      <h1>The ferry</h1><div id=question><div class=cell><div class='prose post-body'><p>When does it leave?</p>
      <p>I looked, and found nothing.</p></div></div></div><div id=answers>\(answer)\(answer)\(answer)</div>
      """
    #expect(
      try ArticleSamples.article(Self.head + html).plainText
        .hasPrefix("When does it leave?\n\nI looked, and found nothing.\n\n"))
  }

  @Test(
    "what isn't shown, and links beside a text, aren't words of it",
    arguments: [
      "<p>At night, all slept.<span class=visually-hidden>Opens a window, soon</span></p>",
      "<p>At night, all slept.</p><p><a class=share href=/1>Share</a> <a class=share href=/2>Mail</a></p>",
    ])
  func othersGo(paragraph: String) throws {
    let html = Self.head + "<article>\(paragraph)\(Self.body)"
    #expect(
      try ArticleSamples.article(html).markdown == "At night, all slept.\n\n\(Self.bodyMarkdown)")
  }

  /// What looks like the above, but belongs to the text.
  @Test(arguments: [
    (
      "<p>A night at sea, told by those who were awake for it.</p><h1>The ferry</h1>\(body)",
      "A nig"
    ),
    ("<h1>The ferry</h1><p>Ship ahoy</p>\(body)", "Ship ahoy\n\nThe ferry"),
    ("\(body)<p>Ada Lovelace slept, and woke.</p>\(body)", "at last.\n\nAda Lovelace slept"),
    ("<h2>Elsewhere</h2><p>It rained</p>\(body)", "## Elsewhere\n\nIt rained"),
    ("<h2>Related work on the ferries of the north</h2>\(body)", "## Related work on the ferries"),
    (
      "<p>Foto: Ada</p>\(body)<p>So long</p><p>It was the last day, and all slept.</p>",
      "all slept."
    ),
    (
      "\(body)<p>In the evening, he explained JavaScript and its cookies to whoever would listen, "
        + "which was the bar's cat and nobody else.</p>", "nobody else."
    ),
    (
      "<p>It's told <a href=/1>in the chronicle of the island and of its harbour</a>, too.</p>\(body)",
      "It's told ["
    ),
  ])
  func textIsKept(html: String, part: String) throws {
    let markdown = try ArticleSamples.article("\(Self.head)<article>\(html)</article>").markdown
    #expect(markdown.contains(part))
  }

  @Test(arguments: [
    "Read also: the night on the island", "LIRE AUSSI : la nuit", "Читайте также: ночь на острове",
    "Únete a nuestro canal", "Leggi anche: una notte", "Źródło: PAP", "Δείτε επίσης: το νησί",
    "Läs även: natten på ön", "Přečtěte si také: noc", "あわせて読みたい：島の夜", "Foto: Ada",
    "Kategorie: Inseln", "Partager sur les réseaux", "Condividi l'articolo", "Kaynak: AA",
  ])
  func linesAreToldByTheirFirstWords(line: String) throws {
    let html = "<article>\(ArticleSamples.prose)<p>\(line)</p>\(ArticleSamples.prose)</article>"
    #expect(!(try ArticleSamples.article(html).plainText.contains(line)))
  }

  @Test func headingsWithoutTextAreRemoved() throws {
    let markdown = try ArticleSamples.markdown(
      of: "<h2>Elsewhere</h2><ul><li><a href=/1>A story, linked</a></ul><h2>Back</h2>")
    #expect(markdown == "## Back")
  }

  @Test func introductionsAreToldByTheSummary() throws {
    let lead = "A night at sea, told by those who were awake for it."
    let article = try ArticleSamples.article(
      "\(Self.head)<h1>The ferry</h1><div>\(lead)</div><div class=article-body>\(Self.body)</div>")
    #expect(article.plainText.hasPrefix(lead))
  }

  /// A page may be made of elements with the name of something beside an article.
  @Test(arguments: ["widget", "ad-slot", "meta", "footer", "toc"])
  func namesOfMostOfThePageAreNotTrusted(name: String) throws {
    let parts = (1...8).map { _ in "<div><div class=\(name)>\(ArticleSamples.prose)</div></div>" }
    let article = try ArticleSamples.article("<h1>The ferry</h1><div>\(parts.joined())</div>")
    #expect(article.wordCount >= 8 * 53)
  }
}
