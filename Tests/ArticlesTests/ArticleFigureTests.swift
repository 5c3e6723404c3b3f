import Articles
import Foundation
import Testing

/// Captions of pictures in pages that don't use `figure`.
@Suite struct ArticleFigureTests {

  @Test(
    "words in a picture's box are its caption",
    arguments: [
      "<figure><img src=/a.jpg><figcaption>The ferry</figcaption></figure>",
      "<figure><img src=/a.jpg><div>The ferry</div></figure>",
      "<div class=photo><p><img src=/a.jpg></p><span>The ferry</span></div>",
      "<div class=image><img src=/a.jpg><p>The ferry</p></div>",
      "<div><div><a href=/b><img src=/a.jpg></a></div><div class=caption><p>The ferry</p></div></div>",
      "<div><img src=/a.jpg><p class=wp-caption-text>The ferry</p></div>",
      "<div class=media><picture><img src=/a.jpg></picture><p>The ferry</p></div>",
    ])
  func captions(html: String) throws {
    let article = try ArticleSamples.article(Self.page(html))
    #expect(!article.plainText.contains("The ferry\n"))
    #expect(article.captions == ["The ferry"])
  }

  @Test(
    "other words are text",
    arguments: [
      // No name says that it's a caption.
      "<div><img src=/a.jpg><p>The ferry</p></div>",
      // Before the picture, and around it.
      "<div class=photo><p>The ferry</p><img src=/a.jpg></div>",
      // More than one picture, and more than a picture.
      "<div class=photo><img src=/a.jpg><img src=/b.jpg><p>The ferry</p></div>",
      "<div class=photo><img src=/a.jpg><h2>One</h2><p>The ferry</p></div>",
      "<div class=photo><img src=/a.jpg><p>The ferry</p><pre>x</pre></div>",
      // An article of its own length.
      "<div class=photo><img src=/a.jpg><p>The ferry</p><p>\(String(repeating: "It left, and came. ", count: 30))</p></div>",
    ])
  func paragraphs(html: String) throws {
    let article = try ArticleSamples.article(Self.page(html))
    #expect(article.plainText.contains("The ferry\n"))
    #expect(article.captions.isEmpty)
  }

  @Test("boxes that have most of a page's text are the article")
  func listOfPictures() throws {
    let boxes = (1...6).map {
      "<div class=photo><img src=/\($0).jpg><p>Step \($0): tie the rope to the pier, and wait.</p></div>"
    }.joined()
    let article = try ArticleSamples.article("<article>\(boxes)</article>")
    #expect(article.captions.isEmpty)
    #expect(article.plainText.contains("Step 6"))
  }

  private static func page(_ html: String) -> String {
    "<article>\(ArticleSamples.prose)\(html)\(ArticleSamples.prose)</article>"
  }
}

extension Article {
  fileprivate var captions: [String] {
    blocks.compactMap { block in
      guard case .picture(_, let caption) = block, !caption.isEmpty else { return nil }
      return caption.map(\.text).joined()
    }
  }
}

extension ArticleInline {
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}
