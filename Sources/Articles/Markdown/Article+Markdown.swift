public import Foundation
import LinkPreview
import Markup

extension Article {
  /// Reads an article in Markdown (https://github.github.com/gfm/), such as a README. Understands
  /// the notes, callouts and formulas of GitHub and of static site generators.
  ///
  /// The whole text is the article. The title comes from the front matter, or else from the first
  /// heading. The front matter also has the author and the dates.
  /// - Parameters:
  ///   - markdown: the bytes of the file.
  ///   - url: the file's URL. Relative addresses are resolved against it.
  ///   - charset: the charset label that came with the file.
  /// - Throws: ``ArticleError/noArticle`` if there's no text.
  public init(markdown: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let encoding = EncodingSniffer.encoding(of: markdown, transportLabel: charset)
    let text = Array(
      StreamingDecoder(encoding: encoding).decode(markdown, atEnd: true).prefix(Self.lengthLimit))
    let matter = FrontMatter(text)
    let html = MarkdownHTML.html(of: text[matter.end...])
    let parsed = ParsedPage(html: html, url: url, charset: "utf-8")
    let blocks = BlockBuilder.blocks(of: MainText(whole: parsed.tree), page: parsed.page)
    let title = matter.title ?? blocks.firstHeading
    let body = blocks.withoutTitle(title)
    guard !body.isEmpty else { throw .noArticle }
    self.init(
      title: title, byline: matter.byline, published: matter.published, modified: matter.modified,
      blocks: body)
  }

  /// The most bytes of a text. cmark can't be cancelled, and takes many times the text's size in
  /// memory.
  private static let lengthLimit = 2 << 20
}

extension [ArticleBlock] {
  /// The text of a heading at the start of the blocks.
  fileprivate var firstHeading: String? {
    guard case .heading(_, let content) = first(where: { !$0.isPicture }) else { return nil }
    return PlainText.folded(content.plainText)
  }
}

extension ArticleBlock {
  fileprivate var isPicture: Bool { if case .picture = self { true } else { false } }
}
