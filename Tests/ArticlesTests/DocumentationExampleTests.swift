import Articles
import Foundation
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
struct DocumentationExampleTests {
  private static let page = Data(
    """
    <html lang=en><head><title>On trees</title><meta name=author content="Ada Lovelace"></head>
    <body><nav><a href=/>Home</a> <a href=/all>All posts</a></nav><article><h1>On trees</h1>
    <p>\(String(repeating: "A tree has a root, branches, and many leaves. ", count: 6))</p>
    <h2>Kinds</h2><ul><li>oak</li><li>beech</li></ul>
    <p>\(String(repeating: "Some trees are binary, and others have more children. ", count: 6))</p>
    <pre><code class="language-swift">indirect enum Tree { case leaf }</code></pre></article>
    <footer>About us</footer></body></html>
    """.utf8)

  @Test("the landing page's example works")
  func landingPage() throws {
    let (html, url) = (Self.page, try #require(URL(string: "https://example.org/trees")))
    // docc:begin Articles
    let article = try Article(html: html, url: url)
    print(article.title ?? "", article.wordCount, article.markdown)
    // docc:end
    #expect(article.title == "On trees" && article.wordCount > 90)
    #expect(article.markdown.contains("## Kinds") && !article.markdown.contains("About us"))
  }

  private func read(_ html: Data, _ url: URL) throws -> Article {
    // docc:begin GettingStarted
    let article: Article
    do {
      article = try Article(html: html, url: url)
    } catch {
      print(error.sentence)  // "This page has no article to read."
      throw error
    }
    print(article.title ?? "", article.byline ?? "")  // "On trees Ada Lovelace"
    print(article.wordCount, article.readingMinutes)  // 96 1
    // docc:end
    return article
  }

  @Test("the tutorial works")
  func gettingStarted() throws {
    let url = try #require(URL(string: "https://example.org/trees"))
    let article = try read(Self.page, url)
    #expect(article.title == "On trees" && article.byline == "Ada Lovelace")
    #expect(article.readingMinutes == 1)
    #expect(throws: ArticleError.noArticle) { try read(Data(), url) }
    // docc:begin GettingStarted
    print(article.plainText)  // paragraphs, separated by empty lines
    print(article.markdown)  // CommonMark, with tables and footnotes
    print(article.firstParagraphs(length: 60))  // enough for an excerpt
    // docc:end
    #expect(article.plainText.contains("A tree has a root"))
    #expect(article.firstParagraphs(length: 60).count == 1)

    // docc:begin GettingStarted
    for block in article.blocks {
      switch block {
      case .heading(let level, _): print("heading \(level)")
      case .paragraph: print("paragraph")
      case .list(let list): print("list of \(list.items.count)")
      case .table(let table): print("table with \(table.rows.count) rows")
      case .code(let code, let language, _): print(language ?? "code", code.count)
      default: print("another block")
      }
    }
    // docc:end
    #expect(article.blocks.contains { if case .list = $0 { true } else { false } })
    #expect(article.blocks.contains { if case .code(_, "swift", _) = $0 { true } else { false } })

    // docc:begin GettingStarted
    let readme = Data(
      """
      # Trees

      > [!NOTE]
      > They grow.

      | kind | height |
      | :--- | -----: |
      | oak | 40 m |
      """.utf8)
    let markdown = try Article(markdown: readme, url: url)
    for block in markdown.blocks {
      if case .callout(let callout) = block { print(callout.kind) }  // "note"
      if case .table(let table) = block { print(table.alignments) }  // left, right
    }
    // docc:end
    #expect(markdown.title == "Trees")
    let callout = ArticleBlock.Callout(kind: "note", blocks: [.paragraph([.text("They grow.")])])
    #expect(markdown.blocks.first == .callout(callout))
    let alignments: [ArticleBlock.Table.Alignment?] = [.left, .right]
    let table = ArticleBlock.Table(
      header: [[.text("kind")], [.text("height")]], alignments: alignments,
      rows: [[[.text("oak")], [.text("40 m")]]])
    #expect(markdown.blocks.last == .table(table))
  }
}
