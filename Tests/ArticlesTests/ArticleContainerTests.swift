import Articles
import Foundation
import Testing

/// Which part of a page is taken for the article.
@Suite struct ArticleContainerTests {
  static let report = """
    <p>The ferry was late on Monday, the harbour office said, because of fog and of a lost rope.</p>
    """
  /// Longer than the report, and of sentences.
  static let promotions = """
    <p>Click the map, and see all islands of the north, with their harbours and their bakeries.</p>
    <p>Our books tell of storms, of lamps, of ropes and of those who hold them, in every weather.</p>
    <p>Write to the office, call it, or come by on any day but Sunday, when all of us are asleep.</p>
    """

  @Test(
    "a body that's marked is the article, though something beside it is longer",
    arguments: [
      "<div><div itemprop=articleBody>\(report)</div></div><hr><div><div>\(promotions)</div></div>",
      "<div><div class=entry-content>\(report)</div></div><hr><aside><div>\(promotions)</div></aside>",
      "<article><div>\(report)</div></article><hr><div><div>\(promotions)</div></div>",
    ])
  func markedBodies(html: String) throws {
    let links = (1...20).map { "<div><a href=/\($0)>Another story of the sea</a></div>" }.joined()
    let page = html.replacing("<hr>", with: links)
    let text = try ArticleSamples.article("<title>Fog</title><body>\(page)").plainText
    #expect(text.hasPrefix("The ferry was late"))
    #expect(!text.contains("Click the map"))
  }

  @Test(
    "lines around the only paragraph belong to it",
    arguments: [
      "<div><p>When does it leave?</p>\(report)<p>Nobody knows</p><p>– not even Bob.</p></div>",
      "<div><p>When does it leave?</p><ul><li>\(report)</li></ul><p>– not even Bob.</p></div>",
    ])
  func shortLines(html: String) throws {
    let text = try ArticleSamples.article("<title>Fog</title><div>\(html)</div>").plainText
    #expect(text.hasPrefix("When does it leave?"))
    #expect(text.hasSuffix("– not even Bob."))
  }

  @Test("a table belongs to the paragraphs around it, however long it is", arguments: [10, 100])
  func longTables(rows: Int) throws {
    let row = "<tr><td>Hull</td><td>7.5</td><td>1,200</td><td>Open</td></tr>"
    let table = "<table>\(String(repeating: row, count: rows))</table>"
    let html = "<title>Ports</title><div>\(Self.report)\(table)<p>That's all of it.</p></div>"
    let text = try ArticleSamples.article(html).plainText
    #expect(text.components(separatedBy: "Hull\t7.5\t1,200\tOpen").count == rows + 1)
    #expect(text.hasPrefix("The ferry was late") && text.hasSuffix("That's all of it."))
  }

  @Test(
    "a page that has nothing else is an article, however short it is",
    arguments: [
      "<main><article><h1>Sea</h1><p>Some words on the sea.</p><p>The end.</p></article></main>",
      "<h1>Keys of the ship</h1><table><tr><td>F1</td><td>Horn</td></tr><tr><td>F2</td><td>Bell</td>"
        + "</tr></table>",
      "<p><a href='javascript:horn()'>Horn</a></p><p><a href='javascript:bell()'>Bell</a></p>",
    ])
  func shortPages(html: String) throws {
    #expect(try !ArticleSamples.article("<title>x</title>\(html)").blocks.isEmpty)
  }

  @Test(
    "a page that waits for its scripts isn't an article",
    arguments: [
      "<div id=root></div><noscript>Please turn on JavaScript.</noscript>",
      "<body><noscript><p>Sorry!</p><p>Please turn on JavaScript.</p></noscript><div id=root></div>",
      "<body><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
      "<noscript><strong>We're sorry but app doesn't work properly without JavaScript enabled. Please "
        + "enable it to continue.</strong></noscript><div id=app></div>",
      "<noscript><p>You need to enable JavaScript, in the settings of your browser.</p></noscript>",
      "<main><p>We’ve detected that JavaScript is disabled in this browser. Please enable JavaScript "
        + "or switch to a supported browser to continue.</p></main>",
      "<p>Bitte aktivieren Sie JavaScript in Ihrem Browser, um diese Seite zu nutzen.</p>",
      "<p>このアプリを使うには、お使いのブラウザで JavaScript を有効にしてください。もう一度お試しください。</p>",
    ])
  func scriptNotices(html: String) {
    #expect(throws: ArticleError.needsScripts) {
      try ArticleSamples.article("<title>App</title>\(html)")
    }
  }

  @Test(
    "a page that's only loading isn't an article, nor is one with nothing but a link",
    arguments: [
      "<a href=/1>One</a>",
      "<a href=/>Home</a><p>Copyright</p>", "<p><a href=/>Home</a></p><div>© 2024 Acme</div>",
      "<main>Loading…</main>", "<article><p>Please wait</p></article>",
    ])
  func loading(html: String) {
    #expect(throws: ArticleError.noArticle) {
      try ArticleSamples.article("<title>App</title>\(html)")
    }
  }

  @Test(
    "a short text about JavaScript is an article, and so is a fallback with paragraphs",
    arguments: [
      "<article><p>JavaScript was written in ten days, in May of 1995. It's named after Java, which "
        + "it has little in common with.</p></article>",
      "<noscript>\(ArticleSamples.prose)</noscript><div id=root></div>",
    ])
  func scripts(html: String) throws {
    #expect(try !ArticleSamples.article("<title>x</title>\(html)").blocks.isEmpty)
  }

  @Test(
    "headings that lead to themselves are headings, and lists of such are contents",
    arguments: [
      "<h2 id=a><a href='#a'>The island</a></h2>", "<h3><a href='#a'>The island</a></h3>",
    ])
  func headingsThatLeadToThemselves(heading: String) throws {
    let contents = "<ul><li><a href='#a'>The island</a></li><li><a href='#b'>Home</a></li></ul>"
    let markdown = try ArticleSamples.markdown(of: "\(contents)\(heading)\(Self.report)")
    #expect(markdown.hasPrefix("##"))
    #expect(!markdown.contains("Home"))
    #expect(markdown.contains("The island"))
  }

  @Test("an aside that's longer than a marked body isn't the article")
  func asides() throws {
    let html =
      "<main><div class=entry-content>\(ArticleSamples.prose)</div>"
      + "<aside>\(Self.promotions)\(Self.promotions)</aside></main>"
    #expect(try ArticleSamples.article(html).markdown == ArticleSamples.proseMarkdown)
  }

  @Test("a heading of a sentence between the title and the text introduces it")
  func headingsAsIntroductions() throws {
    let lead = "The ferry was late on Monday, because of fog and of a lost rope, and a sleepy cook."
    let html =
      "<header><h1>Fog</h1><h2>\(lead)</h2><h2>Travel</h2></header>"
      + "<div class=entry-content>\(ArticleEdgeTests.body)\(ArticleEdgeTests.body)</div>"
    let text = try ArticleSamples.article("<title>Fog</title><body>\(html)").plainText
    #expect(text.hasPrefix("\(lead)\n\nThe ferry left"))
  }

  @Test("a post that's embedded stays")
  func embeddedPosts() throws {
    let post = "<div class=twitter><blockquote><p>All aboard, at last.</p></blockquote></div>"
    #expect(try ArticleSamples.markdown(of: post).contains("All aboard, at last."))
  }

  @Test(
    "the caption of a picture that isn't there goes, unless the article is captions",
    arguments: [
      ("<figure><figcaption>The cook, asleep.</figcaption></figure>", ""),
      ("<figure><img src=/a.jpg><figcaption>The cook, asleep.</figcaption></figure>", "The cook"),
      ("<figure><pre>a = b</pre><figcaption>The cook, asleep.</figcaption></figure>", "The cook"),
    ])
  func captions(figure: String, caption: String) throws {
    let markdown = try ArticleSamples.markdown(of: figure)
    #expect(caption.isEmpty ? markdown.isEmpty : markdown.contains(caption))
  }

  @Test func articlesOfCaptions() throws {
    let figures = (1...4).map { _ in "<figure><figcaption>\(Self.report)</figcaption></figure>" }
    let text = try ArticleSamples.article("<article>\(figures.joined())</article>").plainText
    #expect(text.components(separatedBy: "The ferry was late").count == 5)
  }

  @Test("an encoding that's declared late counts")
  func lateDeclarations() throws {
    let script = "<script>\(String(repeating: "x = 1;", count: 300))</script>"
    let html = "<head>\(script)<meta charset=gbk><title>x</title></head>"
    let line = Data([0xBA, 0xA3, 0xC6, 0xBD, 0xBE, 0xB2, 0xA3, 0xAC])
    var page = Data("\(html)<article><p>".utf8)
    for _ in 0..<20 { page += line }
    let article = try Article(html: page, url: ArticleSamples.url)
    #expect(article.plainText.hasPrefix("海平静，"))
  }
}
